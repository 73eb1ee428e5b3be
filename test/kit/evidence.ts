import type { Evidence } from '../../src/rules/expected-vs-actual/evidence.js'
import type { Difference, Exchange } from '../../src/rules/expected-vs-actual/exchange.js'

/** Differences of several kinds. */
export const DATE: Difference = {
  at: 'body.content[3].updatedAt',
  kind: 'type',
  of: 'task 12',
  expected: '2026-03-02T08:30:00Z',
  actual: 1772440200,
}
export const DELAY: Difference = { at: 'time', kind: 'delay', actual: 3400 }
export const PRIORITY: Difference = { at: 'body.priority', kind: 'missing', of: 'task 3', expected: 'LOW' }
export const STATUS: Difference = { at: 'status', kind: 'value', expected: 201, actual: 200 }
export const LEFT_OUT: Difference = {
  at: 'body.content',
  kind: 'missing',
  items: 'task',
  expected: [
    { id: 3, title: 'a' },
    { id: 7, title: 'b' },
  ],
}

/** The body of a page of tasks. */
export const TEXT = '{"content":[{"id":12,"title":"Buy milk","updatedAt":"2026-03-02T08:30:00Z"}],"totalPages":1}'

/** A recorded exchange whose response has this body. */
export function exchangeOf(changes: Partial<Exchange> = {}, status = 200, text: string | null = TEXT): Exchange {
  return {
    request: { mediaType: null, body: { text: null, bytes: 0 } },
    response: { status, headers: {}, body: { text, bytes: text?.length ?? 0 } },
    firstByte: 12_300,
    disconnected: false,
    ...changes,
  }
}

/** The evidence about a response that these faults have changed. */
export const evidence = (
  changed: string[],
  difference: Difference[] = [],
  exchange: Exchange | null = exchangeOf(),
): Evidence => ({ exchange, difference, work: difference, changed })
