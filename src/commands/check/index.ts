/** The command `check`: the conformance checks, which use any service over HTTP. @module */

import { escapePattern } from '../../contract/search-pattern.js'
import { CHECKS } from './areas.js'
import type { Check, Level } from './check.js'
import { measureRates } from './rates.js'
import { type CheckResult, type RunOptions, runChecks } from './run.js'
import { clearBoards, detectEdition } from './target.js'

export interface CheckOptions extends Pick<RunOptions, 'target' | 'variants' | 'onResult'> {
  /** Run only the checks of this level. */
  level?: Level | undefined
  /** Run only the checks whose id contains one of these texts. `*` stands for any text. */
  only?: readonly string[] | undefined
  /** The number of requests for the rates of faults. */
  rates?: number | undefined
}

/** Selects checks by level and id. */
export function selectChecks({ level, only = [] }: Pick<CheckOptions, 'level' | 'only'>): Check[] {
  const patterns = only.map((pattern) => new RegExp(pattern.split('*').map(escapePattern).join('.*')))
  return CHECKS.filter(
    (check) =>
      (level === undefined || check.level === level) &&
      (patterns.length === 0 || patterns.some((pattern) => pattern.test(check.id))),
  )
}

/** The result of a run. It is the output of `--json`. */
export type CheckRun = Awaited<ReturnType<typeof checkImplementation>>

/**
 * Checks an implementation. It deletes all tasks of the board.
 *
 * @throws Unreachable if the implementation does not respond
 */
export async function checkImplementation(options: CheckOptions) {
  const { target, variants, rates, onResult } = options
  const start = performance.now()
  const checks = await runChecks({ target, checks: selectChecks(options), variants, onResult })
  const hasFailures = checks.some(({ status }) => status === 'failed')
  const seenEdition = hasFailures ? await detectEdition(target, variants) : target.edition
  const measured = rates === undefined ? [] : await measureRates(target, rates)
  await clearBoards(target, variants)
  return {
    url: target.url,
    edition: target.edition,
    /** The edition that the implementation seems to have; `undefined` if that is not known. */
    seenEdition,
    variants,
    seconds: Math.round((performance.now() - start) / 100) / 10,
    totals: { required: countResults(checks, 'required'), decided: countResults(checks, 'decided') },
    checks,
    /** The measured rates of faults, if they were requested. */
    rates: measured,
  }
}

function countResults(checks: readonly CheckResult[], level: Level) {
  const own = checks.filter((check) => check.level === level)
  const failed = own.filter(({ status }) => status === 'failed').length
  return { passed: own.length - failed, failed }
}
