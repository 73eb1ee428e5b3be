/**
 * A sorted list that never changes: each change returns a new list, which shares all chunks but one or two with the old
 * one. A change therefore costs the same at 100 and at 100,000 items, and two versions of a list are compared by their
 * chunks.
 */
export interface ChunkedList<Item> {
  readonly chunks: readonly (readonly Item[])[]
  /** The index of the first item of each chunk. */
  readonly starts: readonly number[]
  readonly length: number
}

/** The maximum number of items in a chunk. */
export const CHUNK_MAX = 512

/** Two neighbouring chunks that together have at most this many items become one. */
const MERGED_MAX = CHUNK_MAX / 2

export const EMPTY_LIST: ChunkedList<never> = { chunks: [], starts: [], length: 0 }

/** Returns the list of some items, in their order. */
export function toList<Item>(items: readonly Item[]): ChunkedList<Item> {
  const chunks: Item[][] = []
  for (let start = 0; start < items.length; start += CHUNK_MAX) chunks.push(items.slice(start, start + CHUNK_MAX))
  return fromChunks(chunks)
}

function fromChunks<Item>(chunks: readonly (readonly Item[])[]): ChunkedList<Item> {
  let length = 0
  const starts = chunks.map((chunk) => {
    length += chunk.length
    return length - chunk.length
  })
  return { chunks, starts, length }
}

/** Returns the item at an index, or `undefined` if there is none. */
export function itemAt<Item>(list: ChunkedList<Item>, index: number): Item | undefined {
  const at = chunkOf(list, index)
  return list.chunks[at]?.[index - (list.starts[at] as number)]
}

/** Returns the items from an index up to another one. */
export function sliceOf<Item>(list: ChunkedList<Item>, from: number, to: number): Item[] {
  const items: Item[] = []
  const end = Math.min(to, list.length)
  for (let at = chunkOf(list, from); from + items.length < end; at++) {
    const start = list.starts[at] as number
    items.push(...(list.chunks[at] as readonly Item[]).slice(from + items.length - start, end - start))
  }
  return items
}

/** Returns the number of items at the start of a list for which a condition holds. It holds for none after them. */
export function countBelow<Item>({ chunks, starts }: ChunkedList<Item>, isBelow: (item: Item) => boolean): number {
  const at = countFirst(chunks, (chunk) => isBelow(chunk[0] as Item)) - 1
  const chunk = chunks[at]
  return chunk === undefined ? 0 : (starts[at] as number) + countFirst(chunk, isBelow)
}

/** The same as `countBelow` for an array. */
export function countFirst<Item>(items: readonly Item[], isBelow: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(items[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the number of items whose number is smaller, in a list that is sorted by numbers. It is faster than `countBelow`:
 * numbers are mostly evenly spread, so a good guess saves reading items that are not in the cache of the processor.
 */
export function countSmaller<Item>(
  { chunks, starts }: ChunkedList<Item>,
  numberOf: (item: Item) => number,
  number: number,
) {
  const at = countFirst(chunks, (chunk) => numberOf(chunk[0] as Item) < number) - 1
  const chunk = chunks[at]
  if (chunk === undefined) return 0
  const start = starts[at] as number
  const first = numberOf(chunk[0] as Item)
  const last = numberOf(chunk.at(-1) as Item)
  let low = 1
  let high = chunk.length
  let middle = last < number ? high - 1 : Math.round(((number - first) / (last - first)) * (high - 1))
  while (low < high) {
    const found = numberOf(chunk[middle] as Item)
    if (found === number) return start + middle
    if (found < number) low = middle + 1
    else high = middle
    middle = (low + high) >> 1
  }
  return start + low
}

/** Returns the number of the chunk that has an index. */
function chunkOf({ starts }: ChunkedList<unknown>, index: number): number {
  return countFirst(starts, (start) => start <= index) - 1
}

/**
 * Returns the list after a change at an index.
 *
 * @param before the item there; `undefined` to insert one before it
 * @param after the item that it becomes; `undefined` to remove it
 */
export function changeAt<Item>(
  list: ChunkedList<Item>,
  index: number,
  before: Item | undefined,
  after: Item | undefined,
): ChunkedList<Item> {
  const { chunks, starts, length } = list
  const isAppended = index === length
  const at = isAppended ? Math.max(chunks.length - 1, 0) : chunkOf(list, index)
  const chunk = chunks[at] ?? []
  const inChunk = index - (starts[at] ?? 0)
  if (before !== undefined && after !== undefined)
    return { ...list, chunks: chunks.with(at, chunk.with(inChunk, after)) }
  const changed = after === undefined ? chunk.toSpliced(inChunk, 1) : chunk.toSpliced(inChunk, 0, after)
  const next = chunks[at + 1] ?? []
  if (changed.length > CHUNK_MAX) {
    // Items are mostly added to the end. A new chunk there leaves full chunks, where a division would leave half ones.
    const first = isAppended ? CHUNK_MAX : changed.length >> 1
    return fromChunks(chunks.toSpliced(at, 1, changed.slice(0, first), changed.slice(first)))
  }
  if (changed.length > 0 && changed.length + next.length > MERGED_MAX) return fromChunks(chunks.with(at, changed))
  return fromChunks(chunks.toSpliced(at, 2, changed.concat(next)).filter(({ length }) => length > 0))
}
