import t from 'tap'
import { openDatabase } from '../../src/store/open-store.js'
import { createSqlStore } from '../../src/store/sql/store.js'
import { DEFAULT_BOARD } from '../../src/store/store.js'
import { at, entry } from './contract/shared.js'

t.test('requests are recorded once if the connection is lost at the commit, or before it', async (t) => {
  for (const isCommitted of [true, false]) {
    const database = await openDatabase('sqlite::memory:', 'create')
    t.teardown(() => database.close())
    let isLost = true
    const store = createSqlStore({
      ...database,
      transaction: (work) =>
        database
          .transaction(async (tx) => {
            const result = await work(tx)
            if (isLost && !isCommitted) throw new Error('lost')
            return result
          })
          .then((result) => {
            if (isLost) throw new Error('lost')
            return result
          }),
    })
    const requests = new Map([[DEFAULT_BOARD, [entry(), entry({ method: 'POST' })]]])
    await t.rejects(store.recordRequests(requests, at(0)), { message: 'lost' })
    isLost = false
    await store.recordRequests(requests, at(1))
    const { requests: recorded } = await store.listRequests(DEFAULT_BOARD, { page: 0, size: 10 })
    t.strictSame(
      recorded.map(({ number, method }) => [number, method]),
      [
        [2, 'POST'],
        [1, 'GET'],
      ],
    )
  }
})
