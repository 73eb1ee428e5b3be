import type { Fetch } from '../../../src/commands/check/exchange.js'

/** The checks that at least one of these servers fails. */
export const failing = new Set<string>()

export const respond = (status: number, body: string | null): Fetch => {
  return async () => new Response(body, { status, headers: { 'content-type': 'application/json', location: '/' } })
}
