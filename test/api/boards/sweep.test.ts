import t, { type Test } from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { StoreUnavailable } from '../../../src/contract/errors.js'
import { openStore } from '../../../src/rooms/open-store.js'
import { ADMIN_TOKEN, createBoard } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { type ServiceOptions, startService } from '../../kit/helper.js'
import { storedRows } from '../../kit/stored-rows.js'

t.test('removes expired boards with all their data, while it serves requests', async (t) => {
  const file = `${t.testdir()}/board.db`
  const service = await startService(t, {
    store: await openStore(`sqlite:${file}`),
    boardTtl: 100,
    sweepInterval: 5,
    settleTime: 0,
  })
  /** Counts the rows of private boards by kind. */
  const countRows = () => {
    const { item = [], blob = [] } = storedRows(file)
    return [...item, ...blob].filter(({ scope, id }) => scope !== 'default' && id !== 'default').length
  }
  const boards = [await createBoard(service, { fixture: 'demo' }), await createBoard(service, { fixture: 'demo' })]
  for (const { send, asOwner } of boards) {
    await send('POST /api/v2/auth/login', { json: { username: 'user', password: 'user123' } })
    await asOwner('GET /requests')
  }
  const deleted = await createBoard(service, { fixture: 'demo' })
  await deleted.asOwner('DELETE ')
  t.ok(countRows() > 10)
  service.clock.now += 101_000
  while (countRows() > 0) {
    t.equal((await service.send('GET /api/v1/tasks')).status, 200)
    await new Promise(setImmediate)
  }
  const board = await createBoard(service)
  t.equal((await board.send('GET /api/v1/tasks')).status, 200)
})

t.test('repeats a sweep that failed', async (t) => {
  const store = await openEmptyStore()
  let failures = 0
  let expired = 0
  const service = await startService(t, {
    store: {
      ...store,
      async expireBoards(...given) {
        if (failures < 2) {
          failures++
          throw new StoreUnavailable()
        }
        const count = await store.expireBoards(...given)
        expired += count
        return count
      },
    },
    boardTtl: 100,
    sweepInterval: 5,
    settleTime: 0,
  })
  await createBoard(service)
  service.clock.now += 101_000
  while (expired === 0) await new Promise(setImmediate)
  t.strictSame({ failures, expired }, { failures: 2, expired: 1 })
})

t.test('two editions on one store sweep it once', async (t) => {
  const store = await openEmptyStore()
  const sweeps = { first: 0, second: 0 }
  const start = (name: 'first' | 'second', options: ServiceOptions) =>
    startService(t, {
      store: {
        ...store,
        async sweepBoards() {
          sweeps[name]++
          return store.sweepBoards()
        },
        close: async () => {},
      },
      sweepInterval: 5,
      ...options,
    })
  t.teardown(() => store.close())
  const { app } = await start('first', {})
  await start('second', { edition: earlier, main: app, sweepInterval: 1 })
  const enough = sweeps.first + 3
  while (sweeps.first < enough) await new Promise(setImmediate)
  t.equal(sweeps.second, 0)
})

/** Starts a service with a board and a class. */
async function startSweeping(t: Test, settleTime: number) {
  const store = await openEmptyStore()
  let sweeps = 0
  const service = await startService(t, {
    store: {
      ...store,
      async sweepBoards() {
        sweeps++
        return store.sweepBoards()
      },
    },
    boardTtl: 100,
    sweepInterval: 5,
    settleTime,
    adminToken: ADMIN_TOKEN,
  })
  const board = await createBoard(service)
  const created = await service.send('POST /classes', {
    token: ADMIN_TOKEN,
    json: { name: 'Testing APIs', names: ['Ada'] },
  })
  return {
    clock: service.clock,
    board,
    /** Waits until some sweeps have ended that started after this call. */
    async sweep() {
      const enough = sweeps + 3
      while (sweeps < enough) await new Promise(setImmediate)
    },
    /** Whether the board still exists, expired or not. */
    isStored: () =>
      store.readState(board.id).then(
        () => true,
        () => false,
      ),
    /** Returns the statuses of requests to the board and to the class, and the name of its learner. */
    async read() {
      const { json, status } = await service.send(`GET /classes/${created.json.id}`, {
        token: created.json.trainerSecret,
      })
      return [(await board.send('GET /api/v1/tasks')).status, status, json.boards?.[0].name]
    },
  }
}

t.test('a clock that is wrong for a moment deletes no boards', async (t) => {
  const { clock, sweep, read } = await startSweeping(t, 60_000)
  for (const jump of [101_000, 365 * 24 * 3_600_000, -101_000]) {
    clock.now += jump
    if (jump > 0) t.strictSame(await read(), [404, 404, undefined], 'expired')
    await sweep()
    clock.now -= jump
    await sweep()
    t.strictSame(await read(), [200, 200, 'Ada'])
  }
})

/** Returns `false` if the machine was too busy to see the jump back before the boards expired. */
async function expiresAfter(t: Test, settleTime: number): Promise<boolean> {
  const begin = performance.now()
  const { clock, sweep, isStored } = await startSweeping(t, settleTime)
  clock.now += 303_000
  await sweep()
  const first = performance.now()
  while (performance.now() - first < settleTime / 4) await sweep()
  // The clock was seen to jump back after this moment. The board stays expired.
  const start = performance.now()
  clock.now -= 101_000
  await sweep()
  if (!(await isStored())) {
    t.ok(performance.now() - begin >= settleTime)
    return false
  }
  while (await isStored()) await sweep()
  t.ok(performance.now() - start >= settleTime)
  return true
}

t.test('boards expire when the clock has run evenly for some time since the start or since it jumped', async (t) => {
  let settleTime = 400
  while (!(await expiresAfter(t, settleTime))) settleTime *= 2
})
