import type { FastifyInstance } from 'fastify'
import type { Target } from '../../src/check/kit/api.js'
import type { Check } from '../../src/check/kit/check.js'
import type { Fetch } from '../../src/check/kit/exchange.js'
import type { VariantName } from '../../src/check/kit/names.js'
import { type CheckResult, runChecks } from '../../src/check/run.js'
import type { Service } from '../helper.js'

/** Sends requests to a service in this process. */
export function fetchFrom(app: Pick<FastifyInstance, 'inject'>): Fetch {
  return async (url, { method, headers, body }) => {
    const { host, pathname, search } = new URL(url)
    const response = await app.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: { host, ...(headers as Record<string, string>) },
      ...(body && { payload: body as string }),
    })
    const hasBody = ![204, 304].includes(response.statusCode)
    return new Response(hasBody ? new Uint8Array(response.rawPayload) : null, {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    })
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
    tokens: new Map(),
    ...options,
  }
}

/** Runs checks of a service in this process, whose clock moves on instead of a wait. */
export function runInProcess(
  { app, clock }: Service,
  checks: readonly Check[],
  variants: readonly VariantName[],
  options: Partial<Target> = {},
): Promise<CheckResult[]> {
  return runChecks({
    target: targetAt('http://localhost:3000', fetchFrom(app), options),
    checks,
    variants,
    wait: async (milliseconds) => {
      clock.now += milliseconds
    },
  })
}

/** Returns the failed checks with what was expected and what happened. */
export function failuresOf(results: readonly CheckResult[]): object[] {
  return results
    .filter(({ status }) => status === 'failed')
    .map(({ variant, id, expected, actual, exchanges }) => ({ variant, id, expected, actual, last: exchanges.at(-1) }))
}
