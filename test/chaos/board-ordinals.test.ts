import t from 'tap'
import { createBoardOrdinals, type OrdinalStore } from '../../src/chaos/board-ordinals.js'
import type { CurrentFaultPlan } from '../../src/store/store.js'

const BOARD = 'board'

/** A store of one plan in memory that counts its writes. */
function createStore() {
  let plan: CurrentFaultPlan = { seed: 7, settings: null, restarts: 0, ordinal: 0 }
  const writes = { reserved: [] as number[], returned: 0 }
  const store: OrdinalStore = {
    async reserveFaultOrdinals(_board, count) {
      writes.reserved.push(count)
      const first = plan
      plan = { ...plan, ordinal: plan.ordinal + count }
      await new Promise(setImmediate)
      return first
    },
    async returnFaultOrdinals(_board, { restarts, first, end }) {
      writes.returned++
      await new Promise(setImmediate)
      if (plan.restarts === restarts && plan.ordinal === end) plan = { ...plan, ordinal: first }
      return plan.restarts !== restarts || plan.ordinal <= first
    },
  }
  return {
    store,
    writes,
    next: () => plan.ordinal,
    restart: () => {
      plan = { ...plan, ordinal: 0, restarts: plan.restarts + 1 }
    },
  }
}

type Ordinals = ReturnType<typeof createBoardOrdinals>

async function takeAll(ordinals: Ordinals, count: number, restarts = 0): Promise<number[]> {
  const taken: number[] = []
  while (taken.length < count) taken.push((await ordinals.take(restarts)).ordinal)
  return taken
}

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index)

t.test('numbers requests in order, and reserves more at a time while it is alone (decision 66)', async (t) => {
  const { store, writes } = createStore()
  t.strictSame(await takeAll(createBoardOrdinals(store, BOARD), 1000), range(0, 1000))
  t.ok(writes.reserved.length < 50, `${writes.reserved.length} writes for 1,000 requests`)
  t.equal(Math.max(...writes.reserved), 128)
  t.equal(writes.returned, 0)
})

t.test('a process that is alone reserves more numbers before requests need them (decision 66)', async (t) => {
  const { store, writes } = createStore()
  const ordinals = createBoardOrdinals(store, BOARD)
  await takeAll(ordinals, 200)
  const { length } = writes.reserved
  let waits = 0
  for (let count = 0; count < 500; count++) {
    if (ordinals.take(0) instanceof Promise) waits++
    await new Promise(setImmediate)
  }
  t.equal(waits, 0, 'no request waits')
  t.ok(writes.reserved.length > length)
})

t.test('requests that wait at the same time share a reservation (decision 66)', async (t) => {
  const { store, writes } = createStore()
  const ordinals = createBoardOrdinals(store, BOARD)
  const plans = await Promise.all(Array.from({ length: 30 }, () => ordinals.take(0)))
  t.strictSame(
    plans.map(({ ordinal }) => ordinal),
    range(0, 30),
  )
  t.ok(writes.reserved.length <= 2, `${writes.reserved.length} writes`)
})

t.test('a request that arrives as a reservation ends takes no number of a waiting request (decision 66)', async (t) => {
  const { store } = createStore()
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const ordinals = createBoardOrdinals(
    {
      ...store,
      reserveFaultOrdinals(board, count) {
        const reservation = store.reserveFaultOrdinals(board, count)
        reservation.then(arrive)
        return reservation
      },
    },
    BOARD,
  )
  const plans = await Promise.all([ordinals.take(0), arrival.then(() => ordinals.take(0))])
  t.match(plans, [{ ordinal: 0 }, { ordinal: 1 }])
})

t.test('two processes that alternate share the plan one by one (decision 66)', async (t) => {
  const { store } = createStore()
  const [one, two] = [createBoardOrdinals(store, BOARD), createBoardOrdinals(store, BOARD)]
  const taken: number[] = []
  while (taken.length < 200) taken.push(...(await takeAll(one, 1)), ...(await takeAll(two, 1)))
  t.strictSame(taken, range(0, 200))
})

t.test('a process that was alone shares the plan again as soon as there is another (decision 66)', async (t) => {
  const { store } = createStore()
  const [one, two] = [createBoardOrdinals(store, BOARD), createBoardOrdinals(store, BOARD)]
  const taken = await takeAll(one, 200)
  while (taken.length < 1200) taken.push(...(await takeAll(two, 1)), ...(await takeAll(one, 1)))
  t.strictSame(
    taken.toSorted((a, b) => a - b),
    range(0, 1200),
    'no number is skipped or used twice',
  )
  t.strictSame(taken.slice(-100), range(1100, 1200), 'at last they share it one by one')
})

t.test('a restart of the plan makes reserved numbers void (decision 66)', async (t) => {
  const { store, restart } = createStore()
  const ordinals = createBoardOrdinals(store, BOARD)
  await takeAll(ordinals, 200)
  restart()
  t.strictSame(await takeAll(ordinals, 100, 1), range(0, 100))
})

t.test('a request that arrived before a restart gets a number of the new plan (decision 66)', async (t) => {
  const { store, restart } = createStore()
  const ordinals = createBoardOrdinals(store, BOARD)
  await takeAll(ordinals, 10)
  restart()
  const [before, after] = await Promise.all([ordinals.take(0), ordinals.take(1)])
  t.match(
    [before, after],
    [
      { restarts: 1, ordinal: 0 },
      { restarts: 1, ordinal: 1 },
    ],
  )
  t.match(await takeAll(ordinals, 2, 0), [2, 3])
})

t.test('a request after a restart gets no number of a reservation that began before (decision 66)', async (t) => {
  const { store, writes, restart } = createStore()
  const ordinals = createBoardOrdinals(store, BOARD)
  await takeAll(ordinals, 5)
  const before = ordinals.take(0)
  while (writes.reserved.length === 5) await Promise.resolve()
  restart()
  const after = ordinals.take(1)
  t.match(await before, { restarts: 0, ordinal: 5 })
  t.match(await after, { restarts: 1, ordinal: 0 })
})

t.test('unused numbers are returned once, and the next ones continue there (decision 66)', async (t) => {
  const { store, writes, next } = createStore()
  const ordinals = createBoardOrdinals(store, BOARD)
  await takeAll(ordinals, 100)
  t.not(next(), 100)
  const [, plan] = await Promise.all([ordinals.giveBack(), ordinals.take(0)])
  t.equal(plan.ordinal, 100, 'a request waits until the numbers are returned')
  await ordinals.giveBack()
  t.equal(next(), 101)
  t.ok(ordinals.isIdle())
  const { returned } = writes
  await ordinals.giveBack()
  t.equal(writes.returned, returned, 'returning nothing costs no write')
})

t.test('keeps unused numbers if another process has reserved later ones (decision 66)', async (t) => {
  const { store } = createStore()
  const ordinals = createBoardOrdinals(store, BOARD)
  await takeAll(ordinals, 100)
  await store.reserveFaultOrdinals(BOARD, 1)
  await ordinals.giveBack()
  t.notOk(ordinals.isIdle())
  t.strictSame(await takeAll(ordinals, 2), [100, 101])
})

t.test('a failure of the store fails the requests that wait, and uses no number twice (decision 66)', async (t) => {
  const { store } = createStore()
  let isBroken = false
  const fail = <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) => {
    return async (...args: Args) => {
      const result = await method(...args)
      if (isBroken) throw new Error('the connection broke after the commit')
      return result
    }
  }
  const { reserveFaultOrdinals: reserve, returnFaultOrdinals: giveBack } = store
  const ordinals = createBoardOrdinals(
    { reserveFaultOrdinals: fail(reserve), returnFaultOrdinals: fail(giveBack) },
    BOARD,
  )
  const taken = await takeAll(ordinals, 100)
  isBroken = true
  taken.push(...(await takeAll(ordinals, 20)))
  await t.rejects(ordinals.giveBack())
  const outcomes = await Promise.allSettled([ordinals.take(0), ordinals.take(0)])
  t.strictSame(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isBroken = false
  taken.push(...(await takeAll(ordinals, 100)))
  t.equal(new Set(taken).size, 220)
})
