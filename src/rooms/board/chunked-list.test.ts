import fc from 'fast-check'
import t from 'tap'
import { CHUNK_MAX, type ChunkedList, changeAt, countBelow, countSmaller, itemAt, toList } from './chunked-list.js'

const change = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'replace', 'cut'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
})
const lengths = fc.constantFrom(0, 1, CHUNK_MAX - 1, CHUNK_MAX, CHUNK_MAX + 1, 3 * CHUNK_MAX)

t.test('a list has the same items as an array after the same changes, and the old list stays', (t) => {
  fc.assert(
    fc.property(lengths, fc.array(change, { maxLength: 40 }), (length, changes) => {
      let items = Array.from({ length }, (_, index) => index * 100)
      let list: ChunkedList<number> = toList(items)
      for (const { kind, at } of changes) {
        const [before, old] = [items, list]
        const index = Math.floor(at * items.length)
        const item = ((items[index - 1] ?? -100) + (items[index] ?? Number(items.at(-1)) + 200)) / 2 || 0
        if (kind === 'insert' && !items.includes(item)) {
          items = items.toSpliced(index, 0, item)
          list = changeAt(list, index, undefined, item)
        } else if (kind === 'replace' && index < items.length) {
          items = items.with(index, items[index] as number)
          list = changeAt(list, index, items[index], items[index])
        } else if (kind === 'remove' || kind === 'cut') {
          for (let count = kind === 'cut' ? 400 : 1; count > 0 && index < items.length; count--) {
            list = changeAt(list, index, items[index], undefined)
            items = items.toSpliced(index, 1)
          }
        }
        check(old, before)
        check(list, items)
      }
    }),
    { numRuns: 40 },
  )
  t.end()
})

function check({ chunks, length }: ChunkedList<number>, items: readonly number[]): void {
  const found = chunks.flat()
  if (length !== items.length || found.some((item, index) => item !== items[index])) throw new Error('other items')
  if (chunks.some((chunk) => chunk.length === 0 || chunk.length > CHUNK_MAX)) throw new Error('a chunk of a wrong size')
}

t.test('a list finds items by index and by number', (t) => {
  const list = toList(Array.from({ length: 1200 }, (_, index) => index * 2))
  for (const index of [0, 511, 512, 1199]) t.equal(itemAt(list, index), index * 2)
  for (const index of [-1, 1200]) t.equal(itemAt(list, index), undefined)
  for (const [number, smaller] of [
    [-1, 0],
    [0, 0],
    [1, 1],
    [1024, 512],
    [1023, 512],
    [2398, 1199],
    [9999, 1200],
  ] as const) {
    const found = [countBelow(list, (item) => item < number), countSmaller(list, (item) => item, number)]
    t.strictSame(found, [smaller, smaller])
  }
  t.end()
})
