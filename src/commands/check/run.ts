import type { VariantName } from '../../contract/names.js'
import { Api, type Target } from './api.js'
import type { Check } from './check.js'
import { type Exchange, Limited, Mismatch, NoResponse, Unreachable } from './exchange.js'

/** The result of one check of one variant. */
export interface CheckResult extends Pick<Check, 'id' | 'area' | 'title' | 'level' | 'section'> {
  variant: VariantName
  status: 'passed' | 'failed'
  /** The requests of a failed check, and their responses. */
  exchanges: Exchange[]
  /** What the rule requires, and what the implementation does, if the check failed. */
  expected?: unknown
  actual?: unknown
  /** Whether a response lacks something that the check reads. */
  isOtherShape?: boolean
}

/** The maximum number of attempts in buggy, whose faults can fail a check. */
const BUGGY_ATTEMPTS = 8

/** The number of checks in a row without any response after which the run ends. */
const SILENT_CHECKS_MAX = 3

export interface RunOptions {
  target: Target
  checks: readonly Check[]
  variants: readonly VariantName[]
  /** Waits for this time in milliseconds. Tests replace it to move their clock. */
  wait?: (milliseconds: number) => Promise<unknown>
  /** Gets each result as soon as it is known. */
  onResult?: ((result: CheckResult) => unknown) | undefined
}

/**
 * Runs checks one after the other. Those that wait run at the same time.
 *
 * @throws Unreachable if the implementation no longer responds
 * @throws Limited if a rate limit of the implementation makes the checks impossible
 */
export async function runChecks({ target, checks, variants, wait, onResult }: RunOptions): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  let silent = 0
  for (const variant of variants) {
    const selected = checks.filter((check) => isApplicable(check, target, variant, variants))
    const run = (check: Check) => runCheck(check, () => new Api(target, variant, wait))
    for (const check of selected.filter(({ waits }) => !waits)) record(await run(check))
    for (const result of await Promise.all(selected.filter(({ waits }) => waits).map(run))) record(result)
  }
  return results

  function record(result: CheckResult): void {
    results.push(result)
    onResult?.(result)
    const isSilent = result.exchanges.length > 0 && result.exchanges.every(({ response }) => response === undefined)
    silent = isSilent ? silent + 1 : 0
    if (silent === SILENT_CHECKS_MAX) throw new Unreachable(String(result.actual))
  }
}

function isApplicable(check: Check, { edition }: Target, variant: VariantName, all: readonly VariantName[]): boolean {
  return (
    check.variants.includes(variant) &&
    check.editions.includes(edition) &&
    check.needs.every((needed) => all.includes(needed))
  )
}

/** Runs a check. In buggy, it passes if one attempt passes: faults are random, and wrong behaviour is not. */
async function runCheck(check: Check, createApi: () => Api): Promise<CheckResult> {
  const { id, area, title, level, section } = check
  for (let attempt = 1; ; attempt++) {
    const api = createApi()
    const { variant, exchanges } = api
    const common = { id, area, title, level, section, variant }
    try {
      await check.run(api)
      return { ...common, status: 'passed', exchanges: [] }
    } catch (error) {
      if (error instanceof Limited) throw error
      const isLast = variant !== 'buggy' || attempt === BUGGY_ATTEMPTS
      if (isLast) return { ...common, status: 'failed', exchanges, ...explain(error, title) }
    }
  }
}

/** Describes why a check failed. A response of another shape than expected causes a `TypeError`. */
function explain(error: unknown, title: string): Pick<CheckResult, 'expected' | 'actual' | 'isOtherShape'> {
  if (error instanceof Mismatch) {
    const { expected, actual, isOtherShape } = error
    return { expected, actual, ...(isOtherShape && { isOtherShape }) }
  }
  if (error instanceof NoResponse) return { expected: 'a response', actual: error.message }
  return {
    expected: title,
    actual: `A response has another shape: ${(error as Error)?.message}`,
    isOtherShape: true,
  }
}
