import t from 'tap'
import type { Json } from '../../kit/helper.js'
import { startClass } from './class.js'
import { MINUTE, minute } from './learner.js'
import { EXERCISE, NAMES, report } from './report.js'

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

t.test('the example of a missed fault has the number of its request: a later one can have its id', async (t) => {
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
})

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
  const credits = rows.slice(1, 4).map((row) => row[column])
  t.strictSame(credits, ['2', '0.5', '0'])
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
