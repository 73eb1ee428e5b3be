import type { Difference } from './exchange.js'
import { shorten, shortenTexts } from './shorten.js'

/**
 * Creates the entry of a place with two values. `undefined` stands for no value.
 *
 * @param at the place
 */
export function entryAt(at: string, expected: unknown, actual: unknown): Difference {
  if (expected === undefined) return { at, kind: 'added', actual: shorten(actual) }
  if (actual === undefined) return { at, kind: 'missing', expected: shorten(expected) }
  if (typeof expected === 'string' && typeof actual === 'string') {
    const [before, after] = shortenTexts(expected, actual)
    return { at, kind: 'value', expected: before, actual: after }
  }
  const kind = typeOf(expected) === typeOf(actual) ? 'value' : 'type'
  return { at, kind, expected: shorten(expected), actual: shorten(actual) }
}

/** The JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
