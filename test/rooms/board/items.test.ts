import fc from 'fast-check'
import t from 'tap'
import { MEBIBYTE } from '../../../src/contract/limits.js'
import { createBoard } from '../../../src/rooms/board/board.js'
import { countItems, defineKind, deleteItem, getItem, listItems, putItem } from '../../../src/rooms/board/items.js'
import { deleteAllTasks } from '../../../src/rooms/board/tasks.js'
import { emptyVersion } from '../../../src/rooms/board/version.js'
import { repeat } from '../../length.js'
import { load } from './board-store.js'

const KINDS = [defineKind<number>('a'), defineKind<number>('b')] as const
const IDS = 1500

const change = fc.record({
  kind: fc.constantFrom(...KINDS),
  id: fc.nat(IDS).map((id) => String(id).padStart(4, '0')),
  isDeletion: fc.boolean(),
  outcome: fc.constantFrom('commit', 'drop', 'wait', 'wait', 'wait', 'throw'),
})

t.test('items are those of a map, whatever was committed or dropped, and so are their rows', async (t) => {
  const run = (changes: (typeof change extends fc.Arbitrary<infer Change> ? Change : never)[]) => {
    const board = createBoard('a', emptyVersion())
    const rows = new Map()
    let committed = new Map<string, number>()
    const store = () => {
      for (const row of board.close()?.rows ?? []) {
        if (row.value === null) rows.delete(`${row.kind} ${row.id}`)
        else rows.set(`${row.kind} ${row.id}`, row)
      }
      board.commit()
    }
    // Several chunks from the start.
    board.write((fork) => {
      for (let id = 0; id < IDS; id += 2) putItem(fork, KINDS[0], String(id).padStart(4, '0'), id)
    })
    store()
    for (let id = 0; id < IDS; id += 2) committed.set(`a ${String(id).padStart(4, '0')}`, id)
    let open = new Map(committed)
    for (const [index, { kind, id, isDeletion, outcome }] of changes.entries()) {
      const key = `${kind.name} ${id}`
      try {
        board.write((fork) => {
          if (isDeletion) deleteItem(fork, kind, id)
          else putItem(fork, kind, id, index)
          if (outcome === 'throw') throw new RangeError()
        })
        if (isDeletion) open.delete(key)
        else open.set(key, index)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
      t.equal(
        board.rehearse((fork) => getItem(fork, kind, id)),
        open.get(key),
      )
      if (outcome === 'drop') {
        board.drop()
        open = new Map(committed)
      }
      if (outcome !== 'commit') continue
      store()
      committed = new Map(open)
      const all = [...committed].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const found = board.read((view) =>
        KINDS.flatMap((each) => listItems(view, each).map(({ id, value }) => [`${each.name} ${id}`, value])),
      )
      t.strictSame(found, all)
      const { count, bytes } = load(rows).items
      t.equal(count, committed.size)
      t.equal(
        board.read(({ version }) => version.items.bytes),
        bytes,
      )
    }
  }
  fc.assert(fc.property(fc.array(change, { maxLength: 40 }), run), { numRuns: repeat(20, 1000) })
})

t.test('a list starts at an id and has a maximum length, and deleting all tasks keeps items', async (t) => {
  const board = createBoard('a', emptyVersion())
  board.write((fork) => {
    for (const id of ['c', 'a', 'b']) putItem(fork, KINDS[0], id, 1)
    deleteAllTasks(fork)
  })
  board.close()
  board.commit()
  const ids = (from?: string, max?: number) =>
    board.read((view) => listItems(view, KINDS[0], from, max).map(({ id }) => id))
  t.strictSame([ids(), ids('b'), ids('', 1), ids('d')], [['a', 'b', 'c'], ['b', 'c'], ['a'], []])
  t.equal(
    board.read((view) => countItems(view, KINDS[0])),
    3,
  )
})

t.test('items count for the maximum size of the rows of a board', async (t) => {
  const board = createBoard('a', emptyVersion(), { rowBytesMax: 100 })
  const add = (value: number | string) => board.write((fork) => putItem(fork, defineKind('a'), 'a', value))
  add('x'.repeat(90))
  t.throws(() => add('x'.repeat(110)), { message: 'The limit of 100 bytes per board is exceeded' })
  add(1)
  const message = 'The item a a exceeds 1048576 bytes'
  t.throws(
    () => createBoard('a', emptyVersion()).write((fork) => putItem(fork, defineKind('a'), 'a', 'x'.repeat(MEBIBYTE))),
    { message },
  )
})
