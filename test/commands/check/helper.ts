import type { Target } from '../../../src/commands/check/api.js'
import { CHECKS } from '../../../src/commands/check/areas.js'
import type { Check } from '../../../src/commands/check/check.js'
import type { Fetch } from '../../../src/commands/check/exchange.js'
import { type CheckResult, runChecks } from '../../../src/commands/check/run.js'
import type { VariantName } from '../../../src/contract/names.js'
import type { Service } from '../../kit/helper.js'
import { inTurn } from '../../kit/length.js'

/**
 * Sends requests to a service in this process.
 *
 * @param unchecked do not compare the responses with the published document
 */
export function fetchFrom({ send }: Pick<Service, 'send'>, unchecked = false): Fetch {
  return async (url, { method, headers, body }) => {
    const { host, pathname, search } = new URL(url)
    // Without `Prefer`, buggy has exactly the headers of its document. The tests configure its faults.
    const { prefer: _, ...sent } = headers as Record<string, string>
    const reply = await send(`${method} ${pathname}${search}`, {
      headers: { host, ...sent },
      ...(body && { body: body as string }),
      unchecked,
    })
    const hasBody = ![204, 304].includes(reply.status)
    return new Response(hasBody ? new Uint8Array(reply.bytes) : null, { status: reply.status, headers: reply.headers })
  }
}

/** An implementation with the published accounts. */
export function targetAt(url: string, fetch: Fetch, options: Partial<Target> = {}): Target {
  return {
    url,
    edition: 'current',
    admin: { username: 'admin', password: 'admin123' },
    user: { username: 'user', password: 'user123' },
    timeout: 10_000,
    fetch,
    wait: async () => {},
    tokens: new Map(),
    ...options,
  }
}

/**
 * Runs checks of a service in this process, whose clock moves on instead of a wait. All responses must also match the
 * published document, unless the options have another `fetch`.
 */
export function runInProcess(
  service: Service,
  checks: readonly Check[],
  variants: readonly VariantName[],
  options: Partial<Target> = {},
): Promise<CheckResult[]> {
  return runChecks({
    target: targetAt('http://localhost:3000', fetchFrom(service), options),
    checks,
    variants,
    wait: async (milliseconds) => {
      service.clock.now += milliseconds
    },
  })
}

/** Returns the failed checks with what was expected and what happened. */
export function failuresOf(results: readonly CheckResult[]): object[] {
  return results
    .filter(({ status }) => status === 'failed')
    .map(({ variant, id, expected, actual, exchanges }) => ({ variant, id, expected, actual, last: exchanges.at(-1) }))
}

/** Checks and the variants in which they run. */
export type Part = readonly [checks: readonly Check[], variants: readonly VariantName[]]

/**
 * Divides all checks among variants: each runs in one of them in `npm test`, in all of them before a release. Checks that
 * compare variants always run in all.
 */
export function divideChecks(variants: readonly VariantName[]): Part[] {
  const own = (check: Check) => variants.filter((variant) => check.variants.includes(variant))
  const alone = CHECKS.filter((check) => check.needs.length === 0 && own(check).length > 0)
  const partOf = (variant: VariantName) => alone.filter((check, number) => inTurn(own(check), number).includes(variant))
  return [
    [CHECKS.filter(({ needs }) => needs.length > 0), variants],
    ...variants.map((variant): Part => [partOf(variant), [variant]]),
  ]
}

/** Runs the parts one after the other. */
export async function runParts(
  service: Service,
  parts: readonly Part[],
  options: Partial<Target> = {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const [checks, variants] of parts) results.push(...(await runInProcess(service, checks, variants, options)))
  return results
}
