import type { Difference } from './exchange.js'

/** The maximum length of a text in a difference, in UTF-16 code units. */
const TEXT_MAX = 200

/** The maximum length of the text of an item of a list. */
const ITEM_TEXT_MAX = 60

/** The maximum number of members of an object, and of items of a list. */
const MEMBERS_MAX = 20
const IDS_MAX = 100

const DEPTH_MAX = 2

/** The maximum length of the JSON text of an object or a list. */
const JSON_MAX = 1000

const ELLIPSIS = '…'

/** Returns a text of at most `max` UTF-16 code units. */
export function shortenText(text: string, max = TEXT_MAX): string {
  if (text.length <= max) return text
  // Half of a surrogate pair is not a character.
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}${ELLIPSIS}`
}

/** The number of equal characters before the first difference of two long texts. */
const CONTEXT = 40

/** Returns two texts for display. If they are long, both start shortly before the first difference. */
export function shortenTexts(one: string, other: string, max = TEXT_MAX): [string, string] {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const start = Math.max(one.length, other.length) > max ? Math.max(same - Math.min(CONTEXT, max / 2), 0) : 0
  const cut = (text: string) => {
    const rest = text.slice(start)
    return shortenText(start === 0 ? rest : `${ELLIPSIS}${rest.replace(/^[\udc00-\udfff]/, '')}`, max)
  }
  return [cut(one), cut(other)]
}

/** Returns a JSON value for display. Long texts are cut, and deep or large parts are replaced by `…`. */
export function shorten(value: unknown): unknown {
  const short = shortenParts(value, DEPTH_MAX)
  if (typeof short !== 'object') return short
  const text = JSON.stringify(short)
  return text.length > JSON_MAX ? shortenText(text) : short
}

function shortenParts(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortenText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return ELLIPSIS
  if (Array.isArray(value)) {
    return limitList(value, MEMBERS_MAX).map((item) => shortenParts(item, depth - 1))
  }
  const members = Object.entries(value)
  const short = members
    .slice(0, MEMBERS_MAX)
    .map(([name, member]) => [shortenText(name), shortenParts(member, depth - 1)] as const)
  return Object.fromEntries(members.length > MEMBERS_MAX ? [...short, [ELLIPSIS, ELLIPSIS]] : short)
}

/** Returns the ids of items, at most 100 of them. */
export function shortenIds(ids: readonly unknown[]): unknown[] {
  return limitList(ids, IDS_MAX).map(shortenId)
}

/** The texts by which people recognise an item. */
const NAMES = ['title', 'text', 'fileName']

/** Returns the id and the name of each item: `{ id: 3, title: 'Buy milk' }`. Items without an id are shortened. */
export function shortenItems(items: readonly object[]): unknown[] {
  return limitList(items.map(shortenItem), MEMBERS_MAX)
}

function shortenId(id: unknown): unknown {
  return typeof id === 'string' ? shortenText(id, ITEM_TEXT_MAX) : shorten(id)
}

function shortenItem(item: object): unknown {
  const { id, ...members } = item as Record<string, unknown>
  if (id === undefined) return shorten(item)
  const name = NAMES.find((known) => typeof members[known] === 'string')
  return { id: shortenId(id), ...(name !== undefined && { [name]: shortenText(String(members[name]), ITEM_TEXT_MAX) }) }
}

function limitList(list: readonly unknown[], max: number): unknown[] {
  return list.length > max ? [...list.slice(0, max), ELLIPSIS] : [...list]
}

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
