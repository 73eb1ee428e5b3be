import { STEP_SIZE, type Steps } from './steps.js'

/** Compares two items as `Array.prototype.sort` does. */
export type Compare<Item> = (a: Item, b: Item) => number

/** A sorted part that is read from one end. */
interface Cursor<Item> {
  part: readonly Item[]
  at: number
}

/**
 * Merges sorted parts, as far as needed for some items of the result.
 *
 * @param from the index of the first item in the merged order
 * @param to the index after the last one
 */
export function* mergeSteps<Item>(
  parts: readonly (readonly Item[])[],
  compare: Compare<Item>,
  from: number,
  to: number,
): Steps<Item[]> {
  const total = parts.reduce((sum, { length }) => sum + length, 0)
  // The items in the second half are reached sooner from the end.
  if (from <= total / 2) return yield* mergeFromStart(parts, compare, from, Math.min(to, total), 1)
  const items = yield* mergeFromStart(parts, compare, Math.max(total - to, 0), total - from, -1)
  return items.reverse()
}

/** @param step 1 to read the parts from their start, -1 from their end */
function* mergeFromStart<Item>(
  parts: readonly (readonly Item[])[],
  compare: Compare<Item>,
  from: number,
  to: number,
  step: 1 | -1,
): Steps<Item[]> {
  const heap = parts
    .filter(({ length }) => length > 0)
    .map((part): Cursor<Item> => ({ part, at: step === 1 ? 0 : part.length - 1 }))
  const isBefore = (a: Cursor<Item>, b: Cursor<Item>) => compare(a.part[a.at] as Item, b.part[b.at] as Item) * step < 0
  for (let root = heap.length >> 1; root >= 0; root--) siftDown(heap, root, isBefore)
  const items: Item[] = []
  for (let index = 0; index < to; index++) {
    if (index % STEP_SIZE === STEP_SIZE - 1) yield
    const first = heap[0] as Cursor<Item>
    if (index >= from) items.push(first.part[first.at] as Item)
    first.at += step
    if (first.at < 0 || first.at === first.part.length) {
      const last = heap.pop() as Cursor<Item>
      if (last !== first) heap[0] = last
    }
    siftDown(heap, 0, isBefore)
  }
  return items
}

/** Moves an entry of a binary heap down to its place. */
function siftDown<Entry>(heap: Entry[], root: number, isBefore: (a: Entry, b: Entry) => boolean): void {
  for (;;) {
    let child = 2 * root + 1
    if (child >= heap.length) return
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child++
    const [parent, smaller] = [heap[root] as Entry, heap[child] as Entry]
    if (!isBefore(smaller, parent)) return
    heap[root] = smaller
    heap[child] = parent
    root = child
  }
}
