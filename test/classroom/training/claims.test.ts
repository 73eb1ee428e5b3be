import { readFileSync } from 'node:fs'
import t from 'tap'
import { LOG_MAX } from '../../../src/contract/limits.js'
import { startBoard } from '../../kit/board.js'
import { breakMethod, openEmptyStore } from '../../kit/database.js'
import { ownStore } from '../../kit/helper.js'
import { pending } from '../../kit/pending.js'
import { EVERY_SECOND, MINUTE, minute, startExercise } from './learner.js'

t.test('a claim is judged at once without an exercise (decision 95)', async (t) => {
  const { read, claim, send } = await startExercise(t)
  const [faulty, right] = [await read(), await read()]
  const first = await claim(faulty, 'date-mix', { comment: 'createdAt is a number' })
  t.equal(first.status, 201)
  const { explanation, ...claimed } = first.json
  t.match(explanation, /^Right: `(created|updated)At` of task 1 was a number\.$/)
  t.strictSame(claimed, {
    number: 1,
    time: minute(0),
    requestId: faulty,
    fault: 'date-mix',
    defect: null,
    comment: 'createdAt is a number',
    verdict: 'right',
    credit: 1,
  })
  t.equal((await claim(faulty, 'none')).json.verdict, 'wrong')
  t.equal((await claim(right, 'none')).json.verdict, 'right')
  t.equal((await claim(right, 'pagination')).json.verdict, 'wrong')
  const { json } = await send('GET /claims?size=3')
  t.match(json, { totalElements: 4, totalPages: 2 })
  t.strictSame(
    json.content.map(({ fault, verdict }: Record<string, string>) => [fault, verdict]),
    [
      ['pagination', 'wrong'],
      ['none', 'right'],
      ['none', 'wrong'],
    ],
  )
})

t.test('an unknown response cannot be claimed, and the same claim cannot be made twice (decision 96)', async (t) => {
  const { read, claim, send } = await startExercise(t)
  const unknown = await claim('unknown', 'date-mix')
  t.equal(unknown.status, 404)
  t.match(unknown.json.message, /^The response with the X-Request-Id 'unknown' cannot be claimed/)
  const v1 = await send('GET /api/v1/tasks')
  t.equal((await claim(v1.headers['x-request-id'] as string, 'none')).status, 404)
  const id = await read()
  await claim(id, 'date-mix')
  const again = await claim(id, 'date-mix')
  t.strictSame([again.status, again.json.message], [409, 'This claim already exists (claim 1)'])
})

t.test('the latest response counts if clients repeat their request ids (decision 96)', async (t) => {
  const { read, claim } = await startExercise(t)
  const headers = { 'x-request-id': 'mine' }
  await read(headers)
  await read(headers)
  t.equal((await claim('mine', 'none')).json.verdict, 'right')
})

t.test('a response whose request chose its faults cannot be claimed and does not count (decision 97)', async (t) => {
  const { read, claim, ownScore } = await startExercise(t)
  for (const fault of ['date-mix', 'none']) {
    const id = await read({ prefer: `fault=${fault}` })
    t.equal((await claim(id, fault)).status, 404, fault)
  }
  t.equal((await ownScore()).total.happened, 0)
})

t.test('responses of a board without faults can be claimed', async (t) => {
  const { read, claim, asOwner } = await startExercise(t)
  await asOwner('PUT /faults', { json: { profile: 'none' } })
  t.equal((await claim(await read(), 'none')).json.verdict, 'right')
})

t.test('a claim of a defect names it (decision 98)', async (t) => {
  const { send, asOwner } = await startExercise(t)
  await asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
  const found = await send('POST /claims', { json: { defect: 'list-ignores-status' } })
  t.match(found.json, { requestId: null, fault: null, defect: 'list-ignores-status', verdict: 'right' })
  t.equal((await send('POST /claims', { json: { defect: 'size-ignored' } })).json.verdict, 'wrong')
  t.equal((await send('POST /claims', { json: { defect: 'size-ignored' } })).status, 409)
})

t.test('a claim that names neither a response with its fault nor a defect is 400', async (t) => {
  const { send } = await startExercise(t)
  const cases: [body: object, fields: string[]][] = [
    [{}, ['requestId', 'fault']],
    [{ requestId: 'x' }, ['fault']],
    [{ fault: 'date-mix' }, ['requestId']],
    [{ requestId: 'x', fault: 'unknown' }, ['fault']],
    [{ requestId: 'a\u0000b', fault: 'none' }, ['requestId']],
    [{ requestId: 'x', fault: 'none', comment: 'x'.repeat(501) }, ['comment']],
    [{ defect: 'unknown' }, ['defect']],
    [{ defect: 'list-ignores-status', fault: 'none', requestId: 'x' }, ['requestId', 'fault']],
  ]
  for (const [json, fields] of cases) {
    const reply = await send('POST /claims', { json })
    t.equal(reply.status, 400)
    t.strictSame(Object.keys(reply.json.errors), fields, JSON.stringify(json))
  }
  t.equal((await send('GET /claims')).json.totalElements, 0)
})

t.test('if the store fails, a claim is 503 and is not stored', async (t) => {
  const store = await openEmptyStore()
  const { read, claim, send } = await startExercise(t, undefined, { store })
  const id = await read()
  const broken = breakMethod(store, 'addClaim')
  t.equal((await claim(id, 'date-mix')).status, 503)
  broken.repair()
  t.equal((await send('GET /claims')).json.totalElements, 0)
  t.equal((await claim(id, 'date-mix')).status, 201)
})

t.test('the default board has no claims, no exercise and no score (decision 95)', async (t) => {
  const token = 'the-administrator'
  const { service } = await startExercise(t, undefined, { adminToken: token })
  for (const request of ['POST /claims', 'GET /claims', 'GET /exercise', 'GET /score', 'GET /requests']) {
    t.match(await service.send(request), { status: 404, json: { message: 'Path not found' } }, request)
  }
  for (const request of ['PUT /exercise', 'GET /exercise', 'DELETE /exercise', 'GET /score', 'GET /claims']) {
    const [method, path] = request.split(' ')
    const options = { token, ...(method === 'PUT' && { json: {} }) }
    t.equal((await service.send(`${method} /boards/default${path}`, options)).status, 403, request)
  }
})

t.test('all operations of learners are limited by the rate of the board', async (t) => {
  const { paths } = JSON.parse(readFileSync(new URL('../../../openapi/training.json', import.meta.url), 'utf8'))
  for (const [path, operations] of Object.entries<object>(paths)) {
    // A stream does not end.
    if (path === '/events') continue
    const { send } = await startExercise(t, { faults: EVERY_SECOND }, { boardRate: 3 })
    const line = `${Object.keys(operations)[0]?.toUpperCase()} ${path.replace('{requestId}', 'unknown')}`
    const statuses = []
    for (let count = 0; count < 4; count++) statuses.push((await send(line, { unchecked: true })).status)
    t.equal(statuses.at(-1), 429, `${line}: ${statuses}`)
  }
})

t.test('metrics count claims by verdict', async (t) => {
  const { read, claim, service } = await startExercise(t, undefined, await ownStore())
  const id = await read()
  await claim(id, 'date-mix')
  await claim(id, 'none')
  await claim(id, 'pagination')
  const text = String((await service.send('GET /metrics')).bytes)
  t.match(text, 'task_board_claims_total{verdict="right"} 1\n')
  t.match(text, 'task_board_claims_total{verdict="wrong"} 2\n')
})

t.test('metrics do not disclose what an exercise hides (decision 99)', async (t) => {
  const faults = { script: [['date-mix']], scriptEnd: 'repeat' }
  const exercise = { feedback: 'after', faults, startsAt: minute(10), endsAt: minute(20) }
  const { read, claim, service } = await startExercise(t, exercise, await ownStore())
  await read()
  service.clock.now += 10 * MINUTE
  await claim(await read(), 'date-mix')
  const text = String((await service.send('GET /metrics')).bytes)
  t.notMatch(text, /^task_board_faults_total\{/m)
  t.match(text, 'task_board_claims_total{verdict="hidden"} 1\n')
})

t.test('metrics do not count the faults of a running exercise with immediate feedback (decision 99)', async (t) => {
  const exercise = { faults: { script: [['date-mix']], scriptEnd: 'repeat' }, startsAt: minute(10), endsAt: minute(20) }
  const { read, service } = await startExercise(t, exercise, await ownStore())
  const count = async () => {
    const text = String((await service.send('GET /metrics')).bytes)
    return Number(/^task_board_faults_total\{fault="date-mix"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  await read()
  t.equal(await count(), 1, 'before the start')
  service.clock.now += 10 * MINUTE
  await read()
  t.equal(await count(), 1, 'while it runs')
  service.clock.now += 10 * MINUTE
  await read()
  t.equal(await count(), 2, 'after the end')
})

t.test('errors for unknown paths and methods of buggy can be claimed to be right (decision 96)', async (t) => {
  const { claim, send } = await startExercise(t)
  for (const request of ['GET /api/buggy/unknown', 'DELETE /api/buggy/tasks']) {
    const { headers } = await send(request, { unchecked: true })
    t.equal((await claim(headers['x-request-id'] as string, 'none')).json.verdict, 'right', request)
  }
})

t.test('all faults of a burst of requests count (decision 101)', async (t) => {
  const store = await openEmptyStore()
  const board = await startBoard(t, { store })
  await board.asOwner('PUT /faults', { json: { profile: 'none', rates: { 'server-error': 1 } } })
  const { recordRequests } = store
  const { promise: burst, resolve: endBurst } = pending()
  store.recordRequests = async (...given) => {
    await burst
    return recordRequests(...given)
  }
  let happened = 0
  // All wait for the first write. A busy machine can refuse some requests with 503.
  while (happened <= 2 * LOG_MAX) {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => board.send('GET /api/buggy/tasks', { unchecked: true })),
    )
    happened += replies.filter(({ status }) => status === 500).length
  }
  endBurst()
  t.match((await board.send('GET /score')).json.total, { happened })
})
