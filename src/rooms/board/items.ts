import { type ForkOf, putRow, type ViewOf } from '../versioned.js'
import { type ChunkedList, changeAt, countBelow, EMPTY_LIST, itemAt, sliceOf, toList } from './chunked-list.js'
import { parseRow } from './parse-row.js'

/** The kinds of the rows of a board, and the id of the only row of its last ids. */
export const TASK_KIND = 'task'
export const COMMENT_KIND = 'comment'
export const IDS_KIND = 'ids'
export const IDS_ID = 'last'
/** The kind of the rows that keep a blob, which have its id. */
export const FILE_KIND = 'file'

/** The number of digits of the largest id. */
const ID_DIGITS = String(Number.MAX_SAFE_INTEGER).length

/** Returns the id of a row. Numbers are padded, so that the order of the texts is that of the numbers. */
export function toRowId(id: number): string {
  return String(id).padStart(ID_DIGITS, '0')
}

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

type View = ViewOf<{ readonly items: Items }>
type Fork = ForkOf<{ readonly items: Items }>

/** What an item or a comment takes in memory besides its text, in bytes (measured with Node.js 20). */
export const ITEM_BYTES = 100

export const NO_ITEMS: Items = { lists: {}, count: 0, bytes: 0 }

/** A row as the storage reads it. */
export interface StoredRow {
  kind: string
  id: string
  value: string
}

/** Returns the items that rows contain, in the order of their kinds and ids. */
export function toItems(rows: readonly StoredRow[]): Items {
  const byKind = new Map<string, StoredItem[]>()
  for (const { kind, id, value } of rows) addTo(byKind, kind, { id, json: value })
  let items = NO_ITEMS
  for (const [kind, all] of byKind) items = withList(items, kind, toList(all), [], all)
  return items
}

/** Adds an element to one of several lists. */
export function addTo<Key, Element>(lists: Map<Key, Element[]>, key: Key, element: Element): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [element])
  else list.push(element)
}

/** Returns the approximate size of items in memory, in bytes. */
export function memoryOf({ bytes, count }: Items): number {
  return bytes + ITEM_BYTES * count
}

/** The values of items that are read often. */
const shared = new WeakMap<StoredItem, unknown>()

/** An item with its value. */
interface Parsed<Value> {
  id: string
  value: Value
}

export type Kind<Value = unknown> = ReturnType<typeof defineKind<Value>>

/** Defines a kind of items: what reads and writes those of a board or a room. */
export function defineKind<Value>(name: string) {
  const listOf = ({ version }: View): ChunkedList<StoredItem> => version.items.lists[name] ?? EMPTY_LIST

  function setList(fork: Fork, list: ChunkedList<StoredItem>, removed: Some, added: Some): void {
    fork.version = { ...fork.version, items: withList(fork.version.items, name, list, removed, added) }
  }

  function change(fork: Fork, id: string, after: StoredItem | undefined): void {
    const list = listOf(fork)
    const { index, item: before } = find(list, id)
    if (before?.json === after?.json) return
    putRow(fork, name, id, after?.json ?? null)
    setList(fork, changeAt(list, index, before, after), before ? [before] : [], after ? [after] : [])
  }

  /**
   * Returns items in the order of their ids, as they are stored. They never change.
   *
   * @param from the first id; by default, that of the first item
   * @param max the maximum number of items
   */
  function stored(view: View, from = '', max = Number.POSITIVE_INFINITY): readonly StoredItem[] {
    const items = listOf(view)
    const start = find(items, from).index
    return sliceOf(items, start, start + max)
  }

  const parse = ({ id, json }: StoredItem) => parseRow<Value>({ kind: name, id }, json)

  /** Returns what `stored` returns with its values. */
  function list(view: View, from?: string, max?: number): Parsed<Value>[] {
    return stored(view, from, max).map((item) => ({ id: item.id, value: parse(item) }))
  }

  return {
    name,
    /** Returns the value of an item, or `undefined` if there is none. */
    get(view: View, id: string): Value | undefined {
      const found = find(listOf(view), id).item
      return found && parse(found)
    },
    /** Returns what `get` returns, but parses each item once. All readers share the value, so none must change it. */
    read(view: View, id: string): Readonly<Value> | undefined {
      const { item } = find(listOf(view), id)
      if (item === undefined) return undefined
      const known = shared.get(item)
      if (known !== undefined) return known as Value
      const value = parse(item)
      shared.set(item, value)
      return value
    },
    list,
    stored,
    /**
     * Yields items, the last one first. They are parsed when they are reached.
     *
     * @param from the first id; by default, that of the first item
     * @param text yields only the items whose JSON contains this text
     * @param skip the number of items at the end that are left out
     */
    *backward(view: View, { from = '', text = '', skip = 0 } = {}): Generator<Parsed<Value>> {
      const items = listOf(view)
      for (let index = items.length - 1 - skip; index >= 0; index--) {
        const item = itemAt(items, index) as StoredItem
        if (item.id < from) return
        if (item.json.includes(text)) yield { id: item.id, value: parse(item) }
      }
    },
    /** Returns the number of items from an id on; by default, of all. */
    count(view: View, from = ''): number {
      const items = listOf(view)
      return items.length - find(items, from).index
    },
    /** Returns the highest id that is at most the given one, or `undefined` if there is none. */
    idUpTo(view: View, id: string): string | undefined {
      const items = listOf(view)
      return itemAt(items, countBelow(items, (item) => item.id <= id) - 1)?.id
    },
    /** Adds an item, or replaces the one with the same id. Throws an error if it is too large for a row. */
    put: (fork: Fork, id: string, value: Value) => change(fork, id, { id, json: JSON.stringify(value) }),
    /** Does what `put` does, for a value that `read` then returns without parsing it. Nothing must change it. */
    putShared(fork: Fork, id: string, value: Value): void {
      const item = { id, json: JSON.stringify(value) }
      shared.set(item, value)
      change(fork, id, item)
    },
    /** Deletes an item, if it exists. */
    delete: (fork: Fork, id: string) => change(fork, id, undefined),
    /** Deletes the first items as long as a condition holds for them. */
    deleteWhile(fork: Fork, isSurplus: (item: Parsed<Value>) => boolean): void {
      for (let [item] = list(fork, '', 1); item && isSurplus(item); [item] = list(fork, '', 1)) {
        change(fork, item.id, undefined)
      }
    },
    /** Deletes the items from an id on; by default, all. */
    deleteFrom(fork: Fork, from = ''): void {
      const items = listOf(fork)
      const removed = stored(fork, from)
      for (const { id } of removed) putRow(fork, name, id, null)
      setList(fork, toList(sliceOf(items, 0, items.length - removed.length)), removed, [])
    },
  }
}

type Some = readonly StoredItem[]

function withList(
  { lists, count, bytes }: Items,
  name: string,
  list: ChunkedList<StoredItem>,
  removed: Some,
  added: Some,
) {
  return {
    lists: { ...lists, [name]: list },
    count: count + added.length - removed.length,
    bytes: bytes + bytesOf(added) - bytesOf(removed),
  }
}

/** Returns the index of an id, or where it would be. */
function find(list: ChunkedList<StoredItem>, id: string): { index: number; item: StoredItem | undefined } {
  const index = countBelow(list, (item) => item.id < id)
  const item = itemAt(list, index)
  return { index, item: item?.id === id ? item : undefined }
}

function bytesOf(items: Some): number {
  return items.reduce((sum, { id, json }) => sum + id.length + Buffer.byteLength(json), 0)
}
