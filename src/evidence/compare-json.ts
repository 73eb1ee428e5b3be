import { create, type Delta } from 'jsondiffpatch'
import { entryAt } from './entry.js'
import type { Difference } from './exchange.js'
import { compareLongLists } from './long-lists.js'
import { shortenIds, shortenItems, shortenText } from './shorten.js'

type Members = Record<string, unknown>

/** A place in both bodies. A value is `undefined` if a body does not have the place. */
interface Place {
  /** The path in the actual body, or in the expected body if the actual one lacks it. */
  at: string
  /** The nearest object with an id, in words. */
  of?: string | undefined
  expected: unknown
  actual: unknown
}

/** Objects nested more deeply are compared as one value. */
const DEPTH_MAX = 100

const keyOf = (item: object, index?: number) => (hasId(item) ? `id ${item.id}` : `index ${index}`)

const patcher = create({
  objectHash: keyOf,
  // The package mistakes inherited members such as `constructor` for members. No response of the API has such names.
  propertyFilter: (name) => !(name in Object.prototype),
})
compareLongLists(patcher, keyOf)

/**
 * Compares two JSON values. Items of lists are matched by `id`; without an `id`, by position.
 *
 * @returns the differences, in the order of the members
 */
export function* compareJson(expected: unknown, actual: unknown): Generator<Difference> {
  yield* compareAt({ at: 'body', expected, actual }, 0)
}

function compareAt(place: Place, depth: number): Generator<Difference> {
  return walk(patcher.diff(place.expected, place.actual), place, depth)
}

function* walk(delta: Delta, place: Place, depth: number): Generator<Difference> {
  if (delta === undefined) return
  if (Array.isArray(delta) || depth === DEPTH_MAX) yield entryOf(place)
  else if (Array.isArray(place.actual)) yield* walkList(delta as Members, place, depth)
  else yield* walkObject(delta as Members, place, depth)
}

function* walkObject(delta: Members, { at, of, expected, actual }: Place, depth: number): Generator<Difference> {
  const name = nameOf(expected as Members, actual as Members)
  const owner = name === undefined ? of : of === undefined ? name : `${name} of ${of}`
  const members = new Set([...Object.keys(expected as Members), ...Object.keys(actual as Members)])
  for (const member of members) {
    const place = {
      at: memberPath(at, member),
      of: owner,
      expected: own(expected, member),
      actual: own(actual, member),
    }
    if (Object.hasOwn(delta, member)) yield* walk(delta[member] as Delta, place, depth + 1)
  }
}

function* walkList(delta: Members, place: Place, depth: number): Generator<Difference> {
  const { at, of } = place
  const [expected, actual] = [place.expected as unknown[], place.actual as unknown[]]
  if (!isListOfObjects(expected) || !isListOfObjects(actual)) {
    yield { ...entryOf(place), ...(hasSameItems(expected, actual) && { kind: 'order' }) }
    return
  }
  // The keys of removed and moved items are `_` and the index in the expected list.
  const removed = indexesIn(expected, (index) => isRemoved(delta[`_${index}`]))
  const added = indexesIn(actual, (index) => Array.isArray(delta[index]))
  const byId = new Map(expected.map((item) => [hasId(item) && String(item.id), item]))
  const repeated = repeatedIn(actual, added, byId)
  const nested: Difference[] = []
  for (const index of actual.keys()) {
    const after = actual[index]
    const item = { at: `${at}[${index}]`, of, expected: expected[index], actual: after }
    const before = hasId(after) ? byId.get(String(after.id)) : item.expected
    if (repeated.has(index)) {
      added.delete(index)
      if (before !== undefined) nested.push(...compareAt({ ...item, expected: before }, depth + 1))
    } else if (!added.has(index)) {
      nested.push(...walk(delta[index] as Delta, { ...item, expected: before }, depth + 1))
    } else if (removed.has(index) && !(hasId(item.expected) && hasId(item.actual))) {
      // Only one of the two items has an id, so the position shows that they are the same.
      removed.delete(index)
      added.delete(index)
      nested.push(...compareAt(item, depth + 1))
    }
  }
  const list = { at, ...(of !== undefined && { of }) }
  const items = nounOf(expected[0] ?? {}, actual[0] ?? {})
  const pick = (from: object[], indexes: Set<number>) =>
    shortenItems([...indexes].map((index) => from[index] as object))
  if (removed.size > 0) yield { ...list, kind: 'missing', items, expected: pick(expected, removed) }
  if (added.size > 0) yield { ...list, kind: 'added', items, actual: pick(actual, added) }
  if (repeated.size > 0) yield { ...list, kind: 'repeated', items, actual: pick(actual, repeated) }
  if (Object.entries(delta).some(([key, change]) => key.startsWith('_') && !isRemoved(change) && key !== '_t')) {
    yield {
      ...list,
      kind: 'order',
      items,
      expected: idsOf(expected, removed),
      actual: idsOf(actual, new Set([...added, ...repeated])),
    }
  }
  yield* nested
}

/** Returns the added items whose id is also that of another item. The first of several that should not be there is none. */
function repeatedIn(
  actual: readonly object[],
  added: ReadonlySet<number>,
  expected: ReadonlyMap<unknown, object>,
): Set<number> {
  const known = new Set(expected.keys())
  return indexesIn(actual, (index) => {
    const item = actual[index]
    if (!added.has(index) || !hasId(item)) return false
    const isKnown = known.has(String(item.id))
    known.add(String(item.id))
    return isKnown
  })
}

function entryOf({ at, of, expected, actual }: Place): Difference {
  return { ...entryAt(at, expected, actual), ...(of !== undefined && { of }) }
}

function indexesIn(list: readonly unknown[], isIncluded: (index: number) => boolean): Set<number> {
  return new Set([...list.keys()].filter(isIncluded))
}

function isRemoved(change: unknown): boolean {
  return Array.isArray(change) && change[2] === 0
}

function idsOf(list: object[], except: Set<number>): unknown[] {
  return shortenIds(list.flatMap((item, index) => (except.has(index) ? [] : [hasId(item) ? item.id : index])))
}

function hasId(value: unknown): value is { id: unknown } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'id')
}

function isListOfObjects(list: unknown[]): list is object[] {
  return list.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
}

/** Whether two lists have the same texts, numbers, booleans and `null`, in any order. */
function hasSameItems(expected: unknown[], actual: unknown[]): boolean {
  const isPlain = [...expected, ...actual].every((item) => typeof item !== 'object' || item === null)
  const sorted = (list: unknown[]) => JSON.stringify(list.map((item) => JSON.stringify(item)).sort())
  return isPlain && sorted(expected) === sorted(actual)
}

/** What an object is, by a member that only such objects have. */
const NOUNS = { title: 'task', fileName: 'attachment', done: 'checklist item', text: 'comment', username: 'user' }

function nounOf(expected: object, actual: object): string {
  const [, noun] =
    Object.entries(NOUNS).find(([key]) => Object.hasOwn(expected, key) || Object.hasOwn(actual, key)) ?? []
  return noun ?? 'item'
}

/** Returns the name of an object with an id: `task 12`. */
function nameOf(expected: object, actual: object): string | undefined {
  const owner = [actual, expected].find(hasId)
  return owner && `${nounOf(expected, actual)} ${shortenText(String(owner.id))}`
}

function own(value: unknown, member: string): unknown {
  return Object.hasOwn(value as object, member) ? (value as Members)[member] : undefined
}

function memberPath(at: string, member: string): string {
  return /^[\w$]+$/.test(member) ? `${at}.${shortenText(member)}` : `${at}[${JSON.stringify(shortenText(member))}]`
}
