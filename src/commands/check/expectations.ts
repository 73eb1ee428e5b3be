import { isDeepStrictEqual } from 'node:util'
import type { Json, Reply } from './exchange.js'
import { equal, fields, hasFields, holds, matches } from './expect.js'
import { fill, readJson, valueAt } from './references.js'

/** The response to a step. If several requests are sent at the same time, `statuses` has the statuses of all responses. */
export type StepReply = Reply & { statuses: number[] }

/** Throws a `Mismatch` if a response is not as expected. `known` has the values of references. */
export type Expectation = (reply: StepReply, known: Json) => void

/**
 * Reads an expectation:
 *
 * - `201`: the status. `any`: nothing.
 * - `{…}`: the JSON body has these fields, among others.
 * - A place, an operator and a value. Places are `body`, a path in it such as `/content/0/id` (`*` stands for each item),
 *   `text`, `bytes`, `header name`, and `statuses` of requests at the same time; `keys` and `sorted` sort the names or the
 *   items there. A field whose name ends with `?` may be missing. For the operators, see `OPERATORS`.
 */
export function readExpectation(text: string): Expectation {
  if (text === 'any') return () => {}
  if (/^\d+$/.test(text)) return ({ status }) => equal({ status }, { status: Number(text) })
  if (text.startsWith('{')) return ({ json }, known) => fields(json, readJson(text, known))
  const [, place = '', order, operator = '', value = ''] =
    /^(\/\S+|body|text|bytes|statuses|header \S+)(?: (keys|sorted))? (\S+) (.+)$/s.exec(text) ?? []
  const compare = operator === 'is' ? KINDS[value] : OPERATORS[operator]
  if (compare === undefined) throw new Error(`This is no expectation: ${text}`)
  const mayLack = place.endsWith('?')
  return (reply, known) => {
    const found = placeIn(reply, place.replace(/\?$/, ''), mayLack || value === 'absent')
    if (mayLack && found === undefined) return
    compare(order === 'keys' ? Object.keys(found).sort() : order === 'sorted' ? found.toSorted() : found, value, known)
  }
}

type Compare = (actual: Json, value: string, known: Json) => void

/** Compares a value with JSON, a regular expression, some fields of an object, or the names of its fields. */
const OPERATORS: Readonly<Record<string, Compare>> = {
  '=': (actual, value, known) => equal(actual, readJson(value, known)),
  '≠': (actual, value, known) => holds(!isDeepStrictEqual(actual, readJson(value, known)), `not ${value}`, actual),
  '>': (actual, value, known) => holds(rank(actual) > rank(readJson(value, known)), `more than ${value}`, actual),
  '<': (actual, value, known) => holds(rank(actual) < rank(readJson(value, known)), `less than ${value}`, actual),
  '~'(actual, value, known) {
    const [, pattern = '', flags] = /^\/(.+)\/(\w*)$/.exec(value) ?? []
    matches(actual, new RegExp(fill(pattern, known), flags))
  },
  contains: (actual, value, known) => fields(actual, readJson(value, known)),
  has: (actual, value) => hasFields(actual, value.split(', ')),
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
