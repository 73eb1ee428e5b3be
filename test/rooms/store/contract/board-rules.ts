import { DEFAULT_BOARD } from '../../../../src/contract/board-id.js'
import type { Store } from '../../../../src/rooms/store.js'
import {
  at,
  createTasks,
  file,
  newBoard,
  type Rule,
  readAll,
  readPage,
  readTask,
  taskNotFound,
  values,
} from './shared.js'

const MAX = 100

const NOT_FOUND = { statusCode: 404, message: 'Board not found' }

/** Adds data of every kind to a board: more than a sweep deletes at once. */
async function fill(store: Store, board: string): Promise<void> {
  const task = { values: values({ checklistItems: [{ text: 'item', done: true }] }), comments: ['a comment'] }
  const tasks = Array.from({ length: 250 }, (_, index) => ({ ...task, files: index < 25 ? [file('a.txt')] : [] }))
  await store.fillEmptyBoard(board, tasks, at(0))
  await store.createSession(board, 'session', { username: 'ada', expiresAt: at(1000) }, at(0))
  await store.reserveFaultOrdinals(board, 1)
}

async function readBoard(store: Store, board: string) {
  const { tasks } = await readPage(store, board, { page: 0, size: 1000, sort: 'id', direction: 'asc' })
  return { tasks, session: await store.findSession(board, 'session'), summary: await store.countTasks(board) }
}

export function boardRules(rule: Rule): void {
  rule('a new board is empty and independent of other boards', async (t, store) => {
    await createTasks(store, 2)
    await store.createBoards([newBoard('a', { name: 'Ada' }), newBoard('b', { faultSeed: 9 })], MAX, at(1))
    const [first] = await Promise.all([
      store.createTask('a', values({ title: 'of a' }), at(2)),
      store.createTask('b', values({ title: 'of b' }), at(2)),
    ])
    t.match(first, { id: 1, sortOrder: 0 })
    t.match(await store.createTask('b', values(), at(2)), { id: 2, sortOrder: 1 })
    t.match(await readTask(store, 'a', 1), { title: 'of a' })
    t.match(await readTask(store, 'b', 1), { title: 'of b' })
    await t.rejects(readTask(store, 'a', 2), taskNotFound(2))
    t.equal((await readAll(store)).length, 2, 'the default board has not changed')
    t.match(await store.reserveFaultOrdinals('a', 1), { seed: 7, ordinal: 0 })
    t.match(await store.reserveFaultOrdinals('b', 1), { seed: 9, ordinal: 0 })
  })

  rule('stores the name, the owner and the creation time of a board', async (t, store) => {
    await store.createBoards([newBoard('a', { name: 'Ada' })], MAX, at(1))
    const board = { id: 'a', name: 'Ada', ownerTokenHash: 'hash of a', createdAt: at(1), usedAt: at(1) }
    t.match(await store.getBoard('a'), board)
    t.match(await store.readState('a'), { usedAt: at(1) })
    const noOwner = { ownerTokenHash: null, createdAt: null, usedAt: null }
    t.match(await store.getBoard(DEFAULT_BOARD), { id: DEFAULT_BOARD, name: null, ...noOwner })
  })

  rule('if one of several boards cannot be created, none of them counts', async (t, store) => {
    const invalid = newBoard('b', { name: 'A text that no database stores: \0' })
    await t.rejects(store.createBoards([newBoard('a'), invalid], MAX, at(1)), /A text cannot be stored: b/)
    await t.rejects(store.getBoard('a'), NOT_FOUND)
    t.match(await store.measure(), { boards: 0 })
    await store.createBoards([newBoard('b')], 1, at(1))
  })

  rule('the states of several boards can be read at once', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], 10, at(1))
    await store.recordRequests('b', [], at(2))
    const ids = ['a', 'b', 'unknown', 'a', DEFAULT_BOARD, "'; --"]
    const states = await Promise.allSettled(ids.map((id) => store.readState(id)))
    t.match(states, [
      { value: { usedAt: at(1) } },
      { value: { usedAt: at(2) } },
      { reason: { statusCode: 404 } },
      { value: { usedAt: at(1) } },
      { value: { usedAt: null } },
      { reason: { statusCode: 404 } },
    ])
  })

  rule('lists boards in the order of their creation, page by page', async (t, store) => {
    await store.createBoards([newBoard('c'), newBoard('a')], MAX, at(2))
    await store.createBoards([newBoard('b')], MAX, at(1))
    const { boards, total } = await store.listBoards({ page: 0, size: 2 })
    t.strictSame([boards.map(({ id }) => id), total], [['b', 'a'], 3])
    t.match(await store.listBoards({ page: 1, size: 2 }), { boards: [{ id: 'c' }], total: 3 })
    t.match(await store.listBoards({ page: 2, size: 2 }), { boards: { length: 0 }, total: 3 })
    const used = await store.listBoards({ page: 0, size: 1, unusedSince: at(1) })
    t.match(used, { boards: [{ id: 'a' }], total: 2 }, 'leaves out boards that were not used since')
  })

  rule('creates all boards of a request or none, and never more than the maximum (decision 57)', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], 3, at(0))
    const full = { statusCode: 507, message: 'The limit of 3 boards on this server is exceeded' }
    await t.rejects(store.createBoards([newBoard('c'), newBoard('d')], 3, at(0)), full)
    const outcomes = await Promise.allSettled(['e', 'f', 'g'].map((id) => store.createBoards([newBoard(id)], 3, at(0))))
    t.strictSame(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    t.equal((await store.listBoards({ page: 0, size: 10 })).total, 3)
    await store.deleteBoard('a', at(1))
    await store.createBoards([newBoard('h')], 3, at(1))
  })

  rule('every method rejects a board that was never created (decision 55)', async (t, store) => {
    for (const call of CALLS) await t.rejects(call(store, 'a'), NOT_FOUND, call.toString())
  })

  rule('every method rejects a deleted board, and other boards keep their data (decision 55)', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], MAX, at(0))
    await fill(store, 'a')
    await fill(store, 'b')
    const before = await readBoard(store, 'b')
    await store.deleteBoard('a', at(1))
    for (const call of CALLS) await t.rejects(call(store, 'a'), NOT_FOUND, call.toString())
    t.equal((await store.listBoards({ page: 0, size: 10 })).total, 1)
    t.strictSame(await readBoard(store, 'b'), before)
  })

  rule('acknowledges no write to a board after its deletion', async (t, store) => {
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
  })

  rule('sweeps boards that were deleted', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], MAX, at(0))
    await fill(store, 'a')
    await fill(store, 'b')
    const before = await readBoard(store, 'b')
    await store.deleteBoard('a', at(5))
    t.equal(await store.sweepBoards(), 1)
    t.equal(await store.sweepBoards(), 0)
    t.strictSame(await readBoard(store, 'b'), before)
  })

  rule('deletes boards that were not used for long', async (t, store) => {
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

  rule(
    'resetting a board deletes its data and restarts its ids, and other boards keep their data',
    async (t, store) => {
      await store.createBoards([newBoard('a'), newBoard('b'), newBoard('new')], MAX, at(0))
      await fill(store, 'a')
      await fill(store, 'b')
      const before = await readBoard(store, 'b')
      const revision = (await store.readState('a')).revision
      await store.resetBoard('a')
      t.not((await store.readState('a')).revision, revision)
      t.strictSame(await readBoard(store, 'a'), await readBoard(store, 'new'))
      t.match(await store.reserveFaultOrdinals('a', 1), { seed: 7, ordinal: 0 })
      const task = await store.createTask('a', values({ checklistItems: [{ text: 'x', done: false }] }), at(2))
      t.match(task, { id: 1, sortOrder: 0, checklistItems: [{ id: 1 }] })
      t.equal((await store.createComment('a', 1, 'text', at(2))).id, 1)
      t.match(await store.addAttachments('a', 1, [file('a.txt')], at(2)), [{ id: 1 }])
      t.strictSame(await readBoard(store, 'b'), before)
    },
  )

  rule('a write concurrent with a reset happens before or after it', async (t, store) => {
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

  rule('resets and fills a board in one transaction, or leaves it unchanged', async (t, store) => {
    await store.createBoards([newBoard('a')], MAX, at(0))
    await fill(store, 'a')
    const before = await readBoard(store, 'a')
    const invalid = { values: values({ title: null as never }) }
    await t.rejects(store.resetBoard('a', [{ values: values() }, invalid], at(1)))
    t.strictSame(await readBoard(store, 'a'), before)
    await store.resetBoard('a', [{ values: values({ title: 'The first' }) }], at(1))
    t.match((await readBoard(store, 'a')).tasks, [{ id: 1, title: 'The first' }])
    t.match(await store.createTask('a', values(), at(1)), { id: 2 })
  })
}

/** The calls that need an existing board. */
const CALLS: ((store: Store, board: string) => Promise<unknown>)[] = [
  (store, board) => store.readState(board),
  (store, board) => store.getBoard(board),
  (store, board) => store.readContent(board),
  (store, board) => store.createTask(board, values(), at(0)),
  (store, board) => store.replaceTask(board, 1, values(), at(0)),
  (store, board) => store.moveTask(board, 1, 'DONE', 0, at(0)),
  (store, board) => store.deleteTask(board, 1),
  (store, board) => store.deleteAllTasks(board),
  (store, board) => store.createComment(board, 1, 'text', at(0)),
  (store, board) => store.addAttachments(board, 1, [file('a.txt')], at(0)),
  (store, board) => store.createSession(board, 's', { username: 'ada', expiresAt: at(9) }, at(0)),
  (store, board) => store.startFaultPlan(board, 1, 1),
  (store, board) => store.reserveFaultOrdinals(board, 1),
  (store, board) => store.configureDefects(board, []),
  (store, board) => store.resetBoard(board),
  (store, board) => store.deleteBoard(board, at(2)),
]
