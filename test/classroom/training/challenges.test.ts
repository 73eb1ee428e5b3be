import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { CHALLENGES } from '../../../src/rules/challenges/catalogue.js'
import { PATHS } from '../../../src/rules/challenges/paths.js'
import { createBoard, LOGIN, startBoard, TASK } from '../../kit/board.js'
import { type Json, startService } from '../../kit/helper.js'
import { request, startListening } from '../../kit/raw-http.js'
import { openEvents } from './event-client.js'
import { MINUTE, minute } from './learner.js'
import { EVERY, solvedIn, start } from './solved.js'

t.test('without an exercise, all challenges are listed, solved ones with solutions (decision 135)', async (t) => {
  const { send, list, find } = await start(t)
  t.match(await list(), { total: CHALLENGES.length, solved: 2, paths: PATHS.map(({ name }) => ({ name })) })
  t.match(await find('first-list'), { solved: false, solvedAt: null, requestId: null, solution: null })
  t.equal((await find('first-list')).hints.length, 3)
  await send('GET /api/v1/tasks', { headers: { 'x-request-id': 'mine' } })
  t.match(await find('first-list'), {
    solved: true,
    solvedAt: minute(0),
    requestId: 'mine',
    solution: 'curl $BOARD/api/v1/tasks',
  })
  t.strictSame(solvedIn(await list()), ['first-list', 'first-task', 'own-request-id', 'default-priority'])
})

t.test('repeated requests before and after the first step count once (decision 134)', async (t) => {
  const script = [[], [], [], ['server-error'], [], []]
  const { send, find } = await start(t, { faults: { script }, challenges: ['retry-read'], endsAt: minute(30) })
  for (const id of ['1', '2', '3', 'failed', 'retried', 'again']) {
    await send('GET /api/buggy/tasks/1', { headers: { 'x-request-id': id } })
  }
  t.match(await find('retry-read'), { solved: true, requestId: 'retried' })
})

t.test('a sequence stays a sequence when the clock of the machine is set back (decision 134)', async (t) => {
  const { service, send, find } = await start(t)
  const login = (await send('POST /api/v2/auth/login', LOGIN)).json
  const { json } = await send('POST /api/v2/auth/refresh', { json: { refreshToken: login.refreshToken } })
  service.clock.now -= 60 * MINUTE
  t.equal((await send('GET /api/v2/tasks', { token: json.token })).status, 200)
  t.match(await find('refresh'), { solved: true, solvedAt: minute(-60) })
})

t.test('a retry is the same request, and neither of the two has chosen its faults (decision 134)', async (t) => {
  const script = [[], ['server-error'], [], [], [], ['server-error'], [], []]
  const challenges = ['retry-read', 'retry-create']
  const { send, find } = await start(t, { faults: { script }, challenges, endsAt: minute(30) })
  for (const [request, query, other, challenge] of [
    ['GET /api/buggy/tasks', '?size=1', '?size=2', 'retry-read'],
    ['POST /api/buggy/tasks', '?x=1', '?x=2', 'retry-create'],
  ] as const) {
    const attempt = (id: string, query: string, prefer?: string) =>
      send(request + query, {
        headers: { 'x-request-id': id, ...(prefer && { prefer }) },
        ...(challenge === 'retry-create' && { json: TASK }),
        unchecked: true,
      })
    t.equal((await attempt('chosen failure', query, 'fault=server-error')).status, 500)
    t.ok((await attempt('after it', query)).status < 300)
    t.equal((await attempt('failure', query)).status, 500)
    await attempt('another query', other)
    await attempt('chosen success', query, 'fault=none')
    t.equal((await find(challenge)).solved, false, challenge)
    await attempt('retry', query)
    t.match(await find(challenge), { solved: true, requestId: 'retry' })
  }
})

t.test('encoded paths and absolute targets count like others (decision 134)', async (t) => {
  const service = await startListening(t)
  const { id, send } = await createBoard(service)
  const requests = ['GET /a%70i/v1/tasks?size=100', 'GET /api/v1/tasks/%39%39', 'DELETE /api/v1/tasks/%38%38']
  for (const line of requests) await send(line, { unchecked: true })
  await service.exchange(request(`GET ${service.origin}/b/${id}/api/v1/tasks?page=0`))
  await service.app.flushLogs()
  t.strictSame(solvedIn((await send('GET /challenges')).json), ['first-list', 'page-size-100', 'unknown-task'])
})

t.test('paths that cannot be decoded, and responses without a body, are judged like others', async (t) => {
  const { send, list } = await start(t, { challenges: ['without-token', 'malformed-json'] })
  t.equal((await send('GET /api/v1/tasks/%zz', { unchecked: true })).status, 400)
  t.equal((await send('HEAD /api/v2/tasks', { unchecked: true })).status, 403)
  t.strictSame(solvedIn(await list()), [])
  await send('GET /api/v2/tasks')
  t.strictSame(solvedIn(await list()), ['without-token'])
})

t.test('the loads of the board page solve nothing (decision 134)', async (t) => {
  const { send, find } = await start(t)
  const headers = { 'x-request-id': 'board-page:1' }
  await send('GET /api/v1/tasks', { headers })
  t.equal((await find('first-list')).solved, false)
  for (const request of ['DELETE /api/v1/tasks/99', 'GET /api/buggy/tasks/99']) {
    await send(request, { headers, unchecked: true })
    const [{ method, path }] = (await send('GET /requests')).json.content
    t.equal(`${method} ${path}`, request, 'the log leaves out no other request')
  }
  const { etag = '' } = (await send('GET /', { headers })).headers
  await send('GET /', { headers: { ...headers, 'if-none-match': etag } })
  t.equal((await find('not-modified')).solved, false)
  await send('GET /board', { headers: { 'if-none-match': etag } })
  t.equal((await find('not-modified')).solved, true)
})

t.test('challenges are judged without recorded exchanges (decision 134)', async (t) => {
  const { send, find } = await start(t, undefined, { exchangesMax: 0 })
  await send('POST /api/v1/tasks', { json: { ...TASK, title: '🚀'.repeat(100) } })
  t.equal((await find('title-100-emoji')).solved, true)
})

t.test('the default board and the earlier edition have no challenges (decision 134)', async (t) => {
  const { send } = await startService(t)
  t.equal((await send('GET /challenges')).status, 404)
  const board = await startBoard(t, { edition: earlier })
  await board.send('GET /api/v1/tasks')
  t.strictSame((await board.send('GET /challenges')).json, { total: 0, solved: 0, paths: [], challenges: [] })
  const chosen = await board.asOwner('PUT /exercise', { json: { challenges: ['auth', 'login'] } })
  t.match(chosen, { status: 200 }, 'an exercise survives a change of the edition')
})

t.test('the stream of a board sends the solved challenges that learners may see (decision 135)', async (t) => {
  const service = await startListening(t, { sleep: async () => {}, streams: { roundInterval: 10 } })
  const board = await createBoard(service)
  const input = {
    challenges: ['read-task', 'find-date-mix', 'first-list'],
    feedback: 'after',
    endsAt: minute(30),
    faults: EVERY,
  }
  await board.asOwner('PUT /exercise', { json: input })
  await board.send('POST /api/v1/tasks', { json: TASK })
  await service.app.flushLogs()
  const { next } = await openEvents(t, `${service.origin}/b/${board.id}/events`)
  await board.send('GET /api/buggy/tasks/1', { headers: { 'x-request-id': 'one' }, unchecked: true })
  await service.app.flushLogs()
  t.strictSame((await next('challenges')).data, {
    total: 3,
    solved: [{ name: 'read-task', solvedAt: minute(0), requestId: 'one' }],
  })
  await board.send('POST /claims', { json: { requestId: 'one', fault: 'date-mix' } })
  await next('claim')
  await board.send('GET /api/v1/tasks', { headers: { 'x-request-id': 'two' } })
  await service.app.flushLogs()
  const solvedFirst = (await next('challenges')).data.solved.map(({ name }: Json) => name)
  t.strictSame(solvedFirst, ['read-task', 'first-list'], 'the hidden challenge is not in the event, and caused none')
  service.clock.now += 30 * MINUTE
  const solvedThen = (await next('challenges')).data.solved.map(({ name }: Json) => name)
  t.strictSame(solvedThen, ['read-task', 'find-date-mix', 'first-list'])
  await board.asOwner('PUT /exercise', { json: { challenges: ['first-list'] } })
  t.match((await next('challenges')).data, { total: 1, solved: { length: 0 } })
  await board.send('GET /api/v1/tasks')
  await service.app.flushLogs()
  t.match((await next('challenges')).data, { solved: [{ name: 'first-list' }] })
  await board.asOwner('POST /reset')
  // The board has changed, too, and its event is later.
  t.match(await next('challenges', 'board'), { event: 'challenges', data: { solved: { length: 0 } } })
})
