import { countFirst } from './chunked-list.js'
import { STEP_SIZE, type Steps } from './steps.js'

/** Compares two items as `Array.prototype.sort` does. */
export type Compare<Item> = (a: Item, b: Item) => number

/** A sorted list: an array, or one whose items are made when they are read. */
export type Part<Item> = Pick<readonly Item[], 'length' | 'at'>

/**
 * Merges sorted parts, as far as needed for some items of the result.
 *
 * @param from the index of the first item in the merged order
 * @param to the index after the last one
 */
export function* mergeSteps<Item>(
  parts: readonly Part<Item>[],
  compare: Compare<Item>,
  from: number,
  to: number,
): Steps<Item[]> {
  const total = lengthOf(parts)
  const items: Item[] = []
  const [only] = parts
  if (only !== undefined && parts.length === 1) {
    for (let index = from; index < Math.min(to, total); index++) items.push(only.at(index) as Item)
    return items
  }
  // The items in the second half are reached sooner from the end.
  const isBackward = from > total / 2
  const [start, end] = isBackward ? [Math.max(total - to, 0), total - from] : [from, Math.min(to, total)]
  const isBefore = (a: Item, b: Item) => (isBackward ? compare(b, a) : compare(a, b)) < 0
  const itemOf = (part: Part<Item>, at: number) => part.at(isBackward ? part.length - 1 - at : at) as Item
  /** The parts that are not read to their end, by their next item. */
  const rest = parts.filter(({ length }) => length > 0).map((part) => ({ part, at: 0, next: itemOf(part, 0) }))
  rest.sort((a, b) => (isBefore(a.next, b.next) ? -1 : 1))
  for (let index = 0; index < end; index++) {
    if (index % STEP_SIZE === STEP_SIZE - 1) yield
    const first = rest.shift() as (typeof rest)[0]
    if (index >= start) items.push(first.next)
    first.at++
    if (first.at === first.part.length) continue
    first.next = itemOf(first.part, first.at)
    const place = countFirst(rest, ({ next }) => isBefore(next, first.next))
    rest.splice(place, 0, first)
  }
  return isBackward ? items.reverse() : items
}

/** Returns the number of items in some parts. */
export function lengthOf(parts: readonly { length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}
