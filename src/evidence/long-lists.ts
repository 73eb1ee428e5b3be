import type { Delta, DiffContext, DiffPatcher } from 'jsondiffpatch'

/**
 * jsondiffpatch compares each item of a list with each item of the other one. That takes seconds for a task with 5,000
 * comments in another order, and more memory than a process has for 20,000. No other list of a response is as long as this.
 */
const LENGTH_MAX = 100

/** A moved item: its value, which is left out, its new index, and the sign for a move. */
const moveTo = (index: number) => ['', index, 3] as const

/**
 * Compares lists that are longer than `LENGTH_MAX` in a time that is proportional to their length.
 *
 * @param patcher compares all other values
 * @param keyOf returns the same text for two objects that are versions of each other
 */
export function compareLongLists(patcher: DiffPatcher, keyOf: (item: object, index: number) => string): void {
  const filter = (context: DiffContext) => {
    const { left, right } = context
    if (!Array.isArray(left) || !Array.isArray(right) || Math.max(left.length, right.length) <= LENGTH_MAX) return
    const [before, after] = [indexesByKey(left, keyOf), indexesByKey(right, keyOf)]
    const delta: Record<string, unknown> = {}
    for (const [key, index] of before) if (!after.has(key)) delta[`_${index}`] = [left[index], 0, 0]
    let last = -1
    for (const [key, index] of after) {
      const from = before.get(key)
      const change = from === undefined ? [right[index]] : patcher.diff(left[from], right[index])
      if (change !== undefined) delta[index] = change
      if (from !== undefined && from < last) delta[`_${from}`] = moveTo(index)
      last = Math.max(last, from ?? -1)
    }
    context.setResult(Object.keys(delta).length === 0 ? undefined : ({ ...delta, _t: 'a' } as Delta)).exit()
  }
  filter.filterName = 'long lists'
  patcher.processor.pipes.diff.before('arrays', filter)
}

/** Returns the indexes of items by their keys. Items with the same key are numbered. */
function indexesByKey(
  list: readonly unknown[],
  keyOf: (item: object, index: number) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  return new Map(
    list.map((item, index) => {
      const key = typeof item === 'object' && item !== null ? keyOf(item, index) : JSON.stringify(item)
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      return [`${count} ${key}`, index]
    }),
  )
}
