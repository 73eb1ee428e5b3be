import { setTimeout as sleep } from 'node:timers/promises'
import type { VariantName } from '../client/names.js'
import { Api, type Target } from './kit/api.js'
import type { Check, Prepared } from './kit/check.js'
import { type Exchange, Limited, NoResponse } from './kit/exchange.js'
import { Mismatch } from './kit/expect.js'

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

/** The implementation stopped responding. */
export class Unreachable extends Error {}

/** Timestamps have whole seconds, so a later one differs after this time in milliseconds. */
const NEXT_SECOND = 1050

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
 * Runs checks one after the other.
 *
 * @throws Unreachable if the implementation no longer responds
 * @throws Limited if a rate limit of the implementation makes the checks impossible
 */
export async function runChecks({
  target,
  checks,
  variants,
  wait = sleep,
  onResult,
}: RunOptions): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  let silent = 0
  for (const variant of variants) {
    const selected = checks.filter((check) => isApplicable(check, target, variant, variants))
    const early = selected.filter(({ prepare }) => prepare === undefined)
    const late = selected.filter(({ prepare }) => prepare !== undefined)
    for (const check of early) await record(await prepare(check, target, variant, wait))
    const prepared: (() => Promise<CheckResult>)[] = []
    for (const check of late) prepared.push(await prepare(check, target, variant, wait))
    if (late.length > 0) await wait(NEXT_SECOND)
    for (const finish of prepared) await record(finish)
  }
  return results

  async function record(run: () => Promise<CheckResult>): Promise<void> {
    const result = await run()
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

/**
 * Prepares a check, and returns a function that completes it. In buggy, it passes if one attempt passes: faults are random,
 * and wrong behaviour is not. A later attempt needs a wait of its own.
 */
async function prepare(
  check: Check,
  target: Target,
  variant: VariantName,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<() => Promise<CheckResult>> {
  const first = await start(check, target, variant)
  return async () => {
    let result = await first()
    const attemptsMax = variant === 'buggy' ? BUGGY_ATTEMPTS : 1
    for (let attempts = 1; result.status === 'failed' && attempts < attemptsMax; attempts++) {
      const next = await start(check, target, variant)
      if (check.prepare !== undefined) await wait(NEXT_SECOND)
      result = await next()
    }
    return result
  }
}

async function start(check: Check, target: Target, variant: VariantName): Promise<() => Promise<CheckResult>> {
  const api = new Api(target, variant)
  let prepared: Prepared
  let failure: unknown
  try {
    prepared = await check.prepare?.(api)
  } catch (error) {
    failure = error
  }
  return () =>
    judge(check, api, () => {
      if (failure !== undefined) throw failure
      return check.run(api, prepared)
    })
}

async function judge(check: Check, api: Api, run: () => Promise<void>): Promise<CheckResult> {
  const { id, area, title, level, section } = check
  const common = { id, area, title, level, section, variant: api.variant }
  try {
    await run()
    return { ...common, status: 'passed', exchanges: [] }
  } catch (error) {
    if (error instanceof Limited) throw error
    return { ...common, status: 'failed', exchanges: api.exchanges, ...explain(error, title) }
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
