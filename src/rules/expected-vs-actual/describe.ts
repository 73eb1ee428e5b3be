import type { Difference } from './exchange.js'
import { typeOf } from './shorten.js'
import { code, codeDifferent, formatDuration, joinWords, looksSame, sentence, textOf } from './words.js'

/** The tense of a clause. Pages describe what is recorded, and verdicts what was there. */
export type Tense = 'present' | 'past'

/** The maximum number of ids in a sentence. */
const IDS_MAX = 10

/** The maximum length of an object in a sentence. */
const OBJECT_MAX = 60

const ARTICLES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
  object: 'an object',
}

/** Describes a difference in one sentence: "`updatedAt` of task 12 is a number instead of a string." */
export function describeDifference(difference: Difference): string {
  return sentence(clauseOf(difference, 'present'))
}

/** Describes a difference in a clause without a capital letter and a full stop. */
export function clauseOf(difference: Difference, tense: Tense): string {
  const { kind, actual, expected, items } = difference
  const be = tense === 'present' ? 'is' : 'was'
  switch (kind) {
    case 'delay':
      return `${difference.at === 'time' ? 'the response' : 'the end of the body'} was delayed by ${formatDuration(Number(actual))}`
    case 'stored':
      return 'the request stored the wrong data'
    case 'unknown':
      return 'a defect has changed the response, and the expected response is not known'
    case 'order':
      return orderClause(difference, be)
    case 'missing':
      return items === undefined ? `${subjectOf(difference)} ${be} missing` : itemsClause(difference, tense, 'left out')
    case 'added':
      return items === undefined
        ? `${subjectOf(difference)} ${be} there, but should not be`
        : itemsClause(difference, tense, 'in the list, but should not be')
    case 'repeated':
      return itemsClause(difference, tense, 'in the list more than once')
    case 'type':
      return `${subjectOf(difference)} ${be} ${typeClause(actual, expected)}`
    default: {
      const inWords = difference.at === 'body' ? bodyWords : valueWords
      const value = expected === undefined ? inWords(actual) : insteadOf(actual, expected, inWords)
      return `${subjectOf(difference)} ${be} ${value}`
    }
  }
}

/** What differs: "the status", "the header `Location`", or "`updatedAt` of task 12". */
export function subjectOf({ at, of }: Difference): string {
  if (at.startsWith('headers.')) return `the header ${code(headerName(at.slice('headers.'.length)))}`
  if (!/^body[.[]/.test(at)) return `the ${at}`
  return of === undefined ? code(at.replace(/^body\.?/, '')) : `${code(memberOf(at))} of ${of}`
}

function memberOf(at: string): string {
  return at.replace(/^body\.?(?:.*\]\.)?/, '')
}

function headerName(name: string): string {
  return name === 'www-authenticate' ? 'WWW-Authenticate' : name.replace(/(^|-)./g, (start) => start.toUpperCase())
}

/** "task 3 is left out", or "tasks 3 and 7 are left out". */
function itemsClause({ of, items, expected, actual }: Difference, tense: Tense, predicate: string): string {
  const ids = idsOf(expected ?? actual)
  const [one, several] = tense === 'present' ? ['is', 'are'] : ['was', 'were']
  const words = ids.length > 1 ? `${items}s` : items
  return `${words} ${joinWords(limit(ids))}${of === undefined ? '' : ` of ${of}`} ${ids.length > 1 ? several : one} ${predicate}`
}

function orderClause(difference: Difference, be: string): string {
  const { items, of, expected, actual } = difference
  const owner = of === undefined ? '' : ` of ${of}`
  const clause = `the order of ${items === undefined ? subjectOf(difference) : `the ${items}s${owner}`} ${be} different`
  const lists = [actual, expected] as unknown[][]
  if (lists.some(({ length }) => length > IDS_MAX)) return clause
  return `${clause}: ${insteadOf(actual, expected, (list) => (list as unknown[]).map(words).join(', '))}`
}

/** The ids of listed items. The last one can be `…`. */
function idsOf(list: unknown): string[] {
  return (list as unknown[]).map((item) => words((item as { id?: unknown }).id ?? item))
}

function words(value: unknown): string {
  return typeof value === 'number' || value === '…' ? String(value) : code(value)
}

function limit(ids: string[]): string[] {
  return ids.length > IDS_MAX ? [...ids.slice(0, IDS_MAX - 1), `${ids.length - IDS_MAX + 1} more`] : ids
}

function valueWords(value: unknown): string {
  if (value === '') return 'an empty string'
  if (typeof value === 'string') return code(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const { status, message } = value as Record<string, unknown>
  return status !== undefined && typeof message === 'string' ? `the error ${code(message)}` : code(value)
}

/** Describes a whole body. The text of a long object would hide the point of the sentence. */
function bodyWords(body: unknown): string {
  const described = valueWords(body)
  return described.startsWith('`{') && described.length > OBJECT_MAX ? 'an object' : described
}

/** "`b` instead of `a`". Different values look different. */
function insteadOf<Value>(actual: Value, expected: Value, inWords: (value: Value) => string): string {
  const shown = [inWords(actual), inWords(expected)] as const
  const [after, before] = looksSame(...shown) ? codeDifferent(textOf(actual), textOf(expected)) : shown
  // Only the starts of long values are known.
  return after === before ? 'different' : `${after} instead of ${before}`
}

/** "a number instead of a string", or "`2026-04-30` instead of null". */
function typeClause(actual: unknown, expected: unknown): string {
  const isObject = [actual, expected].some((value) => typeof value === 'object' && value !== null)
  const hasNull = actual === null || expected === null
  const words = hasNull && !isObject ? valueWords : (value: unknown) => ARTICLES[typeOf(value)] ?? 'null'
  return `${words(actual)} instead of ${words(expected)}`
}
