import { networkInterfaces } from 'node:os'
import t from 'tap'
import { machineAddresses } from '../../../src/classroom/projector/machine-addresses.js'
import type { Json } from '../../kit/helper.js'
import { startClass } from './class.js'
import { MINUTE, minute } from './learner.js'

t.test('the addresses for learners have PUBLIC_URL, or else the host of the request (decision 137)', async (t) => {
  const { trainer } = await startClass(t, {}, { allowedHosts: ['board.test'] })
  const own = (await trainer('GET /addresses', { headers: { host: 'localhost:3000' } })).json
  t.strictSame(own, { url: 'http://localhost:3000', local: true, others: [] })
  const reached = (await trainer('GET /addresses', { headers: { host: 'board.test:3000' } })).json
  t.match(reached, { url: 'http://board.test:3000', local: false })
  t.equal((await trainer('GET /addresses', { token: 'wrong' })).status, 401)
  const proxied = await startClass(t, {}, { publicUrl: 'https://boards.example.org/lab' })
  t.match((await proxied.trainer('GET /addresses')).json, { url: 'https://boards.example.org/lab', local: false })
})

t.test('only a trainer at the machine of the service gets its other addresses (decision 137)', async (t) => {
  const everywhere = { address: '0.0.0.0', family: 'IPv4', port: 3000 }
  const others = machineAddresses(everywhere, networkInterfaces())
  const allowedHosts = others.map(({ url }) => new URL(url).hostname)
  const { service, trainer } = await startClass(t, {}, { trustProxy: true, allowedHosts })
  // Tests listen at the loopback address only, which others cannot reach.
  service.app.server.address = () => everywhere
  const othersFor = async (client: string) => {
    const headers = { host: 'localhost:3000', 'x-forwarded-for': client }
    return (await trainer('GET /addresses', { headers })).json.others
  }
  t.strictSame(await othersFor('127.0.0.1'), others)
  t.strictSame(await othersFor('203.0.113.7'), [])
})

/** Reads buggy on a board, whose every response has mixed dates, and claims a fault. */
async function report({ onBoard }: Awaited<ReturnType<typeof startClass>>, index: number, id: string, fault: string) {
  await onBoard(index, 'GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true })
  return onBoard(index, 'POST /claims', { json: { requestId: id, fault } })
}

const EXERCISE = {
  challenges: ['first-list', 'find-date-mix'],
  faults: { script: [['date-mix']], scriptEnd: 'repeat' },
}
const NAMES = ['Ada', 'Grace', 'Alan']

t.test('the projection of a class has its progress, a ranking, and who was first (decision 137)', async (t) => {
  const training = await startClass(t, { count: undefined, names: NAMES, fixture: 'demo', exercise: EXERCISE })
  const { trainer, onBoard, boards, join } = training
  const read = async () => (await trainer('GET /projection')).json
  t.match(await read(), {
    learners: 3,
    joined: 0,
    requests: 0,
    found: 0,
    challenges: 2,
    solved: 0,
    ranking: { length: 0 },
  })
  for (const name of ['Alan', 'Grace']) await join(name)
  const places = (await read()).ranking.map(({ place }: Json) => place)
  t.strictSame(places, [1, 1], 'learners with the same points share a place')
  await onBoard(0, 'GET /api/v1/tasks')
  await report(training, 1, 'one', 'pagination')
  await report(training, 1, 'two', 'date-mix')
  training.service.clock.now += 1000
  await report(training, 0, 'one', 'date-mix')
  t.match(await read(), {
    joined: 3,
    requests: 4,
    found: 2,
    solved: 3,
    ranking: [
      { board: boards[0].id, name: 'Ada', place: 1, points: 3, found: 1, solved: 2 },
      { name: 'Grace', place: 2, points: 1.5, found: 1, solved: 1 },
      { name: 'Alan', place: 3, points: 0 },
    ],
  })
  const firsts = (await read()).firsts.map(({ kind, title, board }: Json) => [kind, title, board])
  t.strictSame(firsts.sort(), [
    ['challenge', 'A date that is a number', boards[1].id],
    ['challenge', 'Read the list of tasks', boards[0].id],
    ['fault', 'date-mix', boards[1].id],
  ])
  t.equal((await trainer('GET /projection', { token: 'wrong' })).status, 401)

  const [seat] = (await trainer('POST /boards', { json: { count: 1 } })).json.boards
  t.match(await read(), { learners: 4, ranking: { length: 3 } }, 'a free board has no learner')
  await training.service.send(`GET /b/${seat.id}/api/v1/tasks`)
  await training.dashboard()
  t.match(await read(), { joined: 3, ranking: { length: 4 } }, 'somebody uses it without a name')
})

t.test('the projection says nothing that the exercise hides from learners (decision 137)', async (t) => {
  const exercise = { ...EXERCISE, feedback: 'after', endsAt: minute(30) }
  const training = await startClass(t, { count: undefined, names: NAMES, fixture: 'demo', exercise })
  const { trainer, onBoard, service } = training
  await onBoard(0, 'GET /api/v1/tasks')
  await report(training, 0, 'one', 'date-mix')
  await report(training, 1, 'one', 'pagination')
  const hidden = (await trainer('GET /projection')).json
  t.match(hidden, { found: null, challenges: 1, solved: 1, firsts: [{ name: 'first-list' }] })
  t.equal(hidden.firsts.length, 1)
  t.strictSame(
    hidden.ranking.map(({ points, found }: Json) => [points, found]),
    [
      [1, null],
      [0, null],
    ],
  )
  t.strictSame((await trainer('GET /debrief')).json, { learners: 2, faults: [], challenges: [], situations: [] })
  service.clock.now += 31 * MINUTE
  t.match((await trainer('GET /projection')).json, {
    found: 1,
    challenges: 2,
    solved: 2,
    ranking: [{ points: 3 }, { points: 0 }],
  })
})

t.test('after the exercise, the debrief has what the class has missed, with an example', async (t) => {
  const script = [['date-mix'], ['server-error'], ['server-error']]
  const exercise = { endsAt: minute(30), faults: { script, scriptEnd: 'repeat' } }
  const training = await startClass(t, { count: undefined, names: NAMES, fixture: 'demo', exercise })
  const { trainer, onBoard, boards, service, token } = training
  for (const index of [0, 1]) {
    for (const id of ['one', 'two', 'three'])
      await onBoard(index, 'GET /api/buggy/tasks', { headers: { 'x-request-id': id }, unchecked: true })
  }
  await onBoard(0, 'POST /claims', { json: { requestId: 'one', fault: 'date-mix' } })
  await onBoard(1, 'POST /claims', { json: { requestId: 'three', fault: 'server-error' } })
  t.match(
    (await trainer('GET /debrief')).json,
    { faults: { length: 0 }, challenges: { length: 0 } },
    'the exercise is running',
  )
  service.clock.now += 31 * MINUTE
  const { faults } = (await trainer('GET /debrief')).json
  t.match(faults, [
    {
      fault: 'server-error',
      happened: 4,
      found: 1,
      learners: 2,
      example: { board: boards[0].id, number: 3, requestId: 'three' },
    },
    {
      fault: 'date-mix',
      happened: 2,
      found: 1,
      learners: 1,
      example: { board: boards[1].id, number: 1, requestId: 'one' },
    },
  ])
  t.equal(faults.length, 2)
  const { board, requestId } = faults[0].example
  t.match((await service.send(`GET /b/${board}/requests/${requestId}`, { token })).json, {
    evidence: { changed: ['server-error'] },
  })
})

t.test(
  'the example of a missed fault has the number of its request, because a later one can have its id',
  async (t) => {
    const exercise = { endsAt: minute(30), faults: { script: [['server-error'], []] } }
    const training = await startClass(t, { count: undefined, names: NAMES, exercise })
    const { trainer, onBoard, boards, dashboard, service, token } = training
    for (const status of [500, 200]) {
      const options = { headers: { 'x-request-id': 'trace' }, unchecked: true }
      t.equal((await onBoard(0, 'GET /api/buggy/tasks', options)).status, status)
    }
    await dashboard()
    service.clock.now += 31 * MINUTE
    const board = boards[0].id
    t.match((await trainer('GET /debrief')).json.faults, [{ example: { board, number: 1, requestId: 'trace' } }])
    t.match((await service.send(`GET /b/${board}/score`, { token })).json.missed, [{ number: 1, requestId: 'trace' }])
    t.equal((await service.send(`GET /b/${board}/requests/trace`, { token })).json.number, 2)
  },
)

t.test('the points, the projection and the debrief of a class have its defects (decision 137)', async (t) => {
  const [first, second] = ['list-ignores-status', 'size-ignored']
  const exercise = { defects: [second, first], endsAt: minute(30) }
  const training = await startClass(t, { count: undefined, names: NAMES, exercise })
  const { trainer, onBoard, join, service, dashboard } = training
  await join('Alan')
  const claim = (index: number, defect: string | undefined) => onBoard(index, 'POST /claims', { json: { defect } })
  for (const index of [0, 1]) await onBoard(index, 'GET /api/v1/tasks', { unchecked: true })
  await claim(0, second)
  await claim(0, first)
  await claim(1, second)
  await claim(1, 'comment-trimmed')
  await dashboard()
  const ranking = [
    { name: 'Ada', place: 1, points: 2, found: 2 },
    { name: 'Grace', place: 2, points: 0.5, found: 1 },
    { name: 'Alan', place: 3, points: 0, found: 0 },
  ]
  t.match((await trainer('GET /projection')).json, { defects: 2, found: 3, ranking })
  const rows = String((await trainer('GET /scores.csv')).bytes)
    .split('\r\n')
    .map((row) => row.split(','))
  const column = rows[0]?.indexOf('points') ?? 0
  t.strictSame(
    rows.slice(1, 4).map((row) => row[column]),
    ['2', '0.5', '0'],
  )
  service.clock.now += 31 * MINUTE
  const { faults } = (await trainer('GET /debrief')).json
  t.match(faults, [
    { fault: first, effect: String, happened: 3, found: 1, learners: 2 },
    { fault: second, happened: 3, found: 2, learners: 1 },
  ])
  t.equal(faults.length, 2)
})

t.test('the debrief begins with the fault that was missed most often, however often it happened', async (t) => {
  const script = [['server-error'], ['server-error'], ['server-error'], ['date-mix'], ['date-mix']]
  const exercise = { endsAt: minute(30), faults: { script } }
  const training = await startClass(t, { count: undefined, names: NAMES, fixture: 'demo', exercise })
  for (const id of ['one', 'two']) await report(training, 0, id, 'server-error')
  for (const id of ['three', 'four', 'five']) await report(training, 0, id, 'none')
  training.service.clock.now += 31 * MINUTE
  const { faults } = (await training.trainer('GET /debrief')).json
  t.match(faults, [
    { fault: 'date-mix', happened: 2, found: 0 },
    { fault: 'server-error', happened: 3, found: 2 },
  ])
})

t.test('the example of a fault has no other fault, if there is such a response', async (t) => {
  const script = [['date-mix', 'pagination'], ['date-mix', 'pagination'], [], ['date-mix']]
  const exercise = { endsAt: minute(30), faults: { script, scriptEnd: 'repeat' } }
  const training = await startClass(t, { count: undefined, names: NAMES, fixture: 'demo', exercise })
  const { trainer, onBoard, boards, dashboard, service } = training
  const read = (index: number, id: string) =>
    onBoard(index, 'GET /api/buggy/tasks', { headers: { 'x-request-id': id }, unchecked: true })
  for (const id of ['both', 'again']) await read(0, id)
  for (const id of ['one', 'two', 'three', 'alone', 'last']) await read(1, id)
  await dashboard()
  service.clock.now += 31 * MINUTE
  const { faults } = (await trainer('GET /debrief')).json
  t.strictSame(
    faults.map(({ fault, example }: Json) => [fault, example.board, example.requestId]),
    [
      ['date-mix', boards[1].id, 'alone'],
      ['pagination', boards[0].id, 'again'],
    ],
  )
})

t.test('the debrief has the challenges, with solutions if the exercise shows them (decision 137)', async (t) => {
  const challenges = ['delete-task', 'first-list', 'find-date-mix', 'head']
  const exercise = { ...EXERCISE, challenges, endsAt: minute(30) }
  const training = await startClass(t, { count: undefined, names: NAMES, fixture: 'demo', exercise })
  const { trainer, onBoard, boards, join, dashboard, service } = training
  await join('Alan')
  await onBoard(1, 'GET /api/v1/tasks')
  service.clock.now += 1000
  await onBoard(0, 'GET /api/v1/tasks')
  await report(training, 0, 'one', 'date-mix')
  t.strictSame((await trainer('GET /debrief')).json.challenges, [], 'the exercise is running')
  const running = (await trainer('GET /exercise')).json
  await dashboard()
  service.clock.now += 31 * MINUTE
  const debrief = (await trainer('GET /debrief')).json
  t.equal(debrief.learners, 3)
  t.strictSame(
    debrief.challenges.map(({ name, solved, first }: Json) => [name, solved, first?.board]),
    [
      ['first-list', 2, boards[1].id],
      ['find-date-mix', 1, boards[0].id],
      ['delete-task', 0, undefined],
      ['head', 0, undefined],
    ],
  )
  t.equal(debrief.challenges[0].solution, 'curl $BOARD/api/v1/tasks')
  t.equal((await trainer('PUT /exercise', { json: { ...running, solutions: 'off' } })).status, 200)
  t.equal((await trainer('GET /debrief')).json.challenges[0].solution, null)
})
