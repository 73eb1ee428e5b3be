import t, { type Test } from 'tap'
import type { Json } from '../../kit/helper.js'
import { startClass } from '../training/class.js'
import { openEvents } from '../training/event-client.js'
import { MINUTE, minute } from '../training/learner.js'

/** Starts a class of two learners with a drill, in which the first learner has sent one request. */
async function startDrills(t: Test, exercise: object = {}) {
  const more = { count: undefined, names: ['Ada', 'Grace'] }
  const ofClass = await startClass(t, { ...more, exercise: { ...exercise, drill: { profile: 'network', seed: 1 } } })
  /** Sends a request of a learner to buggy that has no fault. */
  const client = (index: number) => ofClass.onBoard(index, 'GET /api/buggy/tasks/999999', { unchecked: true })
  await client(0)
  const drills = async () => (await ofClass.dashboard()).boards.map(({ drill }: Json) => drill)
  return { ...ofClass, client, drills }
}

const READY = { state: 'ready', requests: 0, percent: null, best: null }

t.test('the trainer sees the score of each drill, also while learners do not (decision 154)', async (t) => {
  const { onBoard, drills, trainer } = await startDrills(t, { feedback: 'after' })
  t.strictSame(await drills(), [{ ...READY, state: 'running', requests: 1 }, READY])
  const finished = await onBoard(0, 'POST /drill/finish', { json: { success: true } })
  t.match(finished.json, { state: 'finished', percent: null })
  // One goal of five is reached, and one situation is right.
  const judged = { state: 'finished', requests: 1, percent: 33.3, best: 33.3 }
  t.strictSame(await drills(), [judged, READY])
  await onBoard(0, 'POST /drill/start')
  t.strictSame(await drills(), [{ ...READY, best: 33.3 }, READY])
  const [headings = '', ada = '', grace = ''] = String((await trainer('GET /scores.csv')).bytes).split('\r\n')
  const column = headings.split(',').indexOf('drill score')
  const scores = [ada, grace].map((row) => row.split(',')[column])
  t.strictSame(scores, ['33.3', ''])
})

t.test('all boards of a class have the same drill, which a new exercise begins again', async (t) => {
  const { client, onBoard, drills, trainer } = await startDrills(t)
  const seeds = [0, 1].map(async (index) => (await onBoard(index, 'GET /exercise')).json.drill)
  t.strictSame(await Promise.all(seeds), [
    { profile: 'network', seed: 1 },
    { profile: 'network', seed: 1 },
  ])
  await trainer('PUT /exercise', { json: { startsAt: minute(-1), drill: { profile: 'network', seed: 1 } } })
  t.strictSame(await drills(), [READY, READY])
  await client(1)
  t.strictSame(await drills(), [READY, { ...READY, state: 'running', requests: 1 }])
  await trainer('PUT /exercise', { json: {} })
  t.strictSame(await drills(), [undefined, undefined])
})

t.test('a reset of the class begins all drills again', async (t) => {
  const { drills, trainer } = await startDrills(t)
  t.equal((await trainer('POST /reset')).status, 204)
  t.strictSame(await drills(), [READY, READY])
})

t.test('runs end with the exercise (decision 154)', async (t) => {
  const { service, drills } = await startDrills(t, { endsAt: minute(10) })
  service.clock.now += 10 * MINUTE
  t.strictSame(await drills(), [{ state: 'finished', requests: 1, percent: 33.3, best: 33.3 }, READY])
})

t.test('runs of boards that are not in memory end with the exercise, also if it ends earlier', async (t) => {
  const { service, drills, trainer } = await startDrills(t, { endsAt: minute(10) })
  const exercise = { startsAt: minute(0), endsAt: minute(5), drill: { profile: 'network', seed: 1 } }
  t.equal((await trainer('PUT /exercise', { json: exercise })).status, 200)
  service.app.store.findState = () => undefined
  service.clock.now += 5 * MINUTE
  t.match(await drills(), [{ state: 'finished', requests: 1 }, READY])
})

t.test('a run that cannot be finished is logged once, and does not stop others', async (t) => {
  // More than are finished at once.
  const count = 52
  const exercise = { endsAt: minute(10), drill: { profile: 'network', seed: 1 } }
  const { service, boards, onBoard, dashboard } = await startClass(t, { count, exercise })
  for (const index of boards.keys()) await onBoard(index, 'GET /api/buggy/tasks/999999', { unchecked: true })
  const { store, log, drills } = service.app
  const { finishDrill } = store
  store.finishDrill = async (board, ...args) => {
    if (board === boards[0].id) throw new RangeError('The outcome is too large')
    return finishDrill(board, ...args)
  }
  const warnings: unknown[][] = []
  log.warn = (...args: unknown[]) => void warnings.push(args)
  service.clock.now += 10 * MINUTE
  for (let times = 0; times < 2; times++) await drills.endRuns()
  const states = (await dashboard()).boards.map(({ drill }: Json) => drill.state)
  t.strictSame(states, ['running', ...Array(count - 1).fill('finished')])
  t.match(warnings, [[{ board: boards[0].id, err: RangeError }]])
  t.equal(warnings.length, 1)
})

t.test('the projection of a class shows the drill, and ranks its scores (decision 137)', async (t) => {
  const { service, onBoard, client, trainer, drills } = await startDrills(t, { endsAt: minute(10) })
  const read = async () => {
    await drills()
    return (await trainer('GET /projection')).json
  }
  t.match(await read(), { running: 1, finished: 0, ranking: [{ name: 'Ada', drill: null }] })
  await client(1)
  await client(1)
  await onBoard(1, 'POST /drill/finish', { json: { success: true } })
  const best = [
    { name: 'Ada', place: 1, points: 0, drill: 33.3 },
    { name: 'Grace', place: 2, points: 0, drill: 16.6 },
  ]
  t.match(await read(), {
    running: 1,
    finished: 1,
    ranking: [
      { ...best[1], place: 1 },
      { name: 'Ada', place: 2 },
    ],
  })
  t.strictSame((await trainer('GET /debrief')).json.situations, [], 'the exercise is running')
  service.clock.now += 10 * MINUTE
  t.match(await read(), { running: 0, finished: 2, ranking: best })
})

t.test('the projection hides the scores of a drill that learners do not see yet (decision 137)', async (t) => {
  const { service, onBoard, trainer, drills } = await startDrills(t, { feedback: 'after', endsAt: minute(10) })
  await drills()
  await onBoard(0, 'POST /drill/finish', { json: { success: true } })
  const read = async () => (await trainer('GET /projection')).json
  t.match(await read(), { finished: 1, ranking: [{ drill: null }] })
  service.clock.now += 10 * MINUTE
  t.match(await read(), { ranking: [{ drill: 33.3 }] })
})

t.test('the debrief of a drill has what the clients did, the most wrong reactions first', async (t) => {
  const { service, client, trainer, onBoard } = await startDrills(t, { endsAt: minute(10) })
  for (let times = 0; times < 2; times++) await client(1)
  await onBoard(0, 'GET /api/buggy/tasks/999998', { unchecked: true })
  service.clock.now += 10 * MINUTE
  const { faults, situations } = (await trainer('GET /debrief')).json
  t.strictSame(faults, [])
  const [refused] = situations
  const reason = 'The client repeated the request unchanged after 404.'
  t.match(refused, { situation: 'refused-request', right: 2, wrong: 1, learners: 1 })
  t.match(refused.example, { request: 'GET /tasks/999999', verdict: 'wrong', reason })
  t.equal(situations.length, 1)
})

t.test('the stream of a class has the scores of drills, also when the exercise ends', async (t) => {
  const { service, created, token, onBoard, client } = await startDrills(t, { endsAt: minute(10) })
  const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { next } = await openEvents(t, `${origin}/classes/${created.id}/events`, { authorization: `Bearer ${token}` })
  const drillOf = async (name: string, state: string): Promise<Json> => {
    while (true) {
      const { data } = await next('learner')
      if (data.name === name && data.drill.state === state) return data.drill
    }
  }
  t.match(await drillOf('Ada', 'running'), { requests: 1 })
  await onBoard(0, 'POST /drill/finish', { json: { success: true } })
  t.match(await drillOf('Ada', 'finished'), { percent: 33.3 })
  await client(1)
  t.match(await drillOf('Grace', 'running'), { percent: null })
  service.clock.now += 10 * MINUTE
  t.match(await drillOf('Grace', 'finished'), { percent: 33.3 })
})
