import fc from 'fast-check'
import t from 'tap'
import { repeat } from '../../../test/kit/length.js'
import { createStoredBoard, load } from '../../../test/rooms/board/board-store.js'
import { MEBIBYTE } from '../../contract/limits.js'
import { countItems, defineKind, deleteItem, getItem, listItems, putItem } from './items.js'
import { deleteAllTasks } from './tasks.js'

const KINDS = [defineKind<number>('a'), defineKind<number>('b')] as const
const IDS = 1500

const change = fc.record({
  kind: fc.constantFrom(...KINDS),
  id: fc.nat(IDS).map((id) => String(id).padStart(4, '0')),
  isDeletion: fc.boolean(),
  isRefused: fc.boolean(),
})

t.test('items are those of a map, also after writes that throw, and so are their rows', async (t) => {
  const run = (changes: (typeof change extends fc.Arbitrary<infer Change> ? Change : never)[]) => {
    const board = createStoredBoard()
    const stored = new Map<string, number>()
    // Several chunks from the start.
    board.write((fork) => {
      for (let id = 0; id < IDS; id += 2) {
        const text = String(id).padStart(4, '0')
        putItem(fork, KINDS[0], text, id)
        stored.set(`a ${text}`, id)
      }
    })
    for (const [index, { kind, id, isDeletion, isRefused }] of changes.entries()) {
      const key = `${kind.name} ${id}`
      try {
        board.write((fork) => {
          if (isDeletion) deleteItem(fork, kind, id)
          else putItem(fork, kind, id, index)
          if (isRefused) throw new RangeError()
        })
        if (isDeletion) stored.delete(key)
        else stored.set(key, index)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
      t.equal(
        board.read((view) => getItem(view, kind, id)),
        stored.get(key),
      )
    }
    const found = board.read((view) =>
      KINDS.flatMap((each) => listItems(view, each).map(({ id, value }) => [`${each.name} ${id}`, value])),
    )
    t.strictSame(
      found,
      [...stored].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
    const { count, bytes } = load(board.rows).items
    t.equal(count, stored.size)
    t.equal(
      board.read(({ version }) => version.items.bytes),
      bytes,
    )
  }
  fc.assert(fc.property(fc.array(change, { maxLength: 40 }), run), { numRuns: repeat(20, 1000) })
})

t.test('a list starts at an id and has a maximum length, and deleting all tasks keeps items', async (t) => {
  const board = createStoredBoard()
  board.write((fork) => {
    for (const id of ['c', 'a', 'b']) putItem(fork, KINDS[0], id, 1)
    deleteAllTasks(fork)
  })
  const ids = (from?: string, max?: number) =>
    board.read((view) => listItems(view, KINDS[0], from, max).map(({ id }) => id))
  t.strictSame([ids(), ids('b'), ids('', 1), ids('d')], [['a', 'b', 'c'], ['b', 'c'], ['a'], []])
  t.equal(
    board.read((view) => countItems(view, KINDS[0])),
    3,
  )
})

t.test('items count for the maximum size of the rows of a board', async (t) => {
  const board = createStoredBoard({ rowBytesMax: 100 })
  const add = (value: number | string) => board.write((fork) => putItem(fork, defineKind('a'), 'a', value))
  add('x'.repeat(90))
  t.throws(() => add('x'.repeat(110)), { message: 'The limit of 100 bytes per board is exceeded' })
  add(1)
  const message = 'A text exceeds 1048576 bytes: a a'
  t.throws(() => createStoredBoard().write((fork) => putItem(fork, defineKind('a'), 'a', 'x'.repeat(MEBIBYTE))), {
    message,
  })
})
