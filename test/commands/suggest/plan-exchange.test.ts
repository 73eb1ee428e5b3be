import t from 'tap'
import { REDACTED } from '../../../src/rules/expected-vs-actual/redact.js'
import type { RecordedExchange } from '../../../src/rules/exposures/plan/exchange.js'
import type { PlannedTest } from '../../../src/rules/exposures/plan/plan.js'
import { planExchange } from '../../../src/rules/exposures/plan/plan-exchange.js'
import { STYLES } from '../../../src/rules/exposures/print/styles.js'
import { createDefective } from '../../api/defects/api.js'
import { createBoard, LOGIN, type TestBoard } from '../../kit/board.js'
import { multipart, noSleep, type RequestOptions, startService } from '../../kit/helper.js'
import { placeOf } from './place.js'
import { playExposure } from './play.js'

/** Tests that are made from recorded exchanges. They run on boards that are not those of the exchanges. */

const service = await startService(t, { sleep: noSleep })

const OPTIONS = { url: 'http://127.0.0.1:3000/b/a-board', redacted: REDACTED }

/** Sends a request to a board, and returns what its owner sees of it. Without an owner, nothing is known of its faults. */
async function record(board: TestBoard, request: string, options: RequestOptions = {}, isOwner = true) {
  const { headers } = await board.send(request, { unchecked: true, ...options })
  const { json } = await board.send(`GET /requests/${headers['x-request-id']}`, isOwner ? { token: board.token } : {})
  const path = json.query === null ? json.path : `${json.path}?${json.query}`
  return { ...json, path, isHidden: false } as RecordedExchange
}

/** Plays a test on a variant of a board. Returns what it expected and did not find. */
async function play({ steps, cleanUp, variant }: PlannedTest, board: TestBoard, name: string = variant) {
  const sent = steps.map(({ name: as, requests, ...step }) => ({ as, send: requests[0] as object as never, ...step }))
  return playExposure({ steps: sent, cleanUp, variant }, placeOf(service, board, name))
}

function planned(exchange: RecordedExchange): PlannedTest {
  const plan = planExchange(exchange, OPTIONS)
  if (typeof plan === 'string') throw new Error(`${exchange.method} ${exchange.path}: ${plan}`)
  return plan
}

const TASK = { title: 'Buy milk', status: 'DONE', priority: 'HIGH', dueDate: '2026-04-30', labels: ['b', 'a'] }

/** The requests to a board that has the tasks 1 to 3, a comment and an attachment. */
const REQUESTS: readonly [request: string, options?: RequestOptions][] = [
  ['POST /tasks', { json: TASK }],
  ['POST /tasks', { json: { title: '' } }],
  ['POST /tasks', { body: '{"title":', headers: { 'content-type': 'application/json' } }],
  ['GET /tasks/1'],
  ['GET /tasks/77'],
  ['GET /tasks/first'],
  ['HEAD /tasks/1'],
  ['PUT /tasks/1', { json: TASK }],
  ['PATCH /tasks/1'],
  ['POST /tasks/1/reorder', { json: { targetStatus: 'TODO', targetIndex: 0 } }],
  ['POST /tasks/1/comments', { json: { text: 'Yes' } }],
  ['PUT /tasks/1/comments/1', { json: { text: 'No' } }],
  ['DELETE /tasks/1/comments/77'],
  ['POST /tasks/2/attachments', multipart([{ fileName: 'a.png', type: 'image/png', content: 'content' }])],
  ['GET /tasks/1/attachments/1'],
  ['GET /tasks/summary'],
  ['GET /tasks'],
  ['GET /tasks?status=DONE&sort=title&direction=desc&size=2&page=1'],
  ['GET /tasks?direction=desc&search=MILK'],
  ['GET /tasks?search=nothing'],
  ['GET /tasks?size=0'],
  ['GET /unknown'],
  ['DELETE /tasks/1'],
]

async function createUsed(): Promise<TestBoard> {
  const board = await createBoard(service)
  for (const title of ['Buy milk', 'Pack', 'Call']) await board.send('POST /api/v1/tasks', { json: { ...TASK, title } })
  await board.send('POST /api/v1/tasks/1/comments', { json: { text: 'A comment' } })
  await board.send('POST /api/v1/tasks/1/attachments', multipart([{ fileName: 'a.txt', content: 'content' }]))
  return board
}

for (const variant of ['v1', 'v2'] as const) {
  t.test(`tests of ${variant} pass on a board with other tasks, and leave it as it was`, async (t) => {
    const used = await createUsed()
    const fresh = await createBoard(service)
    await fresh.send('POST /api/v1/tasks', { json: { title: 'milk of someone else', status: 'DONE' } })
    const token = variant === 'v1' ? undefined : (await used.send('POST /api/v2/auth/login', LOGIN)).json.token
    for (const [request, options] of REQUESTS) {
      const [method, path] = request.split(' ')
      const exchange = await record(used, `${method} /api/${variant}${path}`, { token, ...options }, false)
      for (const isHidden of [true, false]) {
        const plan = planned({ ...exchange, isHidden })
        t.strictSame(await play(plan, fresh), [], `${request}, ${isHidden ? 'with' : 'without'} hidden faults`)
        const printed = STYLES.map((style) => style.reasonAgainst?.(plan) ?? style.print(plan))
        const broken = printed.filter((code) => !code || /\[object Object|\bundefined\b(?!\))/.test(code))
        t.strictSame(broken, [])
      }
    }
    t.equal((await fresh.send('GET /api/v1/tasks')).json.totalElements, 1)
  })
}

t.test('tests of sessions log in with the accounts of the test', async (t) => {
  const board = await createBoard(service)
  const { json } = await board.send('POST /api/v2/auth/login', LOGIN)
  const token = json.token
  const refresh = { json: { refreshToken: json.refreshToken } }
  for (const [request, options] of [
    ['POST /auth/login', LOGIN],
    ['POST /auth/login', { json: { username: 'admin', password: 'wrong' } }],
    ['POST /auth/login', { json: { username: 'admin', password: null } }],
    ['POST /auth/login', { json: { username: 'admin', password: 12345 } }],
    ['POST /auth/login', { json: { username: 'admin', password: '' } }],
    ['GET /auth/me', { token }],
    ['GET /tasks', {}],
    ['POST /auth/refresh', refresh],
    ['POST /auth/refresh', refresh],
    ['POST /auth/logout', { token }],
    ['DELETE /tasks', { token: (await board.send('POST /api/v2/auth/login', LOGIN)).json.token }],
  ] as const) {
    const [method, path] = request.split(' ')
    const plan = planned(await record(board, `${method} /api/v2${path}`, options))
    t.notMatch(JSON.stringify(plan), /admin123|eyJ/)
    t.strictSame(await play(plan, board), [], `${plan.title}`)
  }
})

/** A request that shows a fault. */
const FAULTY: Readonly<Record<string, [request: string, options?: RequestOptions]>> = {
  'server-error': ['PUT /tasks/1', { json: TASK }],
  unavailable: ['POST /tasks', { json: TASK }],
  'rate-limited': ['GET /tasks'],
  'html-error': ['GET /tasks/summary'],
  'search-case': ['GET /tasks?search=MILK'],
  'missing-fields': ['GET /tasks/1'],
  pagination: ['GET /tasks?size=1'],
  'date-mix': ['POST /tasks', { json: TASK }],
  'wrong-status': ['POST /tasks/1/comments', { json: { text: 'Yes' } }],
  'malformed-json': ['GET /tasks'],
  'wrong-content-type': ['GET /tasks/1'],
  'empty-response': ['PUT /tasks/1', { json: TASK }],
  'duplicate-item': ['GET /tasks?status=DONE'],
}

for (const [fault, [request, options]] of Object.entries(FAULTY)) {
  t.test(`a test of a found ${fault} passes without it, and fails with it`, async (t) => {
    const board = await createUsed()
    await board.asOwner('PUT /faults', { json: { rates: { [fault]: 1 } } })
    const [method, path] = request.split(' ')
    const plan = planned(await record(board, `${method} /api/buggy${path}`, options))
    t.match(plan, { title: new RegExp(`without ${fault}$`), baseUrl: /\/api\/buggy$/ })
    t.strictSame(await play(plan, await createBoard(service)), [])
    t.not((await play(plan, board, 'buggy')).length, 0)
  })
}

t.test('a test of a stale read changes what it reads in between', async (t) => {
  for (const path of ['/tasks/1', '/tasks?size=5']) {
    const exchange = await record(await createUsed(), `GET /api/buggy${path}`)
    const plan = planned({
      ...exchange,
      evidence: { changed: ['stale-read'], difference: [], expected: exchange.response as never },
    })
    t.strictSame(await play(plan, await createBoard(service)), [])
    const board = await createBoard(service)
    await board.asOwner('PUT /faults', { json: { rates: { 'stale-read': 1 } } })
    t.not((await play(plan, board, 'buggy')).length, 0, path)
  }
})

t.test('a test of a defect that its owner knows passes without it, and fails with it', async (t) => {
  for (const [defect, request, options] of [
    ['default-priority-is-low', 'POST /tasks', { json: { title: 'New', status: 'TODO' } }],
    ['list-ignores-status', 'GET /tasks?status=TODO', {}],
    ['search-finds-any-word', 'GET /tasks?search=bread%20milk', {}],
    ['file-size-off-by-one', 'POST /tasks/1/attachments', multipart([{ fileName: 'a.txt', content: 'content' }])],
  ] as const) {
    const board = await createDefective(service, [defect])
    await board.send('POST /api/v1/tasks', { json: TASK })
    const [method, path] = request.split(' ')
    const plan = planned(await record(board, `${method} /api/v1${path}`, options))
    t.strictSame(await play(plan, await createBoard(service)), [], defect)
    t.not((await play(plan, board)).length, 0, defect)
  }
})

t.test('a test of a response with hidden faults has only what its sender sees', async (t) => {
  const board = await createUsed()
  await board.asOwner('PUT /faults', { json: { rates: { 'missing-fields': 1, 'wrong-status': 1 } } })
  const exchange = await record(board, 'POST /api/buggy/tasks', { json: { title: 'New', status: 'TODO' } }, false)
  t.notOk(exchange.evidence)
  const plan = planned({ ...exchange, isHidden: true })
  const places = plan.steps.flatMap(({ expect }) => expect.map(({ at }) => at))
  t.strictSame(places, ['header:content-type', '/title', '/status', 'status'])
  t.match(plan.title, 'POST /tasks returns 200')
  await board.asOwner('PUT /faults', { json: { rates: { pagination: 1, 'duplicate-item': 1 } } })
  const list = planned({ ...(await record(board, 'GET /api/buggy/tasks?size=2', {}, false)), isHidden: true })
  const listed = list.steps.flatMap(({ expect }) => expect.map(({ at }) => at))
  t.strictSame(listed, ['header:content-type', 'status'])
})

t.test('an exchange that is no test says why', async (t) => {
  const board = await createUsed()
  const ok = await record(board, 'GET /api/buggy/tasks/1')
  const sent = (text: string, mediaType: string | null = 'application/json', bytes = text.length) => ({
    ...ok,
    method: 'POST',
    request: { mediaType, body: { text, bytes } },
  })
  const changed = (fault: string, kind = 'value') => ({ ...ok, evidence: { changed: [fault], difference: [{ kind }] } })
  const cases: Record<string, RecordedExchange[]> = {
    'no-variant': [{ ...ok, path: '/score' }],
    'not-sendable': [{ ...ok, method: 'TRACE' }, { ...sent('{}'), method: 'GET' }, sent('{}', null)],
    cut: [
      sent('{"title":', 'application/json', 100),
      { ...ok, response: { ...ok.response, body: { text: '{"a', bytes: 9 } } as never },
    ],
    redacted: [sent(`{"password":"${REDACTED}"}`), { ...ok, path: `/api/v1/tasks?token=${REDACTED}` }],
    reference: [sent('{"title":"{run}"}'), sent('{"title":{"$":"a/b"}}')],
    failed: [
      { ...ok, response: { ...ok.response, status: 500 } as never, evidence: undefined as never },
      changed('x', 'unknown'),
    ],
    delay: [changed('slow-response')],
  }
  for (const [reason, exchanges] of Object.entries(cases)) {
    for (const exchange of exchanges) t.equal(planExchange(exchange, OPTIONS), reason, JSON.stringify(exchange.request))
  }
})
