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
  const { chunks, starts } = list
  const items: Item[] = []
  const end = Math.min(to, list.length)
  for (let at = chunkOf(list, from); from + items.length < end; at++) {
    const start = starts[at] as number
    items.push(...(chunks[at] as readonly Item[]).slice(from + items.length - start, end - start))
  }
  return items
}

/** Returns the number by which a list is sorted. */
export type NumberOf<Item> = (item: Item) => number

/** Returns the number of items whose number is smaller, which is also the index of the first other item. */
export function countSmaller<Item>(
  { chunks, starts }: ChunkedList<Item>,
  numberOf: NumberOf<Item>,
  number: number,
): number {
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numberOf(chunks[middle]?.[0] as Item) < number) low = middle + 1
    else high = middle
  }
  const chunk = chunks[low - 1]
  return chunk === undefined ? 0 : (starts[low - 1] as number) + countSmallerIn(chunk, numberOf, number)
}

/** Returns the number of items at the start of a list for which a condition holds. It holds for none after them. */
export function countBelow<Item>({ chunks, starts }: ChunkedList<Item>, isBelow: (item: Item) => boolean): number {
  const at = countFirst(chunks, (chunk) => isBelow(chunk[0] as Item)) - 1
  const chunk = chunks[at]
  return chunk === undefined ? 0 : (starts[at] as number) + countFirst(chunk, isBelow)
}

function countFirst<Item>(items: readonly Item[], isBelow: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(items[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low
}

/** The same as `countSmaller` for one chunk whose first number is smaller. */
function countSmallerIn<Item>(chunk: readonly Item[], numberOf: NumberOf<Item>, number: number): number {
  let low = 1
  let high = chunk.length
  const first = numberOf(chunk[0] as Item)
  const last = numberOf(chunk[high - 1] as Item)
  if (last < number) return high
  // Numbers are mostly evenly spread. A good guess saves reading items that are not in the cache of the processor.
  let middle = Math.round(((number - first) / (last - first)) * (high - 1))
  while (low < high) {
    const found = numberOf(chunk[middle] as Item)
    if (found === number) return middle
    if (found < number) low = middle + 1
    else high = middle
    middle = (low + high) >> 1
  }
  return low
}

/** Returns the list with an item added at an index. */
export function insertAt<Item>(list: ChunkedList<Item>, index: number, item: Item): ChunkedList<Item> {
  const { chunks, starts, length } = list
  const at = index === length ? chunks.length - 1 : chunkOf(list, index)
  const chunk = chunks[at]
  // Items are mostly added to the end. A new chunk there leaves full chunks, where a division would leave half ones.
  if (chunk === undefined || (index === length && chunk.length >= CHUNK_MAX)) return fromChunks([...chunks, [item]])
  const longer = chunk.toSpliced(index - (starts[at] as number), 0, item)
  if (longer.length <= CHUNK_MAX) return fromChunks(chunks.with(at, longer))
  const middle = longer.length >> 1
  return fromChunks(chunks.toSpliced(at, 1, longer.slice(0, middle), longer.slice(middle)))
}

/** Returns the list without the item at an index. */
export function removeAt<Item>(list: ChunkedList<Item>, index: number): ChunkedList<Item> {
  const { chunks, starts } = list
  const at = chunkOf(list, index)
  const shorter = (chunks[at] as readonly Item[]).toSpliced(index - (starts[at] as number), 1)
  if (shorter.length === 0) return fromChunks(chunks.toSpliced(at, 1))
  const next = chunks[at + 1]
  if (next === undefined || shorter.length + next.length > MERGED_MAX) return fromChunks(chunks.with(at, shorter))
  return fromChunks(chunks.toSpliced(at, 2, [...shorter, ...next]))
}

/** Returns the list with another item at an index. */
export function replaceAt<Item>(list: ChunkedList<Item>, index: number, item: Item): ChunkedList<Item> {
  const { chunks, starts } = list
  const at = chunkOf(list, index)
  const chunk = (chunks[at] as readonly Item[]).with(index - (starts[at] as number), item)
  return { ...list, chunks: chunks.with(at, chunk) }
}

/** Returns the number of the chunk that has an index. */
function chunkOf({ starts }: ChunkedList<unknown>, index: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= index) low = middle + 1
    else high = middle
  }
  return low - 1
}
