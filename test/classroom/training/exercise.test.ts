import t from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import type { Json } from '../../kit/helper.js'
import { EVERY_SECOND, MINUTE, minute, startExercise } from './learner.js'

const AFTER = { feedback: 'after', endsAt: minute(30), faults: EVERY_SECOND }

/** The keys of `errors` of a response with status 400. */
const invalidFields = ({ status, json }: { status: number; json: Json }) => [status, Object.keys(json.errors ?? {})]

/** The default settings for challenges. */
const WITHOUT_CHALLENGES = { challenges: [], challengeHints: 'free', solutions: 'solved' }

t.test('the owner configures an exercise, and learners read it', async (t) => {
  const { asOwner, send, service } = await startExercise(t)
  t.match(await send('GET /exercise'), { status: 404, json: { message: 'There is no exercise' } })
  t.equal((await asOwner('GET /exercise')).status, 404)
  const input = {
    title: 'Find the faults',
    instructions: '# Read\n\nand **claim**.',
    task: 'Find ten.',
    message: 'Look at the **dates**.',
    startsAt: '2026-03-02T10:30:00+01:00',
    endsAt: minute(90),
    feedback: 'after',
  }
  const { status, json } = await asOwner('PUT /exercise', { json: input })
  t.equal(status, 200)
  t.strictSame(json, { ...input, hints: 'off', ...WITHOUT_CHALLENGES, startsAt: minute(60), state: 'pending' })
  t.strictSame((await send('GET /exercise')).json, json)
  t.strictSame((await asOwner('GET /exercise')).json, json)
  service.clock.now += 60 * MINUTE
  t.equal((await send('GET /exercise')).json.state, 'running')
  service.clock.now += 30 * MINUTE
  t.equal((await send('GET /exercise')).json.state, 'ended')
  t.equal((await asOwner('DELETE /exercise')).status, 204)
  t.equal((await send('GET /exercise')).status, 404)
})

t.test('an exercise that is not valid changes nothing', async (t) => {
  const { asOwner, send } = await startExercise(t, { title: 'First' })
  const cases: [body: object, field: string][] = [
    [{ title: ' ' }, 'title'],
    [{ instructions: 'x'.repeat(10_001) }, 'instructions'],
    [{ feedback: 'never' }, 'feedback'],
    [{ startsAt: 'tomorrow' }, 'startsAt'],
    [{ startsAt: '2016-12-31T23:59:60Z' }, 'startsAt'],
    [{ endsAt: '9999-12-31T23:59:59-01:00' }, 'endsAt'],
    [{ startsAt: minute(5), endsAt: minute(5) }, 'endsAt'],
    [{ endsAt: minute(-5) }, 'endsAt'],
    [{ defects: ['unknown'] }, 'defects[0]'],
    [{ faults: { delay: [5, 1] } }, 'faults.delay'],
    [{ faults: { profile: 'unknown' } }, 'faults.profile'],
  ]
  for (const [json, field] of cases) {
    t.strictSame(invalidFields(await asOwner('PUT /exercise', { json })), [400, [field]], JSON.stringify(json))
  }
  t.equal((await send('GET /exercise')).json.title, 'First')
})

t.test('only the owner configures the exercise, and reads the whole score', async (t) => {
  const { service, id } = await startExercise(t, {})
  for (const request of ['PUT /exercise', 'GET /exercise', 'DELETE /exercise', 'GET /score', 'GET /claims']) {
    const [method, path] = request.split(' ')
    const options = method === 'PUT' ? { json: {} } : {}
    t.equal(
      (await service.send(`${method} /boards/${id}${path}`, { ...options, token: 'another' })).status,
      401,
      request,
    )
  }
})

t.test('with the feedback after, learners get no information about faults before the end (decision 99)', async (t) => {
  const input = { ...AFTER, faults: { ...EVERY_SECOND, disclose: true }, defects: ['size-ignored'] }
  const { send, read, claim, score, service } = await startExercise(t, input)
  const id = await read()
  const other = await read()
  t.equal((await claim(id, 'date-mix')).json.verdict, null)
  t.equal((await send('POST /claims', { json: { defect: 'size-ignored' } })).json.verdict, null)
  const chosen = await send('GET /api/buggy/tasks/1', { headers: { prefer: 'fault=server-error' }, unchecked: true })
  t.equal(chosen.status, 200, 'Prefer is ignored')
  for (const header of ['fault-injected', 'preference-applied']) t.notOk(header in chosen.headers, header)
  const hidden = { happened: null, found: null, credit: null, wrong: null, precision: null, recall: null, f1: null }
  t.strictSame(await score(), {
    state: 'running',
    feedback: 'after',
    claims: 2,
    hintsTaken: 0,
    total: hidden,
    faults: [],
    rightNone: null,
    wrongNone: null,
    defects: hidden,
    foundDefects: [],
    missed: [],
  })
  const { content } = (await send('GET /requests')).json
  for (const request of content) {
    t.match(request, { changed: null, missed: null })
    t.notOk('drawn' in request || 'ordinal' in request)
  }
  t.match(content[2], { requestId: id, claims: [{ fault: 'date-mix', verdict: null }] })
  t.match((await send('GET /claims')).json.content, [{ verdict: null }])

  service.clock.now += 30 * MINUTE
  t.match(await claim(other, 'none'), { status: 409, json: { message: `The exercise ended at ${minute(30)}` } })
  const ended = await score()
  t.match(ended, { state: 'ended', claims: 2, total: { happened: 2, found: 1, wrong: 0, f1: 0.6667 } })
  t.equal(ended.faults.length, FAULTS.length)
  t.match(ended.missed, [{ fault: 'date-mix', effect: /timestamp/i, method: 'GET', status: 200 }])
  t.match((await send('GET /claims')).json.content, [{ verdict: 'right' }])
  const shown = (await send('GET /requests')).json.content
  t.strictSame(
    shown.slice(0, 3).map(({ changed, missed }: Json) => [changed, missed]),
    [
      [['date-mix'], ['date-mix']],
      [[], []],
      [['date-mix'], []],
    ],
  )
  const disclosed = await send('GET /api/buggy/tasks/1', { headers: { prefer: 'fault=date-mix' }, unchecked: true })
  t.match(disclosed.headers, { 'preference-applied': 'fault=date-mix', 'fault-injected': 'date-mix' })
  const [{ changed, missed }] = (await send('GET /requests')).json.content
  t.strictSame([changed, missed], [['date-mix'], []], 'a fault that the client has chosen is not missed')
})

t.test('with immediate feedback, learners see verdicts, not which responses had faults (decision 99)', async (t) => {
  const { send, read, claim, score } = await startExercise(t, {
    faults: EVERY_SECOND,
    defects: ['size-ignored', 'list-ignores-status'],
  })
  const id = await read()
  await read()
  await claim(id, 'none')
  await send('POST /claims', { json: { defect: 'size-ignored' } })
  t.match(await score(), {
    state: 'running',
    feedback: 'immediate',
    claims: 2,
    total: { happened: null, found: 0, wrong: 1, precision: 0, recall: null, f1: null },
    faults: [{ fault: 'slow-response', happened: null, found: 0, wrong: 0 }],
    rightNone: 0,
    wrongNone: 1,
    defects: { happened: 2, found: 1, wrong: 0 },
    foundDefects: { length: 1, 0: { defect: 'size-ignored', found: true, title: /size/ } },
    missed: { length: 0 },
  })
  const { content } = (await send('GET /requests?status=200')).json
  t.match(content[1], { requestId: id, changed: null, missed: null, claims: [{ verdict: 'wrong' }] })
})

t.test('the owner sees everything at any time (decision 99)', async (t) => {
  const { asOwner, read, claim, ownScore } = await startExercise(t, { ...AFTER, defects: ['size-ignored'] })
  const id = await read()
  await claim(id, 'none')
  t.match((await asOwner('GET /claims')).json.content, [{ fault: 'none', verdict: 'wrong' }])
  t.match(await ownScore(), {
    total: { happened: 1, found: 0, wrong: 1 },
    foundDefects: [{ defect: 'size-ignored', found: false }],
    missed: [{ fault: 'date-mix', requestId: id }],
  })
})

t.test('with their token, owners see everything at the base URL of the board (decision 117)', async (t) => {
  const { send, token, read, claim } = await startExercise(t, AFTER)
  const id = await read()
  await claim(id, 'none')
  t.match((await send('GET /requests', { token })).json.content[0], {
    requestId: id,
    changed: ['date-mix'],
    missed: ['date-mix'],
    claims: [{ verdict: 'wrong' }],
  })
  t.match((await send('GET /claims', { token })).json.content, [{ verdict: 'wrong' }])
  t.match((await send('GET /score', { token })).json, { total: { happened: 1, wrong: 1 }, missed: [{ requestId: id }] })
  for (const path of ['/requests', '/claims', '/score']) {
    const { status, headers } = await send(`GET ${path}`, { token: 'x' })
    t.equal(status, 401, path)
    t.equal(headers['www-authenticate'], 'Bearer')
  }
})
