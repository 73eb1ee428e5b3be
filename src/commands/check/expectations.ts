import { isDeepStrictEqual } from 'node:util'
import { fill, type Resolve, readJson, type WrittenExpectation } from '../../rules/notation.js'
import { type Json, Mismatch, type Reply } from './exchange.js'
import { valueAt } from './references.js'

/** The response to a step. If several requests are sent at the same time, `statuses` has the statuses of all responses. */
export type StepReply = Reply & { statuses: number[] }

/** Throws a `Mismatch` if a response is not as expected. */
export type Expectation = (reply: StepReply, resolve: Resolve) => unknown

/** Returns what compares a response with a written expectation. */
export function toExpectation({ place, order, operator, value }: WrittenExpectation): Expectation {
  if (place === 'status') return ({ status }) => value !== 'any' && equal({ status }, { status: Number(value) })
  const compare = operator === 'is' ? KINDS[value] : OPERATORS[operator]
  if (compare === undefined) throw new Error(`This is no expectation: ${place} ${operator} ${value}`)
  const mayLack = place.endsWith('?')
  return (reply, resolve) => {
    const found = placeIn(reply, place.replace(/\?$/, ''), mayLack || value === 'absent')
    if (mayLack && found === undefined) return
    compare(
      order === 'keys' ? Object.keys(found).sort() : order === 'sorted' ? found.toSorted() : found,
      value,
      resolve,
    )
  }
}

type Compare = (actual: Json, value: string, resolve: Resolve) => void

/** Compares a value with JSON, a regular expression, some fields of an object, or the names of its fields. */
const OPERATORS: Readonly<Record<string, Compare>> = {
  '=': (actual, value, resolve) => equal(actual, readJson(value, resolve)),
  '≠': (actual, value, resolve) => holds(!isDeepStrictEqual(actual, readJson(value, resolve)), `not ${value}`, actual),
  '>': (actual, value, resolve) => holds(rank(actual) > rank(readJson(value, resolve)), `more than ${value}`, actual),
  '<': (actual, value, resolve) => holds(rank(actual) < rank(readJson(value, resolve)), `less than ${value}`, actual),
  '~'(actual, value, resolve) {
    const [, pattern = '', flags] = /^\/(.+)\/(\w*)$/.exec(value) ?? []
    matches(actual, new RegExp(fill(pattern, resolve), flags))
  },
  contains(actual, value, resolve) {
    const expected: Record<string, unknown> = readJson(value, resolve)
    if (typeof actual !== 'object' || actual === null) throw new Mismatch(expected, actual, true)
    requireFields(actual, Object.keys(expected), expected)
    equal(Object.fromEntries(Object.keys(expected).map((name) => [name, actual[name]])), expected)
  },
  has: (actual, value) => requireFields(actual, value.split(', '), `the fields ${value}`),
}

/** What follows the operator `is`. */
const KINDS: Readonly<Record<string, Compare>> = {
  integer: (actual) => holds(Number.isInteger(actual), 'an integer', actual),
  timestamp: (actual) => matches(actual, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  date: (actual) => holds(!Number.isNaN(Date.parse(actual)), 'an ISO 8601 timestamp', actual),
  absent: (actual) => holds(actual === undefined, 'no such field', actual),
  unique: (actual) => holds(new Set(actual).size === actual.length, 'different values', actual),
  /** The positions of a column: 0, 1, 2 and so on. */
  gapless: (actual) =>
    equal(
      actual.toSorted((a: number, b: number) => a - b),
      [...actual.keys()],
    ),
}

function placeIn({ json, text, bytes, headers, statuses }: StepReply, place: string, mayLack: boolean): Json {
  if (place.startsWith('header ')) return headers.get(place.slice('header '.length))
  if (place.startsWith('/')) return valueAt(json, place, mayLack)
  if (place === 'bytes') return bytes.toString('hex')
  return { body: json, text, statuses }[place]
}

/** Orders numbers and timestamps. */
function rank(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(String(value))
}

/** Compares values deeply. */
function equal(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) throw new Mismatch(expected, actual)
}

/** Fails if a value lacks a field. It may have others. */
function requireFields(actual: unknown, names: readonly string[], expected: unknown): void {
  const missing = names.filter((name) => !Object.hasOwn(Object(actual), name))
  if (missing.length === 0) return
  const text = missing.length === 1 ? `field ${missing[0]} is` : `fields ${missing.join(', ')} are`
  throw new Mismatch(expected, `The ${text} missing`, true)
}

/** Compares a text with a pattern. */
function matches(actual: unknown, expected: RegExp): void {
  holds(typeof actual === 'string' && expected.test(actual), `text like ${expected}`, actual)
}

/** Fails if a condition is false. */
function holds(condition: boolean, expected: string, actual: unknown): void {
  if (!condition) throw new Mismatch(expected, actual)
}
