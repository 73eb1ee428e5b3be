import { isDeepStrictEqual } from 'node:util'
import type { RecordedResponse } from '../expected-vs-actual/exchange.js'
import type { Expectation, Matcher } from './exposure.js'

/** Whether a response meets an expectation. One that refers to other responses is never met. */
export function meets({ at, is }: Expectation, response: RecordedResponse): boolean {
  if (at === 'bytes' || /\{[\w/]+|"\$"/.test(JSON.stringify(is))) return false
  if (at === 'status') return matches(response.status, is)
  if (at.startsWith('header:')) return matches(response.headers[at.slice('header:'.length)], is)
  try {
    return matches(pointTo(JSON.parse(response.body.text ?? ''), at.split('/').slice(1)), is)
  } catch {
    // The body is no JSON, is cut, or does not have the value.
    return false
  }
}

function matches(actual: unknown, is: Matcher): boolean {
  if ('unique' in is) return new Set(actual as unknown[]).size === (actual as unknown[]).length
  if ('matches' in is) return typeof actual === 'string' && new RegExp(is.matches).test(actual)
  if ('greaterThan' in is) return (actual as number) > (is.greaterThan as number)
  if ('equals' in is) return is.plus === undefined && isDeepStrictEqual(actual, is.equals)
  const items = is.split === undefined ? actual : String(actual).split(is.split)
  return isDeepStrictEqual([...(items as unknown[])].sort(), [...is.sameItems].sort())
}

/** Returns the value that a JSON pointer names; for `*`, a list with that of each item. */
function pointTo(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  if (name === '*') return (value as unknown[]).map((item) => pointTo(item, rest))
  return pointTo((value as Record<string, unknown>)[name], rest)
}
