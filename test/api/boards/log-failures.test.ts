import t from 'tap'
import { StoreUnavailable, TooBusy } from '../../../src/contract/errors.js'
import { createBoard, type TestBoard } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { type Json, startService } from '../../kit/helper.js'

t.test('requests keep their order in the log, although the store failed to record the first ones', async (t) => {
  const store = await openEmptyStore()
  const ids = ['one', 'two', 'three']
  const service = await startService(t, {
    store: {
      ...store,
      async recordRequests(...given) {
        const id = ids.shift()
        if (id === undefined) return store.recordRequests(...given)
        // It arrives during the write.
        await board.send('GET /api/v1/tasks', { headers: { 'x-request-id': id } })
        throw new StoreUnavailable()
      },
    },
  })
  const board = await createBoard(service)
  await board.send('GET /api/v1/tasks', { headers: { 'x-request-id': 'zero' } })
  while (ids.length > 0) t.equal((await board.asOwner('GET /requests')).status, 503)
  const { content } = (await board.asOwner('GET /requests')).json
  const requestIds = content.map(({ requestId }: Json) => requestId)
  t.strictSame(requestIds, ['three', 'two', 'one', 'zero'])
})

t.test('while the store is unavailable, the newest requests wait to be written, up to a limit', async (t) => {
  const store = await openEmptyStore()
  let isAvailable = false
  const service = await startService(t, {
    store: {
      ...store,
      async recordRequests(...given) {
        if (!isAvailable) throw new StoreUnavailable()
        return store.recordRequests(...given)
      },
    },
    waitingMax: 3_000_000,
  })
  const boards: TestBoard[] = []
  while (boards.length < 22) boards.push(await createBoard(service))
  for (const { id } of boards) {
    const url = `/b/${id}/api/v1/tasks/summary`
    // The requests to the last board do not fit into one write.
    const length = id === boards.at(-1)?.id ? 700 : 100
    await Promise.all(Array.from({ length }, () => service.app.inject({ url })))
  }
  const [last] = boards.slice(-1) as [TestBoard]
  t.equal((await last.asOwner('GET /requests')).status, 503)
  isAvailable = true
  const totals: number[] = []
  for (const { asOwner } of boards) totals.push((await asOwner('GET /requests?size=1')).json.totalElements)
  t.equal(totals.at(-1), 700, 'the newest requests are kept')
  const total = totals.reduce((sum, count) => sum + count, 0)
  t.ok(total > 1000 && total < 2800, `${total} of 2,800`)
})

t.test('requests that can never be stored are dropped, and those of all other boards are stored', async (t) => {
  const store = await openEmptyStore()
  const failing = new Map<string, Error>()
  const service = await startService(t, {
    store: {
      ...store,
      async recordRequests(board, ...given) {
        const error = failing.get(board)
        if (error !== undefined) throw error
        return store.recordRequests(board, ...given)
      },
    },
  })
  const boards: TestBoard[] = []
  // More than are written at once.
  while (boards.length < 60) boards.push(await createBoard(service))
  const [impossible, busy] = boards as [TestBoard, TestBoard]
  failing.set(impossible.id, new RangeError('An item is too large')).set(busy.id, new TooBusy())
  await Promise.all(boards.map(({ send }) => send('GET /api/v1/tasks')))
  const ids = boards.map(({ id }) => id)
  await t.rejects(service.app.flushLogs(ids), TooBusy)
  const totals = () => Promise.all(ids.map(async (id) => (await store.listRequests(id, { page: 0, size: 1 })).total))
  t.strictSame(await totals(), [0, 0, ...Array(58).fill(1)])
  failing.clear()
  await service.app.flushLogs(ids)
  t.strictSame(await totals(), [0, 1, ...Array(58).fill(1)])
})
