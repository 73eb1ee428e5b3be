import { VALUE_BYTES_MAX } from '../../contract/limits.js'
import {
  type ChunkedList,
  countBelow,
  EMPTY_LIST,
  insertAt,
  itemAt,
  removeAt,
  replaceAt,
  sliceOf,
  toList,
} from './chunked-list.js'
import type { ForkOf, ViewOf } from './versioned.js'

/** A small thing as it is stored: JSON under an id. It is parsed when it is read, so that nobody can change it. */
export interface StoredItem {
  readonly id: string
  readonly json: string
}

/** The items of a board or a room, by kind and by ascending id. They never change: a write makes others. */
export interface Items {
  readonly lists: Readonly<Record<string, ChunkedList<StoredItem>>>
  readonly count: number
  /** The size of their rows in bytes. */
  readonly bytes: number
}

/** A kind of items. The type of their values is known to the compiler alone. */
export interface Kind<Value> {
  readonly name: string
  readonly value?: Value
}

/** A version with items. */
interface WithItems {
  readonly items: Items
}

export const NO_ITEMS: Items = { lists: {}, count: 0, bytes: 0 }

export function defineKind<Value>(name: string): Kind<Value> {
  return { name }
}

/** Returns the items of each kind. They must be in the order of their ids. */
export function toItems(byKind: ReadonlyMap<string, readonly StoredItem[]>): Items {
  const lists = Object.fromEntries([...byKind].map(([kind, items]) => [kind, toList(items)]))
  const all = [...byKind.values()].flat()
  return { lists, count: all.length, bytes: all.reduce((sum, item) => sum + bytesOf(item), 0) }
}

/** Returns the value of an item, or `undefined` if there is none. */
export function getItem<Value>({ version }: ViewOf<WithItems>, kind: Kind<Value>, id: string): Value | undefined {
  const found = find(listOf(version, kind), id).item
  return found && JSON.parse(found.json)
}

/**
 * Returns values in the order of their ids.
 *
 * @param from the first id; by default, that of the first item
 * @param max the maximum number of values
 */
export function listItems<Value>(
  { version }: ViewOf<WithItems>,
  kind: Kind<Value>,
  from = '',
  max = Number.POSITIVE_INFINITY,
): { id: string; value: Value }[] {
  const list = listOf(version, kind)
  const start = find(list, from).index
  return sliceOf(list, start, start + max).map(({ id, json }) => ({ id, value: JSON.parse(json) }))
}

export function countItems({ version }: ViewOf<WithItems>, kind: Kind<unknown>): number {
  return listOf(version, kind).length
}

/**
 * Adds an item, or replaces the one with the same id.
 *
 * @throws Error if it is too large for a row. It would make the commits of others fail.
 */
export function putItem<Value>(fork: ForkOf<WithItems>, kind: Kind<Value>, id: string, value: Value): void {
  const item = { id, json: JSON.stringify(value) }
  if (bytesOf(item) > VALUE_BYTES_MAX) throw new Error(`The item ${kind.name} ${id} exceeds ${VALUE_BYTES_MAX} bytes`)
  change(fork, kind, id, item)
}

/**
 * Yields items, the last one first. They are parsed when they are reached.
 *
 * @param from the first id; by default, that of the first item
 * @param text yields only the items whose JSON contains this text
 * @param skip the number of items at the end that are left out
 */
export function* itemsBackward<Value>(
  { version }: ViewOf<WithItems>,
  kind: Kind<Value>,
  { from = '', text = '', skip = 0 }: { from?: string; text?: string; skip?: number } = {},
): Generator<{ id: string; value: Value }> {
  const list = listOf(version, kind)
  for (let index = list.length - 1 - skip; index >= 0; index--) {
    const { id, json } = itemAt(list, index) as StoredItem
    if (id < from) return
    if (json.includes(text)) yield { id, value: JSON.parse(json) }
  }
}

/** Returns the highest id that is at most the given one, or `undefined` if there is none. */
export function idUpTo({ version }: ViewOf<WithItems>, kind: Kind<unknown>, id: string): string | undefined {
  const list = listOf(version, kind)
  return itemAt(list, countBelow(list, (item) => item.id <= id) - 1)?.id
}

/** Returns the number of items from an id on. */
export function countFrom({ version }: ViewOf<WithItems>, kind: Kind<unknown>, from: string): number {
  const list = listOf(version, kind)
  return list.length - find(list, from).index
}

/** Deletes the items from an id on. */
export function deleteItemsFrom(fork: ForkOf<WithItems>, { name }: Kind<unknown>, from = ''): void {
  const { items } = fork.version
  const list = listOf(fork.version, { name })
  const { index } = find(list, from)
  const deleted = sliceOf(list, index, list.length)
  fork.version = {
    ...fork.version,
    items: {
      lists: { ...items.lists, [name]: toList(sliceOf(list, 0, index)) },
      count: items.count - deleted.length,
      bytes: items.bytes - deleted.reduce((sum, item) => sum + bytesOf(item), 0),
    },
  }
}

/** Deletes an item, if it exists. */
export function deleteItem(fork: ForkOf<WithItems>, kind: Kind<unknown>, id: string): void {
  change(fork, kind, id, undefined)
}

function change(fork: ForkOf<WithItems>, { name }: Kind<unknown>, id: string, after: StoredItem | undefined): void {
  const { items } = fork.version
  const list = listOf(fork.version, { name })
  const { index, item: before } = find(list, id)
  if (before === undefined && after === undefined) return
  const [less, more] = [before === undefined ? 0 : 1, after === undefined ? 0 : 1]
  fork.version = {
    ...fork.version,
    items: {
      lists: { ...items.lists, [name]: put(list, index, before, after) },
      count: items.count + more - less,
      bytes: items.bytes + (after ? bytesOf(after) : 0) - (before ? bytesOf(before) : 0),
    },
  }
}

/** Adds, replaces or removes the item at an index. */
export function put<Item>(list: ChunkedList<Item>, index: number, before: Item | undefined, after: Item | undefined) {
  if (after === undefined) return removeAt(list, index)
  return before === undefined ? insertAt(list, index, after) : replaceAt(list, index, after)
}

function listOf({ items }: WithItems, { name }: Kind<unknown>): ChunkedList<StoredItem> {
  return items.lists[name] ?? EMPTY_LIST
}

/** Returns the index of an id, or where it would be. */
function find(list: ChunkedList<StoredItem>, id: string): { index: number; item: StoredItem | undefined } {
  const index = countBelow(list, (item) => item.id < id)
  const item = itemAt(list, index)
  return { index, item: item?.id === id ? item : undefined }
}

function bytesOf({ id, json }: StoredItem): number {
  return id.length + Buffer.byteLength(json)
}
