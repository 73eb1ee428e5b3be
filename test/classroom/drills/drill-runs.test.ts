import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import t from 'tap'
import { createBoardDrills } from '../../../src/classroom/drills/board-drills.js'
import { StoreUnavailable } from '../../../src/contract/errors.js'
import { DRILL_REQUESTS_MAX } from '../../../src/contract/limits.js'
import type { BoardState } from '../../../src/rooms/state.js'
import type { Exercise } from '../../../src/rooms/training/exercise-settings.js'
import { breakMethod, openEmptyStore } from '../../kit/database.js'
import { seen } from '../../kit/habits/requests.js'
import { MINUTE, minute } from '../training/learner.js'
import { FIRST, startDrill, task } from './start-drill.js'

t.test('a drill whose exercise has ended is judged by what was there at the end', async (t) => {
  for (const change of ['POST /api/v1/tasks', 'POST /reset', 'PUT /snapshot'] as const) {
    const { service, asOwner, send, client, read } = await startDrill(t, { endsAt: minute(30) })
    for (let number = 1; number <= 20; number++) {
      while ((await client('POST /tasks', task(number))).status >= 400);
    }
    const snapshot = (await asOwner('GET /snapshot')).json
    service.clock.now += 30 * MINUTE
    if (change === 'POST /reset') t.equal((await asOwner(change)).status, 204)
    else if (change === 'PUT /snapshot')
      t.equal((await asOwner(change, { json: { ...snapshot, tasks: [] } })).status, 204)
    else await send(change, { json: task(1) })
    const { goals, best } = await read()
    t.match(goals, [{ reached: true }, { reached: true }], change)
    t.equal((await asOwner('GET /drill')).json.best, best)
    t.ok(best > 0)
  }
})

t.test('the memory of a run is limited (decision 154)', async (t) => {
  const { read, client } = await startDrill(t)
  const long = `/tasks/${'9'.repeat(10)}?x=${'y'.repeat(4000)}`
  await client(`GET ${long}`)
  await client(`GET ${long}`)
  for (let count = 2; count < DRILL_REQUESTS_MAX + 5; count++) await client('GET /tasks/1')
  const { requests, verdicts } = await read()
  t.equal(requests, DRILL_REQUESTS_MAX + 5)
  const [refused, storm] = verdicts
  t.match(refused, { situation: 'refused-request', verdict: 'wrong', requestIds: { length: 2 } })
  t.ok(refused.request.length < 1100)
  t.equal(storm.requestIds.length, DRILL_REQUESTS_MAX - 2)
})

t.test('too many requests drop the run that was unused for the longest time (decision 154)', async (t) => {
  const { service } = await startDrill(t)
  const { now, log, store } = service.app
  // The boards do not exist.
  const unchanged = { restartDrill: async () => {}, startDrill: async () => {} }
  const drills = createBoardDrills({ now, log, store: { ...store, ...unchanged } }, 4)
  const exercise = {
    startsAt: minute(0),
    endsAt: null,
    drill: { profile: 'network', seed: 1 },
  } as unknown as Exercise
  const state = { exercise, challengeRestarts: 0, classId: null, drill: null } as unknown as BoardState
  const drillOf = (board: string) =>
    drills.drillOf({
      board: { id: board, state },
      id: 'x',
      url: '/api/buggy/tasks',
    } as unknown as FastifyRequest)
  const send = (board: string) => drillOf(board)?.record(seen({ arrivedAt: 0 }))
  const counts = () => ['a', 'b', 'c'].map((board) => drills.progressOf(board, state)?.requests)
  for (const board of ['a', 'a', 'b', 'b', 'a']) send(board)
  t.strictSame(counts(), [3, 0, 0])
  const forgotten = drillOf('a')
  await drills.restart('a')
  forgotten?.record(seen({ arrivedAt: 0 }))
  t.strictSame(counts(), [0, 0, 0], 'a request of an earlier run')
  send('c')
  await drills.end('c')
  t.strictSame(counts(), [0, 0, 0], 'a board that does not exist')
})

t.test('a run whose outcome cannot be stored goes on', async (t) => {
  const store = await openEmptyStore()
  const { post, read, client } = await startDrill(t, {}, undefined, { store })
  await client('POST /tasks', FIRST)
  const { finishDrill } = store
  store.finishDrill = async () => {
    await client('GET /tasks/1')
    throw new StoreUnavailable()
  }
  t.equal((await post('finish', { success: true })).status, 503)
  store.finishDrill = finishDrill
  t.match(await read(), { state: 'running', requests: 2 }, 'a request that ends meanwhile counts')
  t.match(await post('finish', { success: true }), { state: 'finished', requests: 2 })
})

t.test('a run has finished if its outcome was stored, although the write failed', async (t) => {
  const store = await openEmptyStore()
  const { post, read, client } = await startDrill(t, {}, undefined, { store })
  await client('POST /tasks', FIRST)
  const { finishDrill } = store
  store.finishDrill = async (...args) => {
    await finishDrill(...args)
    throw new StoreUnavailable()
  }
  t.equal((await post('finish', { success: true })).status, 503)
  store.finishDrill = finishDrill
  await client('GET /tasks/1')
  const finished = await read()
  t.match(finished, { state: 'finished', requests: 1, percent: Number })
  t.strictSame(await post('finish', { success: false }), finished)
})

t.test('a request that has read the board before a run finished begins no other run', async (t) => {
  const { service, id, client, post, read } = await startDrill(t)
  await client('POST /tasks', FIRST)
  const state = await service.app.store.readState(id)
  const finished = await post('finish', { success: true })
  const request = { board: { id, state }, id: 'x', url: '/api/buggy/tasks' } as unknown as FastifyRequest
  service.app.drills.drillOf(request)?.record(seen({ arrivedAt: 0 }))
  t.strictSame(await read(), finished)
})

t.test('a run is judged at the end of the exercise, also if no client reads it', async (t) => {
  const store = await openEmptyStore()
  const { service, id, client } = await startDrill(t, { endsAt: minute(10) }, undefined, { store })
  await client('POST /tasks', FIRST)
  service.clock.now += 10 * MINUTE
  let { drill } = await store.readState(id)
  while (drill?.state !== 'finished') {
    await sleep(20)
    drill = (await store.readState(id)).drill
  }
  t.match(drill, { requests: 1, percent: Number })
})

t.test('a run whose exercise has not ended keeps its board neither in use nor in memory', async (t) => {
  const { service, asOwner, client } = await startDrill(t, { endsAt: minute(10) })
  await client('POST /tasks', FIRST)
  const { store, drills } = service.app
  const { readState } = store
  let reads = 0
  store.readState = (...args) => {
    reads++
    return readState(...args)
  }
  await drills.endRuns()
  t.equal(reads, 0)
  await asOwner('POST /reset')
  await drills.endRuns()
  t.ok(reads > 0, 'the run was lost')
})

t.test('a drill whose outcome cannot be stored can be read, starts no new run, and is judged later', async (t) => {
  const store = await openEmptyStore()
  const { service, client, read, post } = await startDrill(t, { endsAt: minute(10) }, undefined, { store })
  await client('POST /tasks', FIRST)
  const finished = await post('finish', { success: true })
  const restart = breakMethod(store, 'restartDrill')
  t.equal((await post('start')).status, 503)
  t.strictSame(await read(), finished)
  restart.repair()
  await post('start')
  await client('POST /tasks', FIRST)
  const finish = breakMethod(store, 'finishDrill')
  service.clock.now += 10 * MINUTE
  t.match(await read(), { state: 'running', requests: 1, percent: null, best: finished.percent })
  const before = finish.calls
  while (finish.calls === before) await sleep(20)
  finish.repair()
  t.match(await read(), { state: 'finished', requests: 1, percent: Number })
})

t.test('a service that stops judges the runs whose exercise has ended', async (t) => {
  const store = await openEmptyStore()
  t.teardown(() => store.close())
  const options = { store: { ...store, close: async () => {} } }
  const { service, id, client } = await startDrill(t, { endsAt: minute(10) }, undefined, options)
  await client('POST /tasks', FIRST)
  service.clock.now += 10 * MINUTE
  await service.app.close()
  t.match(await store.readState(id), { drill: { state: 'finished', requests: 1, percent: Number } })
})
