import type { VariantName } from '../../src/client/names.js'
import type { Target } from '../../src/conformance/kit/api.js'
import type { Check } from '../../src/conformance/kit/check.js'
import type { Fetch } from '../../src/conformance/kit/exchange.js'
import { type CheckResult, runChecks } from '../../src/conformance/run.js'
import type { Service } from '../helper.js'

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
