import { type Fields, isObject, parse } from '../../contract/parse.js'
import { compareHeaders } from './compare-headers.js'
import type { Difference } from './exchange.js'
import { entryAt, shortenIds, shortenItems, shortenText } from './shorten.js'

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
  else if (isComparable) yield* compareAt({ at: 'body', expected: json, actual: actualJson }, 0)
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

/** A place in both bodies. A value is `undefined` if a body does not have the place. */
interface Place<Value = unknown> {
  /** The path in the actual body, or in the expected body if the actual one lacks it. */
  at: string
  /** The nearest object with an id, in words. */
  of?: string | undefined
  expected: Value
  actual: Value
}

/** Objects nested more deeply are not compared: they count as different. */
const DEPTH_MAX = 100

/** Compares two JSON values, in the order of their members. Items of lists are matched by `id`; without an `id`, by position. */
function* compareAt(place: Place, depth: number): Generator<Difference> {
  const { expected, actual } = place
  if (expected === actual) return
  if (depth === DEPTH_MAX) yield entryOf(place)
  else if (isObject(expected) && isObject(actual)) yield* compareObjects({ ...place, expected, actual }, depth + 1)
  else if (!Array.isArray(expected) || !Array.isArray(actual)) yield entryOf(place)
  else if ([...expected, ...actual].every(isObject)) yield* compareLists({ ...place, expected, actual }, depth + 1)
  else yield* compareValues({ ...place, expected, actual }, depth + 1)
}

/** Compares lists with other items than objects: as a whole. */
function* compareValues(place: Place<unknown[]>, depth: number): Generator<Difference> {
  const { expected, actual } = place
  const isSame = (item: unknown, index: number) =>
    compareAt({ at: '', expected: item, actual: actual[index] }, depth).next().done
  if (expected.length === actual.length && expected.every(isSame)) return
  yield { ...entryOf(place), ...(hasSameItems(expected, actual) && { kind: 'order' }) }
}

function* compareObjects({ at, of, expected, actual }: Place<Fields>, depth: number): Generator<Difference> {
  const name = nameOf(expected, actual)
  const owner = name === undefined ? of : of === undefined ? name : `${name} of ${of}`
  for (const member of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const [before, after] = [own(expected, member), own(actual, member)]
    yield* compareAt({ at: memberPath(at, member), of: owner, expected: before, actual: after }, depth)
  }
}

function* compareLists({ at, of, expected, actual }: Place<Fields[]>, depth: number): Generator<Difference> {
  const [before, after] = [indexesByKey(expected), indexesByKey(actual)]
  const removed = new Set([...before].filter(([key]) => !after.has(key)).map(([, index]) => index))
  const [added, repeated] = [new Set<number>(), new Set<number>()]
  /** The items by their ids. An added item has no expected one. */
  const byId = new Map<unknown, Fields | undefined>(expected.map((item) => [idOf(item), item]))
  const nested: Difference[] = []
  for (const [key, index] of after) {
    const item = actual[index] as Fields
    const id = idOf(item)
    let match = expected[before.get(key) ?? -1]
    if (match === undefined && id !== undefined && byId.has(id)) {
      repeated.add(index)
      match = byId.get(id)
    } else if (match === undefined && removed.has(index) && (idOf(expected[index]) === undefined || id === undefined)) {
      // Only one of the two items has an id, so the position shows that they are the same.
      removed.delete(index)
      match = expected[index]
    } else if (match === undefined) {
      added.add(index)
      byId.set(id, undefined)
    }
    if (match !== undefined)
      nested.push(...compareAt({ at: `${at}[${index}]`, of, expected: match, actual: item }, depth))
  }
  const list = { at, ...(of !== undefined && { of }) }
  const items = nounOf(expected[0] ?? {}, actual[0] ?? {})
  const pick = (from: Fields[], indexes: Set<number>) => shortenItems(from.filter((_, index) => indexes.has(index)))
  const idsIn = (from: Fields[], except: Set<number>) =>
    shortenIds(from.flatMap((item, index) => (except.has(index) ? [] : [item.id ?? index])))
  if (removed.size > 0) yield { ...list, kind: 'missing', items, expected: pick(expected, removed) }
  if (added.size > 0) yield { ...list, kind: 'added', items, actual: pick(actual, added) }
  if (repeated.size > 0) yield { ...list, kind: 'repeated', items, actual: pick(actual, repeated) }
  // Which of several items with the same id is the one that was moved is unknown.
  const several = new Set(Array.from(repeated, (index) => idOf(actual[index])))
  const order = [...after].flatMap(([key, index]) => (several.has(idOf(actual[index])) ? [] : (before.get(key) ?? [])))
  if (order.some((from, index) => from < (order[index - 1] ?? 0))) {
    const others = new Set([...added, ...repeated])
    yield { ...list, kind: 'order', items, expected: idsIn(expected, removed), actual: idsIn(actual, others) }
  }
  yield* nested
}

/** Returns the index of each item by the key that matches it with an item of the other list. Items with the same id are numbered. */
function indexesByKey(list: readonly Fields[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  return new Map(
    list.map((item, index) => {
      const id = idOf(item)
      if (id === undefined) return [`index ${index}`, index]
      const count = counts.get(id) ?? 0
      counts.set(id, count + 1)
      return [`${count} ${id}`, index]
    }),
  )
}

function idOf(item: Fields | undefined): string | undefined {
  return item !== undefined && Object.hasOwn(item, 'id') ? String(item.id) : undefined
}

function entryOf({ at, of, expected, actual }: Place): Difference {
  return { ...entryAt(at, expected, actual), ...(of !== undefined && { of }) }
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
function nameOf(expected: Fields, actual: Fields): string | undefined {
  const id = idOf(actual) ?? idOf(expected)
  return id === undefined ? undefined : `${nounOf(expected, actual)} ${shortenText(id)}`
}

function own(value: Fields, member: string): unknown {
  return Object.hasOwn(value, member) ? value[member] : undefined
}

function memberPath(at: string, member: string): string {
  return /^[\w$]+$/.test(member) ? `${at}.${shortenText(member)}` : `${at}[${JSON.stringify(shortenText(member))}]`
}
