import { DEFAULT_BOARD, type Store } from '../../../src/store/store.js'
import { at, createTasks, file, newBoard, type Rule, readAll, taskNotFound, values } from './shared.js'

const MAX = 100

const NOT_FOUND = { statusCode: 404, message: 'Board not found' }

/** Puts something of every kind on a board. */
async function fill(store: Store, board: string): Promise<void> {
  for (let count = 0; count < 250; count++) {
    const { id } = await store.createTask(
      board,
      values({ checklistItems: [{ text: 'item', done: true }] }),
      at(0),
    )
    await store.createComment(board, id, 'a comment', at(0))
    if (count < 25) await store.addAttachments(board, id, [file('a.txt')], at(0))
  }
  const token = { hash: 'a', expiresAt: at(1000) }
  await store.createSession(board, { id: 'session', username: 'ada' }, token, at(0))
  await store.takeFaultOrdinal(board)
}

async function readWhole(store: Store, board: string) {
  const { tasks } = await store.listTasks(board, { page: 0, size: 1000, sort: 'id', direction: 'asc' })
  return { tasks, session: await store.findSession(board, 'session'), summary: await store.countTasks(board) }
}

export function boardRules(rule: Rule): void {
  rule('a board that is made is empty and a board of its own', async (t, store) => {
    await createTasks(store, 2)
    await store.createBoards([newBoard('a', { name: 'Ada' }), newBoard('b', { faultSeed: 9 })], MAX, at(1))
    const [first] = await Promise.all([
      store.createTask('a', values({ title: 'of a' }), at(2)),
      store.createTask('b', values({ title: 'of b' }), at(2)),
    ])
    t.match(first, { id: 1, sortOrder: 0 })
    t.match(await store.createTask('b', values(), at(2)), { id: 2, sortOrder: 1 })
    t.match(await store.getTask('a', 1), { title: 'of a' })
    t.match(await store.getTask('b', 1), { title: 'of b' })
    await t.rejects(store.getTask('a', 2), taskNotFound(2))
    t.equal((await readAll(store)).length, 2, 'the default board stays as it was')
    t.match(await store.takeFaultOrdinal('a'), { seed: 7, ordinal: 0 })
    t.match(await store.takeFaultOrdinal('b'), { seed: 9, ordinal: 0 })
  })

  rule('a board knows who it belongs to and since when', async (t, store) => {
    await store.createBoards([newBoard('a', { name: 'Ada' })], MAX, at(1))
    const board = { id: 'a', name: 'Ada', ownerTokenHash: 'hash of a', createdAt: at(1), usedAt: at(1) }
    t.match(await store.getBoard('a'), board)
    t.match(await store.readState('a'), { usedAt: at(1) })
    const nobody = { ownerTokenHash: null, createdAt: null, usedAt: null }
    t.match(await store.getBoard(DEFAULT_BOARD), { id: DEFAULT_BOARD, name: null, ...nobody })
  })

  rule('boards are listed in the order in which they were made, page by page', async (t, store) => {
    await store.createBoards([newBoard('c'), newBoard('a')], MAX, at(2))
    await store.createBoards([newBoard('b')], MAX, at(1))
    const { boards, total } = await store.listBoards({ page: 0, size: 2 })
    t.strictSame([boards.map(({ id }) => id), total], [['b', 'a'], 3])
    t.match(await store.listBoards({ page: 1, size: 2 }), { boards: [{ id: 'c' }], total: 3 })
    t.match(await store.listBoards({ page: 2, size: 2 }), { boards: [], total: 3 })
    const used = await store.listBoards({ page: 0, size: 1, unusedSince: at(1) })
    t.match(used, { boards: [{ id: 'a' }], total: 2 }, 'but for those that nobody has used since')
  })

  rule('boards are made all or none, and never more than there may be', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], 3, at(0))
    const full = { statusCode: 507, message: 'The limit of 3 boards on this server is exceeded' }
    await t.rejects(store.createBoards([newBoard('c'), newBoard('d')], 3, at(0)), full)
    const outcomes = await Promise.allSettled(
      ['e', 'f', 'g'].map((id) => store.createBoards([newBoard(id)], 3, at(0))),
    )
    t.strictSame(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    t.equal((await store.listBoards({ page: 0, size: 10 })).total, 3)
    await store.deleteBoard('a', at(1))
    await store.createBoards([newBoard('h')], 3, at(1))
  })

  rule('nobody finds a board that was never made', async (t, store) => {
    for (const ask of EVERYTHING) await t.rejects(ask(store, 'a'), NOT_FOUND, ask.toString())
  })

  rule('nobody finds a board that was deleted, and no other board notices', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], MAX, at(0))
    await fill(store, 'a')
    await fill(store, 'b')
    const before = await readWhole(store, 'b')
    await store.deleteBoard('a', at(1))
    for (const ask of EVERYTHING) await t.rejects(ask(store, 'a'), NOT_FOUND, ask.toString())
    t.equal((await store.listBoards({ page: 0, size: 10 })).total, 1)
    t.strictSame(await readWhole(store, 'b'), before)
  })

  rule(
    'what is written to a board at once with its deletion is not acknowledged after it',
    async (t, store) => {
      await store.createBoards([newBoard('a')], MAX, at(0))
      const outcomes = await Promise.allSettled([
        store.createTask('a', values(), at(0)),
        store.deleteBoard('a', at(1)),
        store.createTask('a', values(), at(0)),
      ])
      t.strictSame(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'rejected'],
      )
    },
  )

  rule('a board that was deleted is swept in pieces, and only what was deleted by then', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], MAX, at(0))
    await fill(store, 'a')
    await fill(store, 'b')
    const before = await readWhole(store, 'b')
    await store.deleteBoard('a', at(5))
    t.notOk(await store.sweepBoards(at(4)), 'requests that found it may still be under way')
    let pieces = 0
    while (await store.sweepBoards(at(5))) pieces++
    t.ok(pieces > 5, `${pieces} pieces`)
    t.strictSame(await readWhole(store, 'a'), await readWhole(store, 'never made'), 'nothing is left')
    t.strictSame(await readWhole(store, 'b'), before)
    await store.createBoards([newBoard('a')], MAX, at(6))
  })

  rule('boards that nobody has used for long are deleted', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], MAX, at(0))
    await store.createBoards([newBoard('c')], MAX, at(2))
    t.equal(await store.expireBoards(at(1), at(10)), 2)
    t.equal(await store.expireBoards(at(1), at(10)), 0)
    const { boards } = await store.listBoards({ page: 0, size: 10 })
    t.match(boards, [{ id: 'c' }])
    await store.createTask(DEFAULT_BOARD, values(), at(11))
    t.equal(await store.expireBoards(at(1000), at(1000)), 1, 'the default board does not expire')
    await store.createTask(DEFAULT_BOARD, values(), at(1001))
  })

  rule('a board that is reset begins anew, and no other board notices', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], MAX, at(0))
    await fill(store, 'a')
    await fill(store, 'b')
    const before = await readWhole(store, 'b')
    const revision = (await store.readState('a')).revision
    await store.resetBoard('a')
    t.not((await store.readState('a')).revision, revision)
    t.strictSame(await readWhole(store, 'a'), await readWhole(store, 'never made'))
    t.match(await store.takeFaultOrdinal('a'), { seed: 7, ordinal: 0 })
    const task = await store.createTask('a', values({ checklistItems: [{ text: 'x', done: false }] }), at(2))
    t.match(task, { id: 1, sortOrder: 0, checklistItems: [{ id: 1 }] })
    t.equal((await store.createComment('a', 1, 'text', at(2))).id, 1)
    t.match(await store.addAttachments('a', 1, [file('a.txt')], at(2)), [{ id: 1 }])
    t.strictSame(await readWhole(store, 'b'), before)
  })

  rule('what is written at once with a reset is before it or after it', async (t, store) => {
    await store.createBoards([newBoard('a')], MAX, at(0))
    const [, , , after] = await Promise.all([
      store.createTask('a', values(), at(0)),
      store.createTask('a', values(), at(0)),
      store.resetBoard('a'),
      store.createTask('a', values(), at(0)),
    ])
    t.match(after, { id: 1, sortOrder: 0 })
    t.match(await store.createTask('a', values(), at(0)), { id: 2, sortOrder: 1 })
  })

  rule('a board is reset and filled as one, or left alone', async (t, store) => {
    await store.createBoards([newBoard('a')], MAX, at(0))
    await fill(store, 'a')
    const before = await readWhole(store, 'a')
    const reset = store.atomically('a', async (inner) => {
      await inner.resetBoard('a')
      await inner.createTask('a', values(), at(1))
      await inner.deleteTask('a', 99)
    })
    await t.rejects(reset, taskNotFound(99))
    t.strictSame(await readWhole(store, 'a'), before)
    await store.atomically('a', async (inner) => {
      await inner.resetBoard('a')
      await inner.createTask('a', values({ title: 'The first' }), at(1))
    })
    t.match((await readWhole(store, 'a')).tasks, [{ id: 1, title: 'The first' }])
    t.match(await store.createTask('a', values(), at(1)), { id: 2 })
  })
}

/** Everything that only a board that exists can be asked for. */
const EVERYTHING: ((store: Store, board: string) => Promise<unknown>)[] = [
  (store, board) => store.readState(board),
  (store, board) => store.readState(board),
  (store, board) => store.getBoard(board),
  (store, board) => store.createTask(board, values(), at(0)),
  (store, board) => store.replaceTask(board, 1, values(), at(0)),
  (store, board) => store.moveTask(board, 1, 'DONE', 0, at(0)),
  (store, board) => store.deleteTask(board, 1),
  (store, board) => store.deleteAllTasks(board),
  (store, board) => store.createComment(board, 1, 'text', at(0)),
  (store, board) => store.addAttachments(board, 1, [file('a.txt')], at(0)),
  (store, board) =>
    store.createSession(board, { id: 's', username: 'ada' }, { hash: 'b', expiresAt: at(9) }, at(0)),
  (store, board) => store.startFaultPlan(board, 1, 1),
  (store, board) => store.takeFaultOrdinal(board),
  (store, board) => store.resetBoard(board),
  (store, board) => store.deleteBoard(board, at(2)),
]
