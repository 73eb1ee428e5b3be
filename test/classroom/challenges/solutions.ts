import { TASK } from '../../kit/board.js'
import {
  type Attempt,
  afterFailure,
  authorized,
  choose,
  create,
  create200,
  list,
  login,
  move,
  PUTS,
  put,
  type Request,
  refreshed,
  search,
  upload,
  upload200,
  WITH_COMMENT,
  withTokens,
} from './requests.js'

export const JSON_TYPE = { 'content-type': 'application/json' }

const ITEMS = { checklistItems: [{ text: 'Passport' }] }

export const A_FILE = { fileName: 'a.txt', content: 'a' }

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

export const HIDDEN: typeof SOLUTIONS = Object.fromEntries(
  Object.entries(BY_BODY).map(([name, requests]) => [name, HIDING.map((fault) => hiddenBy(fault, requests))]),
)

/** Solutions with another method, status, variant, letter case or field than the one of the catalogue. */
export const SOLUTIONS: Readonly<Record<string, readonly Attempt[]>> = {
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
  'search-label': [
    [search('LEGAL')],
    [create({ labels: ['δρόμος'] }), search('δρόμοσ')],
    [create({ labels: ['other', 'tea'] }), search('TEA')],
  ],
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
  'unknown-parameter': [[list('page=0&colour=red')]],
  options: [[['GET /'], ['OPTIONS /api/v2/tasks']]],
  'two-variants': [withTokens(({ token }) => [create(), authorized('GET /api/v2/tasks/21', `Bearer ${token}`)])],
  'wrong-scheme': [
    [authorized('DELETE /api/v2/tasks/1', 'Token abc')],
    [authorized('HEAD /api/v2/tasks', 'Token abc')],
    [authorized('GET /api/v2/tasks', 'Token  abc')],
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
  'empty-file': [[upload200([{ ...A_FILE, content: '' }])], [upload([A_FILE, { ...A_FILE, content: '' }])]],
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
  'checklist-text-201': [[create({ checklistItems: [{ text: 'a' }, { text: 'a'.repeat(201) }] })]],
}
