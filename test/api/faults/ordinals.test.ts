import t, { type Test } from 'tap'
import { BoardNotFound, StoreUnavailable } from '../../../src/contract/errors.js'
import { openStore } from '../../../src/rooms/open-store.js'
import type { Store } from '../../../src/rooms/store.js'
import { ADMIN_TOKEN } from '../../kit/board.js'
import { breakMethod, emptyDatabase, lastingDatabase } from '../../kit/database.js'
import { NO_FAULTS, type Service, startService } from '../../kit/helper.js'
import { pending } from '../../kit/pending.js'

/** No request draws a fault, but each takes an ordinal number. */
const RATES = { ...NO_FAULTS, 'search-case': 0.5 }

interface Counted {
  service: Service
  store: Store
  /** The numbers that the requests to the default board took. */
  taken: number[]
  /** The number of writes that reserved or returned numbers. */
  writes: () => number
  send(count: number): Promise<void>
}

/** Starts a service that collects the ordinal numbers of its requests and counts the writes for them. */
async function startCounting(t: Test, database: string): Promise<Counted> {
  const store = await openStore(database)
  const taken: number[] = []
  let writes = 0
  const { recordRequests, reserveFaultOrdinals, returnFaultOrdinals } = store
  store.recordRequests = async (board, entries, now) => {
    taken.push(...entries.flatMap(({ ordinal }) => ordinal ?? []))
    return recordRequests(board, entries, now)
  }
  store.reserveFaultOrdinals = (...args) => {
    writes++
    return reserveFaultOrdinals(...args)
  }
  store.returnFaultOrdinals = (...args) => {
    writes++
    return returnFaultOrdinals(...args)
  }
  const service = await startService(t, { store, rates: RATES, faultSeed: 3, adminToken: ADMIN_TOKEN })
  return {
    service,
    store,
    taken,
    writes: () => writes,
    async send(count) {
      for (let sent = 0; sent < count; sent++) await service.send('GET /api/buggy/tasks')
    },
  }
}

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

t.test('concurrent requests take every number exactly once, with few writes (decision 66)', async (t) => {
  const { service, taken, writes } = await startCounting(t, await emptyDatabase())
  await Promise.all(Array.from({ length: 500 }, () => service.send('GET /api/buggy/tasks')))
  await service.app.flushLogs([service.mount.board])
  t.strictSame(sorted(taken), range(500))
  t.ok(writes() < 50, `${writes()} writes`)
})

t.test('most requests need no write if they arrive one after the other (decision 66)', async (t) => {
  const { writes, send } = await startCounting(t, await emptyDatabase())
  await send(300)
  t.ok(writes() < 50, `${writes()} writes`)
})

t.test('a restart of the plan takes effect for the next request (decision 66)', async (t) => {
  const { service, store, taken, send } = await startCounting(t, await emptyDatabase())
  const { board } = service.mount
  await send(100)
  await store.restartFaultPlan(board)
  await send(3)
  await service.app.flushLogs([board])
  t.strictSame(taken.slice(100), [0, 1, 2])
  t.match(await store.startFaultPlan(board, 4, 0), { seed: 4 })
  await send(2)
  await service.app.flushLogs([board])
  t.strictSame(taken.slice(103), [0, 1])
})

t.test('a request that read the plan before its restart has a number of the old plan (decision 66)', async (t) => {
  const { service, store } = await startCounting(t, await emptyDatabase())
  const { board } = service.mount
  const take = async (plan = store.readFaultPlan(board)) => service.app.takeFaultOrdinal(board, await plan)
  t.equal(await take(), 0)
  const old = store.readFaultPlan(board)
  await store.restartFaultPlan(board)
  t.strictSame([await take(old), await take(), await take()], [1, 0, 1])
})

t.test('while the store takes no reservations, the plan continues in memory (decision 66)', async (t) => {
  const { service, store, taken, send } = await startCounting(t, await emptyDatabase())
  const { board } = service.mount
  await send(100)
  const broken = breakMethod(store, 'reserveFaultOrdinals')
  await send(200)
  broken.repair()
  await send(200)
  t.equal((await service.app.readFaultPlan(board)).ordinal, 500)
  await service.app.flushLogs([board])
  t.strictSame(taken, range(500))
})

t.test('after a crash, the next start uses no number again (decision 66)', async (t) => {
  const database = await lastingDatabase(t)
  const { service, store, taken, send } = await startCounting(t, database)
  await send(100)
  await service.app.flushLogs([service.mount.board])
  // The process that crashed has returned nothing.
  t.ok((await store.readFaultPlan(service.mount.board)).ordinal >= Math.max(...taken) + 1)
})

t.test('after a clean stop, the next start continues without a gap (decision 66)', async (t) => {
  const database = await lastingDatabase(t)
  const before = await startCounting(t, database)
  await before.send(100)
  await before.service.app.close()
  const after = await startCounting(t, database)
  await after.send(100)
  await after.service.app.close()
  t.strictSame([...before.taken, ...after.taken], range(200))
})

t.test('the owner sees the number of the next request (decision 66)', async (t) => {
  const { service, send } = await startCounting(t, await emptyDatabase())
  const get = async (path: string) =>
    (
      await service.app.inject({
        url: `/boards/${service.mount.board}${path}`,
        headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      })
    ).json()
  await send(100)
  t.equal((await get('/faults')).ordinal, 100)
  await send(1)
  t.equal((await get('/faults/plan?count=1')).requests[0].ordinal, 101)
  await send(1)
  t.equal((await get('/snapshot')).faults.ordinal, 102)
})

t.test('a board without requests returns its unused numbers (decision 66)', async (t) => {
  const { service, store, writes, send } = await startCounting(t, await emptyDatabase())
  const { board } = service.mount
  const { returnFaultOrdinals } = store
  let hasFailed = false
  store.returnFaultOrdinals = async () => {
    store.returnFaultOrdinals = returnFaultOrdinals
    hasFailed = true
    throw new StoreUnavailable()
  }
  await send(100)
  while (!hasFailed) await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal((await service.app.readFaultPlan(board)).ordinal, 100, 'also while the store does not take them')
  while ((await store.readFaultPlan(board)).ordinal !== 100) await new Promise((resolve) => setTimeout(resolve, 20))
  const before = writes()
  await send(10)
  t.ok(writes() - before <= 2, 'it then continues with few writes')
})

t.test('a number that is taken while unused ones are returned is reserved (decision 66)', async (t) => {
  const { service, store, send } = await startCounting(t, await emptyDatabase())
  const { board } = service.mount
  const { returnFaultOrdinals, reserveFaultOrdinals } = store
  let reserved: number | undefined
  store.returnFaultOrdinals = async (...args) => {
    store.returnFaultOrdinals = returnFaultOrdinals
    await send(1)
    await returnFaultOrdinals(...args)
    store.reserveFaultOrdinals = (id, count, next) => {
      reserved ??= Number(next?.ordinal) + count
      return reserveFaultOrdinals(id, count, next)
    }
  }
  await send(100)
  while (reserved === undefined) await new Promise((resolve) => setTimeout(resolve, 20))
  t.ok(reserved > 101)
  t.equal((await service.app.readFaultPlan(board)).ordinal, 101)
})

t.test('a number that is taken while unused ones are returned waits for its reservation (decision 66)', async (t) => {
  const { service, store, send } = await startCounting(t, await emptyDatabase())
  const { board } = service.mount
  await send(100)
  const plan = await store.readFaultPlan(board)
  const { returnFaultOrdinals, reserveFaultOrdinals } = store
  const { promise: opened, resolve: open } = pending()
  const events: string[] = []
  store.reserveFaultOrdinals = async (...args) => {
    await opened
    events.push('reserved')
    return reserveFaultOrdinals(...args)
  }
  store.returnFaultOrdinals = async (...args) => {
    const returned = returnFaultOrdinals(...args)
    const taken = service.app.takeFaultOrdinal(board, plan).then((ordinal) => events.push(`taken ${ordinal}`))
    await returned
    open()
    await taken
  }
  await service.app.close()
  t.strictSame(events.slice(0, 2), ['reserved', 'taken 100'])
})

t.test('a plan that restarts while unused numbers are returned is counted on (decision 66)', async (t) => {
  const { service, store, send } = await startCounting(t, await emptyDatabase())
  const { board } = service.mount
  const { returnFaultOrdinals } = store
  await send(1)
  let isReturned = false
  store.returnFaultOrdinals = async (...args) => {
    store.returnFaultOrdinals = returnFaultOrdinals
    await returnFaultOrdinals(...args)
    await store.restartFaultPlan(board)
    await send(1)
    isReturned = true
  }
  while (!isReturned) await new Promise((resolve) => setTimeout(resolve, 20))
  t.equal((await service.app.readFaultPlan(board)).ordinal, 1)
})

t.test('the numbers of a board that was deleted are returned once', async (t) => {
  const { service, store, send } = await startCounting(t, await emptyDatabase())
  await send(1)
  let returns = 0
  store.returnFaultOrdinals = async () => {
    returns++
    throw new BoardNotFound()
  }
  while (returns === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await service.app.close()
  t.equal(returns, 1)
})

t.test('the service stops even if the store cannot take numbers back (decision 66)', async (t) => {
  const { service, store, taken, send } = await startCounting(t, await emptyDatabase())
  await send(100)
  breakMethod(store, 'returnFaultOrdinals', new Error('the store is broken'))
  await service.app.close()
  t.equal(taken.length, 100)
})
