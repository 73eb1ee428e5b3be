import t from 'tap'
import { PATHS } from '../../../src/rules/challenges/paths.js'
import type { Json } from '../../kit/helper.js'
import { startClass } from './class.js'
import { MINUTE, minute } from './learner.js'
import { EVERY, solvedIn, start } from './solved.js'

t.test('an exercise chooses challenges and paths (decision 135)', async (t) => {
  const { asOwner, list } = await start(t, {})
  t.strictSame(await list(), { total: 0, solved: 0, paths: [], challenges: [] })
  await asOwner('PUT /exercise', { json: { challenges: ['unknown-task', 'auth', 'login'] } })
  const auth = PATHS.find(({ name }) => name === 'auth')
  t.strictSame((await list()).paths, [auth])
  const listed = (await list()).challenges.map(({ name }: Json) => name)
  t.strictSame(listed, ['unknown-task', ...(auth?.challenges ?? [])])
  const { status, json } = await asOwner('PUT /exercise', { json: { challenges: ['login', 'juggling'] } })
  t.match(
    { status, json },
    { status: 400, json: { errors: { challenges: "There is no challenge or path 'juggling'" } } },
  )
})

t.test('an exercise decides when hints and solutions are shown, and owners see them (decision 135)', async (t) => {
  const { send, asOwner, find, token, service } = await start(t, {})
  const shown = async (settings: object, name = 'unknown-task') => {
    await asOwner('PUT /exercise', {
      json: { challenges: ['unknown-task', 'read-task'], endsAt: minute(30), ...settings },
    })
    const { hints, solution, teaches } = await find(name)
    t.equal(teaches.operation, hints && 'GET /tasks/{id}', 'the operation is a hint')
    return [hints !== null, solution !== null]
  }
  await send('GET /api/v1/tasks/1')
  t.strictSame(await shown({}), [true, false])
  t.strictSame(await shown({}, 'read-task'), [true, true])
  t.strictSame(await shown({ challengeHints: 'off', solutions: 'always' }), [false, true])
  t.strictSame(await shown({ solutions: 'off' }, 'read-task'), [true, false])
  t.match(await find('unknown-task', token), { hints: [String], solution: String })
  t.strictSame(await shown({}), [true, false])
  service.clock.now += 30 * MINUTE
  t.match(await find('unknown-task'), { hints: [String], solution: String, solved: false })
})

t.test('an exercise that hides faults also hides what would reveal them (decision 135)', async (t) => {
  const { read, claim, find, list, token, service } = await start(t, {
    feedback: 'after',
    endsAt: minute(30),
    challenges: ['faults', 'read-task'],
    faults: EVERY,
  })
  await claim(await read(), 'date-mix')
  t.match(await find('find-date-mix'), { solved: null, solvedAt: null, requestId: null, solution: null })
  t.equal((await list()).solved, 1)
  t.equal((await find('find-date-mix', token)).solved, true)
  service.clock.now += 30 * MINUTE
  t.match(await find('find-date-mix'), { solved: true, requestId: String })
})

t.test('requests outside of the exercise solve nothing (decision 134)', async (t) => {
  const { send, find, service } = await start(t, {
    startsAt: minute(10),
    endsAt: minute(20),
    challenges: ['read-task'],
  })
  await send('GET /api/v1/tasks/1')
  t.equal((await find('read-task')).solved, false)
  service.clock.now += 20 * MINUTE
  await send('GET /api/v1/tasks/1')
  t.equal((await find('read-task')).solved, false)
})

t.test('a reset or a new exercise deletes solved challenges, and a snapshot keeps them (decision 136)', async (t) => {
  const { send, asOwner, list } = await start(t)
  await send('GET /api/v1/tasks')
  const snapshot = (await asOwner('GET /snapshot')).json
  t.notMatch(JSON.stringify(snapshot), 'first-list')
  await asOwner('PUT /snapshot', { json: snapshot })
  t.ok(solvedIn(await list()).includes('first-list'))
  await asOwner('POST /reset', { json: {} })
  t.strictSame(solvedIn(await list()), [])
  await send('GET /api/v1/tasks')
  t.strictSame(solvedIn(await list()), ['first-list'])
  await asOwner('PUT /exercise', { json: { challenges: ['first-list'] } })
  t.strictSame(solvedIn(await list()), [])
})

t.test('a class counts the challenges that each learner has solved (decision 136)', async (t) => {
  const { trainer, onBoard, dashboard } = await startClass(t, {
    exercise: { challenges: ['unknown-task', 'size-101', 'options'] },
  })
  const challenges = async () => (await dashboard()).boards.map((board: Json) => board.challenges)
  const none = { total: 3, solved: 0 }
  t.strictSame(await challenges(), [none, none])
  await onBoard(0, 'GET /api/v1/tasks/999')
  await onBoard(0, 'GET /api/v1/tasks')
  t.strictSame(await challenges(), [{ total: 3, solved: 1 }, none])
  const [headings = '', first = ''] = String((await trainer('GET /scores.csv')).bytes).split('\r\n')
  const column = headings.split(',').indexOf('challenges solved')
  t.strictSame(first.split(',').slice(column - 1, column + 1), ['3', '1'])
  await trainer('PATCH ', { json: { frozen: true } })
  for (const request of ['GET /api/v1/tasks/999', 'OPTIONS /api/v1/tasks']) await onBoard(1, request)
  t.strictSame(await challenges(), [{ total: 3, solved: 1 }, none])
  await trainer('PATCH ', { json: { frozen: false } })
  await trainer('POST /reset', { json: {} })
  t.strictSame(await challenges(), [none, none])
})

t.test('a trainer reads the challenges that an exercise can have (decision 135)', async (t) => {
  const { trainer } = await startClass(t, { exercise: { challenges: ['head'] } })
  const { status, json } = await trainer('GET /challenges')
  t.equal(status, 200)
  t.ok(json.challenges.length >= 80, 'not only those of the exercise')
  t.strictSame(json.challenges[0], { name: 'first-list', title: 'Read the list of tasks', level: 'first-steps' })
  t.equal((await trainer('GET /challenges', { token: 'wrong' })).status, 401)
})
