import { parse } from '../../contract/parse.js'
import { compareHeaders } from './compare-headers.js'
import { compareJson } from './compare-json.js'
import type { Difference } from './exchange.js'
import { entryAt } from './shorten.js'

/** The maximum number of differences of a response. */
const DIFFERENCES_MAX = 50

/** A finished response. */
export interface FullResponse {
  status: number
  /** The values by name in lower case. Only those of a few headers are compared. */
  headers: Record<string, string>
  /** The whole text; `null` if there is no body, or if it is not text. */
  body: string | null
  /** The length of the body in bytes, to compare bodies that are not text. */
  bytes?: number
}

/**
 * Lists what differs between two responses: what a reviewer would underline.
 *
 * Consequences of a cause are entries of their own: if a task is left out, `totalElements` also differs.
 *
 * @param max the maximum number of entries, by default 50
 * @returns an empty list if the responses mean the same
 */
export function differenceOf(expected: FullResponse, actual: FullResponse, max = DIFFERENCES_MAX): Difference[] {
  const differences: Difference[] = []
  for (const difference of compare(expected, actual)) {
    differences.push(difference)
    if (differences.length === max) break
  }
  return differences
}

function* compare(expected: FullResponse, actual: FullResponse): Generator<Difference> {
  if (expected.status !== actual.status) {
    yield { at: 'status', kind: 'value', expected: expected.status, actual: actual.status }
  }
  yield* compareHeaders(expected.headers, actual.headers)
  yield* compareBodies(expected, actual)
}

function* compareBodies(expected: FullResponse, actual: FullResponse): Generator<Difference> {
  const [before, after] = [textOf(expected), textOf(actual)]
  if (before === after) return
  const [json, actualJson] = [parse(before), parse(after)]
  // An error and a success have nothing in common, so their members are not compared one by one.
  const isComparable = isError(expected) === isError(actual)
  if (json === undefined || actualJson === undefined) yield entryAt('body', before, after)
  else if (isComparable) yield* compareJson(json, actualJson)
  else yield entryAt('body', json, actualJson)
}

function isError({ status }: FullResponse): boolean {
  return status >= 400
}

/** The text of a body, or how long it is if it is not text. `undefined` if there is no body. */
function textOf({ body, bytes = 0 }: FullResponse): string | undefined {
  if (body === null && bytes > 0) return `${bytes} bytes`
  return body === null || body === '' ? undefined : body
}
