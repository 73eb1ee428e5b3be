import type { Store } from '../../../../src/rooms/store.js'
import { at, file, newBoard, type Rule, readPage, values } from './shared.js'

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
  rule('if one of several boards cannot be created, none of them counts', async (t, store) => {
    const invalid = newBoard('b', { name: 'x'.repeat(2 ** 20) })
    await t.rejects(store.createBoards([newBoard('a'), invalid], MAX, at(1)), /A text exceeds 1048576 bytes: profile b/)
    await t.rejects(store.readState('a'), NOT_FOUND)
    t.match(await store.measure(), { boards: 0 })
    await store.createBoards([newBoard('b')], 1, at(1))
  })

  rule('every method rejects a board that was never created (decision 55)', async (t, store) => {
    for (const call of CALLS) await t.rejects(call(store, 'a'), NOT_FOUND, call.toString())
  })

  rule('every method rejects a deleted board, and other boards keep their data (decision 55)', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], MAX, at(0))
    await fill(store, 'a')
    await fill(store, 'b')
    const before = await readBoard(store, 'b')
    await store.deleteBoard('a')
    for (const call of CALLS) await t.rejects(call(store, 'a'), NOT_FOUND, call.toString())
    t.equal((await store.listBoards({ page: 0, size: 10 })).total, 1)
    t.strictSame(await readBoard(store, 'b'), before)
  })

  rule('acknowledges no write to a board after its deletion', async (t, store) => {
    await store.createBoards([newBoard('a')], MAX, at(0))
    const outcomes = await Promise.allSettled([
      store.createTask('a', values(), at(0)),
      store.deleteBoard('a'),
      store.createTask('a', values(), at(0)),
    ])
    const statuses = outcomes.map(({ status }) => status)
    t.strictSame(statuses, ['fulfilled', 'fulfilled', 'rejected'])
  })

  rule('a board that is used while others expire does not expire', async (t, store) => {
    await store.createBoards([newBoard('a'), newBoard('b')], MAX, at(0))
    for (const board of ['a', 'b']) await store.readState(board)
    const expiring = store.expireBoards(at(1))
    await store.recordRequests('b', [], at(2))
    t.equal(await expiring, 1)
    t.match(await store.readState('b'), { usedAt: at(2) })
  })

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
  (store, board) => store.deleteBoard(board),
]
