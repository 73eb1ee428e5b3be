import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createBoard, TASK, type TestBoard } from '../../kit/board.js'
import { type Json, multipart, noSleep, type RequestOptions, startService } from '../../kit/helper.js'
import { request, startListening } from '../../kit/raw-http.js'

type Request = readonly [request: string, options?: RequestOptions]
/** Requests to a new board with the demo tasks. The next task has the id 21, the next comment 7, the next attachment 3. */
type Attempt = readonly Request[] | ((board: TestBoard) => Promise<unknown>)

const USER = { username: 'user', password: 'user123' }
const JSON_TYPE = { 'content-type': 'application/json' }
const ITEMS = { checklistItems: [{ text: 'Passport' }] }
const A_FILE = { fileName: 'a.txt', content: 'a' }

const create = (values: object = {}, variant = 'v1'): Request => [
  `POST /api/${variant}/tasks`,
  { json: { ...TASK, ...values } },
]
/** Creates a task through buggy, which responds with 200 instead of 201. */
const create200 = (values: object = {}): Request => [
  'POST /api/buggy/tasks',
  { json: { ...TASK, ...values }, headers: { prefer: 'fault=wrong-status' } },
]
const list = (query: string): Request => [`GET /api/v1/tasks?${query}`]
const search = (word: string): Request => list(`search=${encodeURIComponent(word)}`)
const put = (path: string, json: object): Request => [`PUT /api/v1${path}`, { json }]
const move = (status: string, index: unknown, id = 21): Request => [
  `POST /api/v1/tasks/${id}/reorder`,
  { json: { targetStatus: status, targetIndex: index } },
]
const upload = (parts: Parameters<typeof multipart>[0]): Request => [
  'POST /api/v1/tasks/2/attachments',
  multipart(parts),
]
/** Uploads files through buggy, which responds with 200 instead of 201. */
const upload200 = (parts: Parameters<typeof multipart>[0]): Request => {
  const { headers, body } = multipart(parts)
  return ['POST /api/buggy/tasks/2/attachments', { body, headers: { ...headers, prefer: 'fault=wrong-status' } }]
}
const WITH_COMMENT: Request = ['POST /api/v1/tasks/1/comments', { json: { text: 'a' } }]
/** Sends a request to buggy that chooses its faults. */
const choose = (faults: string, request = 'GET /api/buggy/tasks/1', json?: object): Request => [
  request,
  { headers: { prefer: `fault="${faults}"` }, ...(json && { json }) },
]
const login = (username: string, password: string): Request => [
  'POST /api/v2/auth/login',
  { json: { username, password } },
]
const authorized = (request: string, authorization: string, json?: object): Request => [
  request,
  { headers: { authorization }, ...(json && { json }) },
]
/** Logs in, and sends requests with the new tokens. */
const withTokens =
  (use: (tokens: Json) => readonly Request[], account = USER) =>
  async (board: TestBoard) =>
    sendAll(board, use((await board.send('POST /api/v2/auth/login', { json: account })).json))
/** Refreshes a session, and sends a request with its new access token. */
const refreshed = (request: (authorization: string) => Request) => async (board: TestBoard) => {
  const { refreshToken } = (await board.send('POST /api/v2/auth/login', { json: USER })).json
  const { token } = (await board.send('POST /api/v2/auth/refresh', { json: { refreshToken } })).json
  await sendAll(board, [request(`Bearer ${token}`)])
}
/** Sends requests to buggy, whose first response is a 500. */
const afterFailure =
  (...requests: readonly Request[]) =>
  async (board: TestBoard) => {
    await board.asOwner('PUT /faults', { json: { script: [['server-error'], []] } })
    await sendAll(board, requests)
  }

/** The requests of a script that fills a board. */
const PUTS = Array.from({ length: 50 }, (_, index) => put('/tasks/1', { ...TASK, title: `Task ${index}` }))

/** The faults that hide the body of a response, but not its status and headers. */
const HIDING = ['malformed-json', 'empty-response', 'truncated-body']

/** Challenges that look at the body of a response, each with a solution in v1. */
const BY_BODY: Readonly<Record<string, readonly Request[]>> = {
  'second-page': [list('page=1&size=5')],
  'search-label': [search('LEGAL')],
  'title-unicode': [create({ title: 'é' })],
  'default-priority': [create()],
  'checklist-ids': [
    create(ITEMS),
    put('/tasks/21', { ...TASK, checklistItems: [{ text: 'Camera' }, ...ITEMS.checklistItems] }),
  ],
  'edit-comment': [
    ['POST /api/v1/tasks/2/comments', { json: { text: 'a' } }],
    put('/tasks/2/comments/7', { text: 'b' }),
  ],
  'three-files': [upload([A_FILE, A_FILE, A_FILE])],
  'largest-file': [upload([{ fileName: 'a.bin', content: 'a'.repeat(2 ** 20) }])],
  download: [upload([A_FILE]), ['GET /api/v1/tasks/2/attachments/3']],
  'move-within': [create(), create(), move('TODO', 0, 22)],
  'move-past-end': [move('TODO', 1000, 1)],
}

/** Sends the requests of `BY_BODY` to buggy, with a fault. */
const hiddenBy = (fault: string, requests: readonly Request[]): Request[] =>
  requests.map(([request, options]) => [
    request.replace('v1', 'buggy'),
    { ...options, headers: { ...options?.headers, prefer: `fault=${fault}` } },
  ])

const HIDDEN: typeof SOLUTIONS = Object.fromEntries(
  Object.entries(BY_BODY).map(([name, requests]) => [name, HIDING.map((fault) => hiddenBy(fault, requests))]),
)

async function sendAll({ send }: TestBoard, requests: readonly Request[]): Promise<void> {
  for (const [request, options] of requests) {
    // A fault can end the connection.
    await send(request, { ...options, unchecked: true }).catch(() => {})
  }
}

/** Solutions with another method, status, variant, letter case or field than the one of the catalogue. */
const SOLUTIONS: Readonly<Record<string, readonly Attempt[]>> = {
  'first-list': [
    [list('search=')],
    [list('size=100')],
    [['GET /api/buggy/tasks']],
    [choose('duplicate-item', 'GET /api/buggy/tasks?size=20')],
  ],
  'first-task': [[create200()]],
  'location-followed': [
    [create({}, 'buggy'), ['GET /api/buggy/tasks/21']],
    [choose('malformed-json', 'POST /api/buggy/tasks', TASK), ['GET /api/buggy/tasks/21']],
  ],
  'first-comment': [[choose('wrong-status', 'POST /api/buggy/tasks/1/comments', { text: 'a' })]],
  'read-contract': [[['GET /api/buggy/openapi-3.1.yaml']]],
  'search-ignores-case': [
    [search('SPREADSHEET')],
    [search('LEGAL')],
    [search('DELIVERY, PAYMENT')],
    [create({ title: 'ähre' }), search('ÄHRE')],
    [create({ title: 'προσοχή' }), search('ΠΡΟΣ')],
  ],
  'search-label': [[search('LEGAL')], [create({ labels: ['δρόμος'] }), search('δρόμοσ')]],
  'search-unicode': [
    [create({ title: 'προσοχή' }), search('ΠΡΟΣ')],
    [create({ description: 'Ein Café' }), search('CAFÉ')],
    [create({ labels: ['straße é'] }), search('é'.toUpperCase())],
    [create({ title: 'ΆΝΝΑ and άννα' }), search('ΆΝΝΑ')],
  ],
  'no-wildcards': [[search('*')], [create({ title: '50 %' }), search('%')]],
  'column-in-order': [[list('status=DONE&sort=sortOrder&direction=asc')]],
  'title-100': [[create200({ title: 'a'.repeat(100) })]],
  'title-100-emoji': [[create({ title: '✅'.repeat(100) })], [create200({ title: '🚀'.repeat(50) + '✈'.repeat(50) })]],
  'title-unicode': [[create200({ title: 'é' })]],
  'description-500': [[create200({ description: 'a'.repeat(500) })]],
  'labels-10': [[create200({ labels: Array(10).fill('a') })]],
  'checklist-text-200': [[create200({ checklistItems: [{ text: 'a' }, { text: 'é'.repeat(200) }] })]],
  'default-priority': [[create200({ priority: null })]],
  'null-fields': [[create200({ labels: null })]],
  'leap-day': [[create200({ dueDate: '2024-02-29' })]],
  'replace-clears': [[create200({ description: 'a' }), put('/tasks/21', { ...TASK, description: null })]],
  'status-unknown': [[create({ status: 5 })], [create({ status: ['TODO'] })], [create({ status: '' })]],
  'wrong-password': [[login('admin', 'user123')], [login('testuser', 'A')]],
  'checklist-ids': [
    [create200(ITEMS), put('/tasks/21', { ...TASK, checklistItems: [{ text: 'Camera' }, ...ITEMS.checklistItems] })],
  ],
  'same-put-twice': [
    [put('/tasks/1/comments/1', { text: 'a' }), put('/tasks/1/comments/1', { text: 'a' })],
    [...PUTS, ...PUTS],
  ],
  'edit-comment': [
    [
      choose('wrong-status', 'POST /api/buggy/tasks/2/comments', { text: 'a' }),
      put('/tasks/2/comments/7', { text: 'a' }),
    ],
  ],
  'unknown-path': [
    [['PATCH /api/v1/task']],
    [['HEAD /api/v2/task']],
    [['GET /api/buggy/tasks/1/2']],
    [['GET /api/v1/tasks/']],
  ],
  'invalid-id': [[['GET /api/v1/tasks/abc?x=1']], [['GET /api/buggy/tasks/1.5']]],
  'wrong-method': [[['PUT /api/v2/tasks']]],
  'wrong-media-type': [
    [['PUT /api/v1/tasks/1', { body: '{}', headers: { 'content-type': 'text/plain' } }]],
    [['POST /api/v1/tasks', { body: '{}', headers: { 'content-type': 'text/json', 'content-encoding': 'gzip' } }]],
  ],
  'encoded-body': [[['PUT /api/v1/tasks/1', { body: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'GZIP' } }]]],
  'body-too-large': [[['PUT /api/v1/tasks/1', { json: 'a'.repeat(2 ** 20) }]]],
  'malformed-json': [
    [['PUT /api/v1/tasks/1', { body: '{', headers: { 'content-type': 'application/json; charset=utf-8' } }]],
    [['POST /api/v1/tasks', { body: Buffer.from('"\xff"', 'latin1'), headers: JSON_TYPE }]],
  ],
  'title-missing': [[create({ title: null })]],
  'title-blank': [[create({ title: '\u00a0\u3000' })]],
  'impossible-day': [
    [create({ dueDate: '2026-13-01' })],
    [create({ dueDate: '2026-04-31' })],
    [create({ dueDate: '2026-01-00' })],
  ],
  'labels-11': [[create({ labels: Array(12).fill('a') })]],
  'three-errors': [[list('size=0&page=-1&sort=x')]],
  'comment-1001': [[put('/tasks/1/comments/1', { text: 'a'.repeat(1001) })]],
  'comment-of-other-task': [
    [
      choose('wrong-status', 'POST /api/buggy/tasks/2/comments', { text: 'a' }),
      put('/tasks/1/comments/7', { text: 'a' }),
    ],
    [WITH_COMMENT, ['DELETE /api/v1/tasks/7'], put('/tasks/2/comments/7', { text: 'a' })],
  ],
  options: [[['GET /'], ['OPTIONS /api/v2/tasks']]],
  'two-variants': [withTokens(({ token }) => [create(), authorized('GET /api/v2/tasks/21', `Bearer ${token}`)])],
  'wrong-scheme': [
    [authorized('DELETE /api/v2/tasks/1', 'Token abc')],
    [authorized('HEAD /api/v2/tasks', 'Token abc')],
  ],
  'forged-token': [
    withTokens(({ token }) => [
      authorized('POST /api/v2/tasks', `Bearer ${token.slice(0, -43)}${'A'.repeat(43)}`, TASK),
    ]),
    withTokens(({ token }) => [authorized('HEAD /api/v2/tasks', `Bearer ${token.slice(0, -43)}${'A'.repeat(43)}`)]),
  ],
  refresh: [
    refreshed((authorization) => authorized('POST /api/v2/tasks', authorization, TASK)),
    refreshed((authorization) => authorized('DELETE /api/v2/tasks/1', authorization)),
    refreshed((authorization) => authorized('GET /api/v2/tasks/999', authorization)),
    refreshed((authorization) => authorized('DELETE /api/v2/tasks', authorization)),
    refreshed((authorization) => authorized('HEAD /api/v2/tasks', authorization)),
  ],
  'after-logout': [
    withTokens(({ token }) => [
      authorized('POST /api/v2/auth/logout', `Bearer ${token}`),
      authorized('POST /api/v2/tasks', `bearer  ${token}`, TASK),
    ]),
  ],
  'lower-case-scheme': [
    withTokens(({ token }) => [authorized('POST /api/v2/tasks', `bearer ${token}`, TASK)]),
    withTokens(({ token }) => [authorized('PUT /api/v2/tasks/1', `bearer ${token}`, { title: '' })]),
  ],
  'first-file': [[upload200([A_FILE])]],
  'three-files': [[upload200([A_FILE, A_FILE, A_FILE])]],
  'largest-file': [[upload200([{ ...A_FILE, content: 'a'.repeat(2 ** 20) }])]],
  'empty-file': [[upload200([{ ...A_FILE, content: '' }])]],
  'unicode-file-name': [[upload200([{ ...A_FILE, fileName: 'é.txt' }])]],
  download: [[upload200([A_FILE]), ['GET /api/buggy/tasks/2/attachments/3']]],
  'file-too-large': [[upload([{ ...A_FILE, content: 'a'.repeat(17 * 2 ** 20) }])]],
  'move-across': [[create200(), move('IN_PROGRESS', 5), move('DONE', 0)]],
  'move-within': [[create200(), move('TODO', 0)]],
  'move-past-end': [[move('TODO', 8, 1)]],
  'move-with-put': [
    [create200(), put('/tasks/21', { ...TASK, status: 'IN_PROGRESS' })],
    [create200(), move('DONE', 0, 1), put('/tasks/21', { ...TASK, status: 'IN_PROGRESS' })],
  ],
  'no-fault': [[choose('none', 'GET /api/buggy/tasks/999')], [choose('none', 'POST /api/buggy/tasks', {})]],
  'two-faults': [
    [choose('slow-response server-error')],
    [choose('slow-response wrong-status', 'POST /api/buggy/tasks', TASK)],
    [choose('date-mix missing-fields', 'POST /api/buggy/tasks', TASK)],
  ],
  'reproduce-slow-response': [
    [choose('slow-response', 'POST /api/buggy/tasks', TASK)],
    [choose('slow-response', 'DELETE /api/buggy/tasks/1')],
    [choose('slow-response', 'GET /api/buggy/tasks/999')],
    [choose('slow-response server-error')],
    [choose('slow-response', 'HEAD /api/buggy/tasks')],
  ],
  'reproduce-server-error': [[choose('server-error', 'DELETE /api/buggy/tasks/1')]],
  'reproduce-missing-fields': [
    [choose('missing-fields', 'POST /api/buggy/tasks', TASK)],
    [choose('missing-fields', 'PUT /api/buggy/tasks/1', TASK)],
  ],
  'reproduce-date-mix': [
    [choose('date-mix', 'POST /api/buggy/tasks/1/comments', { text: 'a' })],
    [choose('date-mix', 'POST /api/buggy/tasks', TASK)],
  ],
  'reproduce-wrong-status': [[choose('wrong-status', 'POST /api/buggy/tasks/1/comments', { text: 'a' })]],
  'reproduce-search-case': [[choose('search-case', 'GET /api/buggy/tasks?search=SPREADSHEET')]],
  'retry-read': [
    afterFailure(['PUT /api/buggy/tasks/1', { json: TASK }], ['PUT /api/buggy/tasks/1', { json: TASK }]),
    afterFailure(['DELETE /api/buggy/tasks/1'], ['DELETE /api/buggy/tasks/1']),
    afterFailure(create({}, 'buggy'), create({}, 'buggy')),
  ],
}

/** Requests that are near the solution of a challenge, beside the near miss of the catalogue. */
const NEAR_MISSES: Readonly<Record<string, readonly Attempt[]>> = {
  'unknown-path': [[['GET /api/v9/tasks']]],
  'first-list': [[list('search=checkout')], [list('page=1&size=100')]],
  'location-followed': [[create(), ['GET /api/buggy/tasks/21']]],
  'filter-status': [[list('status=DONE&search=nothing')]],
  'two-filters': [[list('status=TODO&priority=HIGH&search=nothing')]],
  'sort-descending': [[list('sort=id&direction=desc')], [list('sort=title&direction=desc&size=1')]],
  'second-page': [[list('page=1&size=5&search=nothing')]],
  'last-page': [[list('page=0&size=100')]],
  'page-past-end': [[list('page=9&search=nothing')]],
  'search-ignores-case': [
    [search('checkOUT')],
    [create({ title: 'Milk' }), search('MILK')],
    [create({ title: 'Oat milk', description: 'Milk' }), search('MILK')],
    [search('180')],
  ],
  'search-label': [
    [search('lega')],
    [
      create({ description: 'Tea', labels: ['tea'] }),
      ...Array(8).fill(choose('missing-fields', 'GET /api/buggy/tasks?search=tea')),
    ],
    [create({ title: 'προσοχή', labels: ['προς'] }), search('ΠΡΟΣ')],
  ],
  'search-unicode': [
    [create({ title: 'café' }), search('Café')],
    [create({ title: 'CAFÉ' }), search('café')],
    [create({ title: 'CAFÉ' }), search('CAFÉ')],
  ],
  'no-wildcards': [[search('nothing')], [search('_')]],
  'column-in-order': [[list('status=DONE&sort=sortOrder&direction=desc')]],
  'title-100-emoji': [
    [create({ title: '𠀀'.repeat(100) })],
    [create({ title: '1'.repeat(100) })],
    [create({ title: '🚀'.repeat(99) })],
    [create({ title: `${'🚀'.repeat(99)}a` })],
  ],
  'title-unicode': [[create({ title: 'a\x7f' })]],
  'null-fields': [[create({ unknown: null })]],
  'same-put-twice': [
    [put('/tasks/1', TASK), put('/tasks/1', { ...TASK, title: 'Another' })],
    [put('/tasks/1?unknown=1', TASK), put('/tasks/1?unknown=2', TASK)],
  ],
  'replace-clears': [[create({ description: 'a' }), put('/tasks/21', { ...TASK, description: 'b' })]],
  'edit-comment': [
    [
      choose('malformed-json', 'POST /api/buggy/tasks/2/comments', { text: 'a' }),
      choose('malformed-json', 'PUT /api/buggy/tasks/1/comments/1', { text: 'b' }),
    ],
  ],
  'wrong-media-type': [
    [['POST /api/v1/tasks', { json: TASK, headers: { 'content-encoding': 'gzip' } }]],
    [['POST /api/v1/tasks', { body: '{}' }]],
  ],
  'encoded-body': [[['POST /api/v1/tasks', { json: TASK, headers: { 'content-encoding': 'br' } }]]],
  'body-too-large': [[upload([{ ...A_FILE, content: 'a'.repeat(17 * 2 ** 20) }])]],
  'malformed-json': [[['POST /api/v1/tasks', { body: 'title=a', headers: { 'content-type': 'text/plain' } }]]],
  'title-blank': [[create({ title: '\t' })], [create({ title: '\n' })]],
  'status-unknown': [[create({ status: null })]],
  'labels-11': [[create({ labels: 'a' })], [create({ labels: ['a', ''] })]],
  'negative-page': [[list('page=-0')]],
  'unknown-sort': [[list('sort=id&sort=title')]],
  'negative-index': [[move('TODO', '-1', 1)]],
  'invalid-id': [[['GET /api/v1/tasks/1?x=%ff']]],
  'login-without-password': [
    [['POST /api/v2/auth/login', { json: { username: 'user', password: 5 } }]],
    [['POST /api/v2/auth/login', { json: { username: 'user', password: null } }]],
  ],
  'wrong-password': [[login('nobody', 'user123')], [login('USER', 'user123')]],
  'without-token': [[['POST /api/v2/tasks', { json: TASK }]], [['HEAD /api/v2/tasks']]],
  'wrong-scheme': [
    [authorized('GET /api/v2/tasks', 'abc')],
    [authorized('GET /api/v2/tasks', 'Bearer a b')],
    [authorized('GET /api/v2/tasks', 'bearer  a b')],
  ],
  refresh: [
    refreshed((authorization) => authorized('GET /api/v1/tasks', authorization)),
    refreshed((authorization) => authorized('GET /api/v2/task', authorization)),
    refreshed((authorization) => authorized('GET /api/v2/tasks', `${authorization}a`)),
  ],
  'lower-case-scheme': [
    withTokens(({ token }) => [authorized('GET /api/v2/tasks', `BEARER ${token}`)]),
    withTokens(() => [authorized('GET /api/v2/tasks', 'bearer a.b.c')]),
  ],
  'wrong-part': [[upload([{ name: 'note', content: 'a' }])]],
  'json-upload': [[['POST /api/v1/tasks/2/attachments', { body: 'a', headers: { 'content-type': 'text/plain' } }]]],
  'unknown-file': [[['GET /api/v1/tasks/999/attachments/1']]],
  'move-within': [[create(), move('TODO', 1)]],
  'move-with-put': [
    [create({ status: 'IN_PROGRESS' }), put('/tasks/21', { ...TASK, status: 'DONE' })],
    [create(), move('DONE', 0), put('/tasks/21', { ...TASK, status: 'DONE' })],
  ],
  'comment-of-other-task': [
    [put('/tasks/1/comments/999', { text: 'a' })],
    [WITH_COMMENT, ['DELETE /api/v1/tasks/1/comments/7'], put('/tasks/1/comments/7', { text: 'a' })],
    [WITH_COMMENT, ['DELETE /api/v1/tasks/1'], put('/tasks/2/comments/7', { text: 'a' })],
    [WITH_COMMENT, ['DELETE /api/v1/tasks'], create(), put('/tasks/21/comments/7', { text: 'a' })],
  ],
  'two-variants': [[create({}, 'buggy'), ['GET /api/buggy/tasks/21']]],
  'no-fault': [[['GET /api/buggy/tasks/1']]],
  'two-faults': [[choose('date-mix pagination')], [choose('slow-response connection-reset')]],
  'reproduce-slow-response': [
    [choose('slow-response connection-reset')],
    [['GET /api/buggy/tasks/1', { headers: { prefer: 'fault=slow-response; delay=0' } }]],
    [['GET /api/v1/tasks/1', { headers: { prefer: 'fault=slow-response' } }]],
  ],
  'reproduce-date-mix': [[choose('date-mix', 'DELETE /api/buggy/tasks/1')]],
  'reproduce-search-case': [[choose('search-case', 'GET /api/buggy/tasks?search=spreadsheet')]],
  'retry-read': [
    [choose('server-error'), ['GET /api/buggy/tasks/1']],
    afterFailure(['GET /api/buggy/tasks/999'], ['GET /api/buggy/tasks/999']),
    afterFailure(['GET /api/buggy/tasks/1'], ['HEAD /api/buggy/tasks/1']),
    afterFailure(
      ['PUT /api/buggy/tasks/1', { json: TASK }],
      ['PUT /api/buggy/tasks/1', { json: { ...TASK, title: 'Other' } }],
    ),
  ],
  'retry-create': [[create({}, 'buggy')], afterFailure(create({}, 'buggy'), create({ title: 'Other' }, 'buggy'))],
}

for (const [title, attempts, isSolved] of [
  ['other solutions that the words of a challenge allow count too', SOLUTIONS, true],
  ['a step counts if a fault has hidden its successful body', HIDDEN, true],
  ['near misses that the words of a challenge exclude do not count', NEAR_MISSES, false],
] as const) {
  t.test(title, async (t) => {
    const service = await startService(t, { sleep: noSleep })
    for (const [name, ways] of Object.entries(attempts)) {
      for (const [index, attempt] of ways.entries()) {
        const board = await createBoard(service, { fixture: 'demo' })
        await board.asOwner('PUT /faults', { json: { profile: 'none' } })
        if (typeof attempt === 'function') await attempt(board)
        else await sendAll(board, attempt)
        const { challenges } = (await board.send('GET /challenges')).json
        t.equal(challenges.find((challenge: Json) => challenge.name === name).solved, isSolved, `${name} ${index + 1}`)
      }
    }
  })
}

/** Returns the names of the challenges that a board has solved. */
async function solvedOn({ send }: TestBoard): Promise<string[]> {
  const { challenges } = (await send('GET /challenges')).json
  return challenges.filter(({ solved }: Json) => solved).map(({ name }: Json) => name)
}

t.test('only who gives up on a slow response has solved the challenges about it', async (t) => {
  const waits = new EventEmitter()
  const service = await startListening(t, {
    sleep: (milliseconds, signal) => {
      waits.emit('begin')
      return sleep(milliseconds, null, { signal })
    },
  })
  const board = await createBoard(service, { fixture: 'demo' })
  await board.asOwner('PUT /faults', { json: { profile: 'none' } })
  const giveUp = async (
    count: number,
    headers: Record<string, string>,
    when: Promise<unknown>,
    body = '{"title": ',
  ) => {
    const connection = await service.connect()
    connection.write(request(`POST /b/${board.id}/api/buggy/tasks`, { ...JSON_TYPE, ...headers }, body))
    const isHere = async () => (await board.send('GET /requests')).json.totalElements === count
    await when
    connection.destroy()
    while (!(await isHere())) await sleep(10)
  }
  await giveUp(1, { 'Content-Length': '100' }, once(service.app.server, 'request'))
  await sendAll(board, [create({}, 'buggy')])
  t.strictSame(await solvedOn(board), ['first-task', 'default-priority'], 'the upload was not finished')
  await giveUp(3, { Prefer: 'fault=slow-response' }, once(waits, 'begin'))
  t.ok((await solvedOn(board)).includes('time-out'))
  await giveUp(4, { Prefer: 'fault=slow-response' }, once(waits, 'begin'), JSON.stringify(TASK))
  await sendAll(board, [create({ title: 'Other' }, 'buggy')])
  t.notOk((await solvedOn(board)).includes('time-out-and-retry'), 'the second request has another body')
  await sendAll(board, [create({}, 'buggy')])
  t.ok((await solvedOn(board)).includes('time-out-and-retry'))
})

t.test('a drill chooses faults, so that the client has not asked for them', async (t) => {
  const service = await startService(t, { sleep: noSleep })
  const board = await createBoard(service, { fixture: 'demo' })
  await board.asOwner('PUT /exercise', { json: { challenges: ['faults'], drill: { profile: 'hostile', seed: 1 } } })
  for (let count = 0; count < 40; count++) await sendAll(board, [['GET /api/buggy/tasks/1'], create({}, 'buggy')])
  const changed = (await board.asOwner('GET /requests?size=100')).json.content.flatMap((one: Json) => one.changed)
  t.ok(changed.includes('slow-response'))
  t.notMatch((await solvedOn(board)).join(' '), 'reproduce')
})
