import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import { createBoardDrills } from '../../../src/classroom/drills/board-drills.js'
import { StoreUnavailable } from '../../../src/contract/errors.js'
import { DRILL_REQUESTS_MAX } from '../../../src/contract/limits.js'
import type { BoardState } from '../../../src/rooms/state.js'
import type { Exercise } from '../../../src/rooms/training/exercise-settings.js'
import { PERFECT } from '../../commands/drill/clients.js'
import { createBoard } from '../../kit/board.js'
import { openEmptyStore } from '../../kit/database.js'
import { seen } from '../../kit/habits/requests.js'
import { type Json, type ServiceOptions, startService } from '../../kit/helper.js'
import { openEvents } from '../training/event-client.js'
import { MINUTE, minute } from '../training/learner.js'

const run = promisify(execFile)

/** Starts a service with a board whose exercise has a drill. */
async function startDrill(
  t: Test,
  exercise: object = {},
  drill: object = { profile: 'throttled', seed: 1 },
  options: ServiceOptions = {},
) {
  // The delays of faults are shorter, so that the tests are fast.
  const service = await startService(t, {
    sleep: (milliseconds, signal) => sleep(milliseconds / 20, null, { signal }),
    ...options,
  })
  const board = await createBoard(service)
  const configured = await board.asOwner('PUT /exercise', { json: { ...exercise, drill } })
  t.equal(configured.status, 200)
  const read = async (): Promise<Json> => (await board.send('GET /drill')).json
  const post = async (path: string, json?: object): Promise<Json> =>
    (await board.send(`POST /drill/${path}`, json && { json })).json
  /** Sends a request of the client to buggy. */
  const client = (request: string, json?: object) => {
    const [method, path] = request.split(' ')
    return board.send(`${method} /api/buggy${path}`, { ...(json && { json }), unchecked: true })
  }
  return { ...board, service, read, post, client }
}

const task = (number: number) => ({ title: `Drill task ${String(number).padStart(2, '0')}`, status: 'TODO' })

/** The first create, which never has a fault. */
const FIRST = task(1)

t.test('a client that does everything right has 100 percent in the drill of an exercise (decision 154)', async (t) => {
  const { service, id, post, read, client } = await startDrill(t, {}, { profile: 'network', seed: 1 })
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const [file = '', ...args] = PERFECT
  await run(file, args, { env: { ...process.env, TASKS_URL: `${address}/b/${id}/api/buggy` } })
  t.match(await read(), { state: 'running', percent: null, best: null, right: null, total: null, finishedAt: null })
  const finished = await post('finish', { success: true })
  t.strictSame(
    finished.verdicts.filter(({ verdict }: Json) => verdict !== 'right'),
    [],
  )
  const situations = new Set(finished.verdicts.map(({ situation }: Json) => situation))
  for (const situation of ['lost-create', 'failed-create', 'failed-request', 'slow-response', 'refused-request']) {
    t.ok(situations.has(situation), situation)
  }
  t.match(finished, { state: 'finished', percent: 100, best: 100 })
  t.equal(finished.right, finished.total)
  t.strictSame(await read(), finished)
  await post('start')
  await client('GET /tasks/1')
  const worse = await post('finish', { success: false })
  t.ok(worse.percent < 100)
  t.equal(worse.best, 100, 'the best run counts')
})

t.test(
  'a finished run stays as it is, and has no more faults, until the drill starts again (decision 154)',
  async (t) => {
    const { post, read, client, send } = await startDrill(t)
    t.match(await read(), { state: 'ready', requests: 0, startedAt: null, verdicts: { length: 0 } })
    const creates = async () => {
      const statuses: number[] = []
      for (let number = 1; number <= 20; number++) statuses.push((await client('POST /tasks', task(number))).status)
      return statuses
    }
    const first = await creates()
    t.ok(first.some((status) => status >= 400))
    const finished = await post('finish', { success: false })
    t.match(finished, { state: 'finished', requests: 20 })
    t.match(await creates(), Array(20).fill(201))
    t.strictSame(await post('finish', { success: true }), finished, 'a second end changes nothing')

    const restarted = await post('start')
    t.match(restarted, { state: 'ready', requests: 0, percent: null, best: finished.percent })
    t.equal((await send('GET /api/v1/tasks')).json.totalElements, 0)
    t.strictSame(await creates(), first, 'the faults begin again')
  },
)

t.test('attempts whose bodies are equal as JSON are attempts of one request (decision 152)', async (t) => {
  const { service, id, post } = await startDrill(t)
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const create = (body: object) =>
    fetch(`${address}/b/${id}/api/buggy/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (let number = 1; number <= 20; number++) {
    const { title, status } = task(number)
    if ((await create({ title, status })).status >= 400) await create({ status, title })
  }
  const { verdicts } = await post('finish', { success: false })
  const refused = verdicts.filter(({ situation }: Json) => situation === 'retry-after')
  t.ok(refused.length > 0)
  for (const { reason } of refused) t.match(reason, /^The client repeated the request after/)
})

t.test('the seed decides which request has which fault, and a change of the exercise keeps it', async (t) => {
  const { asOwner, client, read } = await startDrill(t, { title: 'Retry' }, {})
  const { drill } = (await asOwner('GET /exercise')).json
  t.match(drill, { profile: 'hostile', seed: Number })
  await client('POST /tasks', FIRST)
  const message = { title: 'Retry', message: 'Read docs/drill.md.', drill: {} }
  t.strictSame((await asOwner('PUT /exercise', { json: message })).json.drill, drill)
  t.equal((await read()).requests, 1, 'the run goes on')
  const configure = async (input: object): Promise<Json> =>
    (await asOwner('PUT /exercise', { json: { ...input } })).json.drill
  for (const change of [{ seed: 7 }, { seed: 7, profile: 'network' }]) {
    t.strictSame(await configure({ drill: change }), { ...drill, ...change })
    t.equal((await read()).requests, 0, 'another drill begins')
    await client('POST /tasks', FIRST)
    t.equal((await read()).requests, 1)
  }
  const next = await configure({ startsAt: minute(1), drill: { profile: 'network' } })
  t.not(next.seed, 7, 'learners know the seed of the last exercise')
  t.equal((await asOwner('PUT /exercise', { json: {} })).json.drill, undefined)
  t.equal((await asOwner('PUT /exercise', { json: { drill: { profile: 'spec' } } })).status, 400)
})

t.test('without a drill, or outside of the exercise, there is no drill (decision 154)', async (t) => {
  const { asOwner, send, service, client } = await startDrill(t, { startsAt: minute(5), endsAt: minute(10) })
  const statuses = async () => [
    (await send('GET /drill')).status,
    (await send('POST /drill/start')).status,
    (await send('POST /drill/finish', { json: { success: true } })).status,
  ]
  await client('POST /tasks', FIRST)
  t.match((await send('GET /drill')).json, { state: 'ready', requests: 0, goals: { length: 0 } })
  t.strictSame(await statuses(), [200, 409, 409])
  service.clock.now += 5 * MINUTE
  await client('POST /tasks', FIRST)
  t.match((await send('GET /drill')).json, { state: 'running', requests: 1 })
  service.clock.now += 5 * MINUTE
  await client('POST /tasks', FIRST)
  t.match((await send('GET /drill')).json, { state: 'finished', requests: 1, percent: Number })
  t.strictSame(await statuses(), [200, 409, 409])
  await asOwner('PUT /exercise', { json: { startsAt: minute(11) } })
  service.clock.now += 2 * MINUTE
  const none = await send('GET /drill')
  t.match(none, { status: 404, json: { message: 'The exercise of the board has no drill' } })
  t.strictSame(await statuses(), [404, 404, 404])
  t.equal((await asOwner('GET /drill')).status, 404)
})

t.test('an exercise that hides verdicts hides the outcome of the drill and its seed until the end', async (t) => {
  const { send, asOwner, token, client, post, service } = await startDrill(t, { feedback: 'after', endsAt: minute(10) })
  for (let number = 0; number < 20; number++) await client('POST /tasks', task(number))
  const hidden = { percent: null, best: null, right: null, total: null, goals: { length: 0 }, verdicts: { length: 0 } }
  t.match(await post('finish', { success: true }), { state: 'finished', requests: 20, ...hidden })
  t.match((await send('GET /exercise')).json.drill, { profile: 'throttled', seed: null })
  const own = (await asOwner('GET /drill')).json
  t.match(own, { percent: Number, right: Number, goals: { length: 5 } })
  t.ok(own.verdicts.length > 0)
  t.strictSame((await send('GET /drill', { token })).json, own)
  t.equal((await asOwner('GET /exercise')).json.drill.seed, 1)
  service.clock.now += 10 * MINUTE
  t.strictSame((await send('GET /drill')).json, own)
  t.equal((await send('GET /exercise')).json.drill.seed, 1)
})

t.test('only requests of the client to buggy count, and they cannot be claimed (decision 154)', async (t) => {
  const { send, read, client } = await startDrill(t)
  await send('GET /api/v1/tasks')
  await send('GET /api/buggy/tasks', { headers: { 'x-request-id': 'board-page:1' }, unchecked: true })
  t.equal((await read()).requests, 0)
  const { headers } = await client('GET /tasks?size=2&page=0')
  t.equal((await read()).requests, 1)
  const claim = { requestId: headers['x-request-id'], fault: 'server-error' }
  t.equal((await send('POST /claims', { json: claim })).status, 404)
})

t.test('the stream of a board says how far the drill is, without what the exercise hides', async (t) => {
  for (const feedback of ['immediate', 'after']) {
    const { id, service, client, post, asOwner } = await startDrill(t, { feedback, endsAt: minute(10) })
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { next } = await openEvents(t, `${origin}/b/${id}/events`)
    const progress = async () => (await next('drill')).data
    await client('POST /tasks', FIRST)
    t.strictSame(await progress(), { state: 'running', requests: 1, percent: null, best: null })
    const { percent } = await post('finish', { success: false })
    t.strictSame(await progress(), { state: 'finished', requests: 1, percent, best: percent })
    t.equal(percent === null, feedback === 'after')
    await post('start')
    t.strictSame(await progress(), { state: 'ready', requests: 0, percent: null, best: percent })
    await asOwner('PUT /exercise', { json: { feedback, endsAt: minute(10), title: 'Retry', drill: {} } })
    t.equal((await next('exercise')).data.drill.seed, feedback === 'after' ? null : 1)
  }
})

t.test('what a client would have done after it was stopped is not judged', async (t) => {
  const { service, id, post } = await startDrill(t, {}, { profile: 'network', seed: 1 })
  const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const verdictsOf = async (stopped: boolean): Promise<string[]> => {
    await post('start')
    for (let page = 0; page < 10; page++) {
      const read = fetch(`${origin}/b/${id}/api/buggy/tasks?page=${page}&size=2`)
      await read.then((response) => response.text()).catch(() => 'a fault of the network')
    }
    const { verdicts } = await post('finish', { success: false, stopped })
    const failed = verdicts.filter(({ situation }: Json) => situation === 'failed-request')
    return [...new Set<string>(failed.map(({ verdict }: Json) => verdict))]
  }
  t.strictSame(await verdictsOf(true), ['not-shown'])
  t.strictSame(await verdictsOf(false), ['wrong'])
})

t.test('tasks that the board had before the first request do not count for the goals (decision 154)', async (t) => {
  const { asOwner, send, post, read, client } = await startDrill(t)
  await asOwner('POST /reset', { json: { fixture: 'demo' } })
  t.match(await read(), { state: 'ready' })
  await send('POST /api/v1/tasks', { json: task(1) })
  const missed = async () => {
    const { goals } = await post('finish', { success: false })
    return goals.filter(({ reached }: Json) => !reached).map(({ name, found }: Json) => [name, found])
  }
  await client('POST /tasks', FIRST)
  const unmoved = [
    'tasks-moved',
    'Missing or in another status: Drill task 02, Drill task 03, Drill task 04 and 7 more.',
  ]
  const unread = ['pages-read', 'Pages without a complete response: 0, 1, 2 and 7 more.']
  const created = ['tasks-created', 'Missing: Drill task 02, Drill task 03, Drill task 04 and 16 more.']
  t.strictSame(await missed(), [created, unmoved, unread])
  await post('start')
  await client('POST /tasks', FIRST)
  await send('POST /api/v1/tasks', { json: { title: 'Another', status: 'TODO' } })
  t.strictSame(await missed(), [created, ['no-others', 'Others: Another.'], unmoved, unread])
})

t.test('a reset of the board begins the drill again', async (t) => {
  const { asOwner, read, client } = await startDrill(t)
  await client('POST /tasks', FIRST)
  await asOwner('POST /reset')
  t.match(await read(), { state: 'ready', requests: 0 })
})

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

t.test(
  'the run that was not used for the longest time is lost if there are too many requests (decision 154)',
  async (t) => {
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
    await drills.restart('a', exercise)
    forgotten?.record(seen({ arrivedAt: 0 }))
    t.strictSame(counts(), [0, 0, 0], 'a request of an earlier run')
    send('c')
    await drills.end('c')
    t.strictSame(counts(), [0, 0, 0], 'a board that does not exist')
  },
)

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
  const { restartDrill, finishDrill } = store
  store.restartDrill = async () => {
    throw new StoreUnavailable()
  }
  t.equal((await post('start')).status, 503)
  t.strictSame(await read(), finished)
  store.restartDrill = restartDrill
  await post('start')
  await client('POST /tasks', FIRST)
  let attempts = 0
  store.finishDrill = async () => {
    attempts++
    throw new StoreUnavailable()
  }
  service.clock.now += 10 * MINUTE
  t.match(await read(), { state: 'running', requests: 1, percent: null, best: finished.percent })
  const before = attempts
  while (attempts === before) await sleep(20)
  store.finishDrill = finishDrill
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
