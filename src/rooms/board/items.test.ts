import fc from 'fast-check'
import t from 'tap'
import { repeat } from '../../../test/kit/length.js'
import { createStoredBoard, load } from '../../../test/rooms/board/board-store.js'
import { MEBIBYTE } from '../../contract/limits.js'
import { defineKind, memoryOf } from './items.js'
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
        KINDS[0].put(fork, text, id)
        stored.set(`a ${text}`, id)
      }
    })
    for (const [index, { kind, id, isDeletion, isRefused }] of changes.entries()) {
      const key = `${kind.name} ${id}`
      try {
        board.write((fork) => {
          if (isDeletion) kind.delete(fork, id)
          else kind.put(fork, id, index)
          if (isRefused) throw new RangeError()
        })
        if (isDeletion) stored.delete(key)
        else stored.set(key, index)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
      const found = board.read((view) => kind.get(view, id))
      t.equal(found, stored.get(key))
    }
    const found = board.read((view) =>
      KINDS.flatMap((each) => each.list(view).map(({ id, value }) => [`${each.name} ${id}`, value])),
    )
    t.strictSame(
      found,
      [...stored].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    )
    const { count, bytes } = load(board.rows).items
    t.equal(count, stored.size)
    const counted = board.read(({ version: { items } }) => [items.count, items.bytes])
    t.strictSame(counted, [count, bytes])
  }
  fc.assert(fc.property(fc.array(change, { maxLength: 40 }), run), { numRuns: repeat(20, 1000) })
})

t.test('a list starts at an id and has a maximum length, and deleting all tasks keeps items', async (t) => {
  const board = createStoredBoard()
  board.write((fork) => {
    for (const id of ['c', 'a', 'b']) KINDS[0].put(fork, id, 1)
    deleteAllTasks(fork)
  })
  const ids = (from?: string, max?: number) => board.read((view) => KINDS[0].list(view, from, max).map(({ id }) => id))
  t.strictSame([ids(), ids('b'), ids('', 1), ids('d')], [['a', 'b', 'c'], ['b', 'c'], ['a'], []])
  const ofKind = board.read((view) => KINDS[0].count(view))
  t.equal(ofKind, 3)
})

t.test('items are found from an id on, up to an id, backward, and by their text', async (t) => {
  const { read, write, last } = createStoredBoard()
  const [kind] = KINDS
  write((fork) => {
    for (const [index, id] of ['b', 'd', 'f'].entries()) kind.put(fork, id, index)
  })
  const backward = (options?: Parameters<typeof kind.backward>[1]) =>
    read((view) => [...kind.backward(view, options)].map(({ id }) => id).join(''))
  t.strictSame(
    [backward(), backward({ from: 'd' }), backward({ skip: 1 }), backward({ text: '1' })],
    ['fdb', 'fd', 'db', 'd'],
  )
  for (const [id, from, upTo] of [
    ['a', 3, undefined],
    ['d', 2, 'd'],
    ['e', 1, 'd'],
    ['g', 0, 'f'],
  ] as const) {
    t.strictSame(
      read((view) => [kind.count(view, id), kind.stored(view, id).length, kind.idUpTo(view, id)]),
      [from, from, upTo],
      id,
    )
  }
  const memory = read(({ version }) => memoryOf(version.items))
  t.equal(memory, 306)
  write((fork) => kind.put(fork, 'b', 0))
  t.strictSame(last(), [], 'an item that stays the same is not stored')
  write((fork) => kind.deleteWhile(fork, ({ value }) => value < 2))
  t.strictSame([backward(), last()], ['f', ['-a b', '-a d']])
  write((fork) => kind.put(fork, 'g', 3))
  write((fork) => kind.deleteFrom(fork, 'g'))
  t.strictSame([backward(), last()], ['f', ['-a g']])
})

t.test('a shared value is parsed once', async (t) => {
  const { read, write } = createStoredBoard()
  const kind = defineKind<object>('a')
  const value = {}
  write((fork) => kind.putShared(fork, 'a', value))
  write((fork) => kind.put(fork, 'b', value))
  const get = (id: string) => read((view) => kind.read(view, id))
  t.equal(get('a'), value)
  t.not(get('b'), value)
  t.equal(get('b'), get('b'))
  t.equal(get('c'), undefined)
})

t.test('items count for the maximum size of the rows of a board', async (t) => {
  const board = createStoredBoard({ rowBytesMax: 100 })
  const add = (value: number | string) => board.write((fork) => defineKind('a').put(fork, 'a', value))
  add('x'.repeat(90))
  t.throws(() => add('x'.repeat(110)), { message: 'The limit of 100 bytes per board is exceeded' })
  add(1)
  const message = 'A text exceeds 1048576 bytes: a a'
  t.throws(() => createStoredBoard().write((fork) => defineKind('a').put(fork, 'a', 'x'.repeat(MEBIBYTE))), {
    message,
  })
})
