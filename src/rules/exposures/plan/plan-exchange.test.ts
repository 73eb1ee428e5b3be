import t from 'tap'
import { exchangeOf, plan, responseOf, shown } from '../../../../test/commands/suggest/recorded.js'
import type { RecordedExchange } from './exchange.js'

/** The plans, without HTTP. `test/commands/suggest/plan-exchange.test.ts` runs them. */

const TIME = '2026-01-31T00:00:00Z'
const TASK = {
  ...{ id: 7, title: 'Pack', description: null, status: 'TODO', sortOrder: 3, labels: ['a'] },
  ...{ checklistItems: [{ id: 1, text: 'b', done: false }], createdAt: TIME },
}
const errorOf = (status: number) => responseOf(status, { status })
const UPLOAD = { mediaType: null, body: { text: null, bytes: 99 } }
const FILES = [{ name: 'a', mediaType: 'text/plain', size: 2 }]
const ITEMS = ['a', 'b'].map((fileName, id) => ({ id, fileName, uploadedAt: TIME }))
const MOVE = { targetStatus: 'DONE', targetIndex: 0 }
const STALE = { changed: ['stale-read', 'slow-body'], expected: responseOf(200, TASK), difference: [] }

t.test('a test of an exchange creates what the request needs, and expects what its sender may know', async (t) => {
  const cases: [exchange: RecordedExchange, plan: string][] = [
    [
      exchangeOf('GET v1/tasks/71', responseOf(200, TASK)),
      'create Pack · read · /title "Pack" · /description null · /status "TODO" · /labels ["a"] · /createdAt TIME · status 200 · delete',
    ],
    [
      exchangeOf('GET buggy/tasks/71', responseOf(200, TASK), { isHidden: true }),
      'create Pack · read · /title "Pack" · /status "TODO" · /labels ["a"] · status 200 · delete',
    ],
    [
      exchangeOf('GET v1/tasks/71?a=b', responseOf(404, { status: 404, errors: {} })),
      'GET /tasks/987654321987?a=b · /status 404 · status 404',
    ],
    [
      exchangeOf('HEAD v2/tasks/71', responseOf(200, '')),
      'user: POST /tasks {"title":"Task","status":"TODO"} · user: HEAD /tasks/{task/id} · status 200 · user: DELETE /tasks/{task/id}',
    ],
    [
      exchangeOf('POST v1/tasks', responseOf(201, TASK), { sent: { title: 'Pack' }, isHidden: true }),
      'POST /tasks {"title":"Pack"} · /title "Pack" · status 201 · delete',
    ],
    [
      exchangeOf('POST v1/tasks', responseOf(400, { errors: { title: 'x', 'labels[0]': 'y' } }), {
        sent: { title: '' },
      }),
      'POST /tasks {"title":""} · /errors/title {"matches":"."} · status 400',
    ],
    [
      exchangeOf('POST v1/tasks', responseOf(400, { status: '400' }), { sent: '{"title":"a", "title":"b"}' }),
      'POST /tasks application/json "{\\"title\\":\\"a\\", \\"title\\":\\"b\\"}" · status 400',
    ],
    [
      exchangeOf('POST v1/tasks', responseOf(400, { errors: null }), { sent: '5' }),
      'POST /tasks application/json "5" · status 400',
    ],
    [
      exchangeOf('POST v1/tasks', responseOf(400, 'null'), { sent: 'null' }),
      'POST /tasks application/json "null" · status 400',
    ],
    [
      exchangeOf('POST v1/tasks', responseOf(201, {}), { sent: '{ "title":  "a \\" b" }' }),
      'POST /tasks {"title":"a \\" b"} · status 201 · delete',
    ],
    [
      exchangeOf('POST v1/tasks', responseOf(415, { status: 415 }), { sent: '{"title":"a"}', type: 'text/plain' }),
      'POST /tasks text/plain "{\\"title\\":\\"a\\"}" · /status 415 · status 415',
    ],
    [
      exchangeOf('POST v1/tasks/71/reorder', responseOf(200, { ...TASK, status: 'DONE' }), { sent: MOVE }),
      'create Pack · move · /title "Pack" · /description null · /status "DONE" · /labels ["a"] · /createdAt TIME · status 200 · delete',
    ],
    [
      exchangeOf('POST v1/tasks/71/reorder', responseOf(200, { status: 'TODO' }), { sent: MOVE }),
      'POST /tasks {"title":"Task","status":"DONE"} · move · /status "TODO" · status 200 · delete',
    ],
    [
      exchangeOf('POST v1/tasks/71/reorder', errorOf(400), { sent: [] }),
      'create · POST /tasks/{task/id}/reorder [] · /status 400 · status 400 · delete',
    ],
    [
      exchangeOf('PUT v1/tasks/71/comments/12', responseOf(200, { id: 12, text: 'x', updatedAt: TIME }), {
        sent: { text: 'x' },
      }),
      'create · comment · PUT /tasks/{task/id}/comments/{comment/id} {"text":"x"} · /text "x" · /updatedAt TIME · status 200 · delete',
    ],
    [
      exchangeOf('DELETE v1/tasks/71/comments/12', errorOf(404)),
      'create · DELETE /tasks/{task/id}/comments/987654321987 · /status 404 · status 404 · delete',
    ],
    [
      exchangeOf('POST v1/tasks/71/attachments', responseOf(201, ITEMS), { request: { ...UPLOAD, files: FILES } }),
      'create · POST /tasks/{task/id}/attachments [{"name":"files","fileName":"a","type":"text/plain","content":{"repeat":"x","times":2}}] · /*/fileName ["a","b"] · /0/uploadedAt TIME · /1/uploadedAt TIME · status 201 · delete',
    ],
    [
      exchangeOf('POST v1/tasks/71/attachments', responseOf(201, ITEMS), {
        request: { ...UPLOAD, files: FILES },
        isHidden: true,
      }),
      'create · POST /tasks/{task/id}/attachments [{"name":"files","fileName":"a","type":"text/plain","content":{"repeat":"x","times":2}}] · status 201 · delete',
    ],
    [
      exchangeOf('GET v1/tasks/71/attachments/12', responseOf(200, 'text', 'text/plain; charset=utf-8')),
      'create · upload · download · header:content-type {"matches":"^text/plain"} · bytes "text" · status 200 · delete',
    ],
    [
      exchangeOf('GET v1/tasks/71/attachments/12', responseOf(200, 'text', 'text/plain'), { isHidden: true }),
      'create · upload · download · header:content-type {"matches":"^text/plain"} · status 200 · delete',
    ],
    [
      exchangeOf('GET v1/tasks/71/attachments/12', responseOf(200, 'text', 'image/png')),
      'create · POST /tasks/{task/id}/attachments [{"name":"files","fileName":"notes.txt","type":"image/png","content":"text"}] · download · header:content-type {"matches":"^image/png"} · status 200 · delete',
    ],
    [
      exchangeOf('GET v1/tasks/71/attachments/12', errorOf(404)),
      'create · GET /tasks/{task/id}/attachments/987654321987 · /status 404 · status 404 · delete',
    ],
    [
      exchangeOf('GET v1/tasks/summary', responseOf(200, { totalTasks: 3, name: 'x' })),
      'GET /tasks/summary · /totalTasks {"greaterThan":-1} · status 200',
    ],
    [
      exchangeOf('GET v1/tasks/summary', responseOf(200, { totalTasks: 3 }), { isHidden: true }),
      'GET /tasks/summary · status 200',
    ],
    [exchangeOf('DELETE v2/tasks', responseOf(204)), 'admin: DELETE /tasks · status 204'],
    [exchangeOf('DELETE v2/tasks', errorOf(403)), 'user: DELETE /tasks · /status 403 · status 403'],
    [
      exchangeOf('PUT v2/tasks/71', errorOf(403), { sent: { title: 'a' } }),
      'user: POST /tasks {"title":"Task","status":"TODO"} · PUT /tasks/{task/id} {"title":"a"} · /status 403 · status 403 · user: DELETE /tasks/{task/id}',
    ],
    [
      exchangeOf('POST v2/auth/login', responseOf(200, { token: 'x' }), { sent: { username: 'admin', password: 'y' } }),
      'POST /auth/login {"username":"{admin/username}","password":"{admin/password}"} · status 200',
    ],
    [
      exchangeOf('POST v2/auth/login', responseOf(200, { token: 'x' }), { sent: { username: 'user', password: 'y' } }),
      'log in · status 200',
    ],
    [
      exchangeOf('POST v2/auth/login', errorOf(400), { sent: { username: 'admin', password: '' } }),
      'POST /auth/login {"username":"admin","password":""} · status 400',
    ],
    [
      exchangeOf('POST v2/auth/login', errorOf(401), { sent: { username: 'admin', password: 'y' } }),
      'POST /auth/login {"username":"admin","password":"wrong"} · status 401',
    ],
    [
      exchangeOf('POST v2/auth/login', errorOf(400), { sent: 'null' }),
      'POST /auth/login application/json "null" · status 400',
    ],
    [
      exchangeOf('POST v2/auth/refresh', responseOf(200, { token: 'x' }), { sent: { refreshToken: 'y' } }),
      'log in · POST /auth/refresh {"refreshToken":"{login/refreshToken}"} · status 200',
    ],
    [
      exchangeOf('POST v2/auth/refresh', errorOf(401), { sent: { refreshToken: 'y' } }),
      'POST /auth/refresh {"refreshToken":"unknown"} · status 401',
    ],
    [
      exchangeOf('POST v2/auth/logout', responseOf(200, { message: 'x' })),
      'log in · {login/token}: POST /auth/logout · status 200',
    ],
    [exchangeOf('POST v2/auth/logout', errorOf(401)), 'user: POST /auth/logout · status 401'],
    [
      exchangeOf('GET v1/tasks/71', responseOf(200, { ...TASK, title: 'x' }), { evidence: STALE }),
      'create · read · PUT /tasks/{task/id} {"title":"Pack","status":"TODO","labels":["a"]} · read · /title "Pack" · /description null · /status "TODO" · /labels ["a"] · /createdAt TIME · status 200 · delete',
    ],
    [exchangeOf('GET v1/unknown/tasks/71/', errorOf(404)), 'GET /unknown/tasks/71/ · /status 404 · status 404'],
    [exchangeOf('GET v1/tasks/71', responseOf(498)), 'create · read · status 498 · delete'],
    [
      exchangeOf('GET v1/tasks/71', { ...responseOf(200, 'x', 'image/png'), body: { text: null, bytes: 5 } }),
      'create · read · header:content-type {"matches":"^image/png"} · status 200 · delete',
    ],
  ]
  for (const [exchange, plan] of cases) t.equal(shown(exchange), plan, `${exchange.method} ${exchange.path}`)
})

t.test('an exchange is no test if the correct response is not known, or clients cannot send the request', async (t) => {
  const cases: Record<string, RecordedExchange[]> = {
    parts: [exchangeOf('POST v1/tasks/71/attachments', responseOf(300), { request: { ...UPLOAD, files: FILES } })],
    failed: [
      exchangeOf('GET v1/tasks/71'),
      exchangeOf('GET v1/tasks/71', responseOf(429)),
      exchangeOf('GET v1/tasks/71', responseOf(444)),
      exchangeOf('GET v1/tasks/71', responseOf(499)),
      exchangeOf('GET v1/tasks/71', responseOf(200), { evidence: { changed: ['wrong-status'], difference: [] } }),
      exchangeOf('GET v1/tasks/71', responseOf(200), { evidence: { changed: [], difference: [{ kind: 'unknown' }] } }),
    ],
    cut: [exchangeOf('GET v1/tasks/71', { ...responseOf(200, ''), body: { text: null, bytes: 5 } })],
    'not-sendable': [exchangeOf('GETS v1/tasks', responseOf(204)), exchangeOf('AGET v1/tasks', responseOf(204))],
  }
  for (const [reason, exchanges] of Object.entries(cases)) {
    for (const exchange of exchanges) t.equal(shown(exchange), reason)
  }
})

t.test('a test is named after its request, its response and its faults', async (t) => {
  const faulty = { evidence: { ...STALE, changed: ['search-case', 'slow-body', 'server-error'] } }
  const cases: [exchange: RecordedExchange, plan: object][] = [
    [
      exchangeOf('GET v1/tasks?sort=id&a%20b=c', responseOf(200)),
      { title: 'GET /tasks with sort, a_b returns 200', rule: 'Made from GET /tasks of v1.', isAlone: false },
    ],
    [
      exchangeOf('GET buggy/tasks/71', responseOf(200), faulty),
      {
        title: 'GET /tasks/{id} returns 200, without search-case and server-error',
        rule: 'Made from GET /tasks/{id} of buggy. A search ignores upper and lower case. The service responds to every request.',
        ...{ variant: 'v1', baseUrl: 'http://a/api/buggy' },
      },
    ],
    [exchangeOf('DELETE v2/tasks', responseOf(204)), { variant: 'v2', baseUrl: 'http://a/api/v2', isAlone: true }],
    [exchangeOf('DELETE v1/tasks/71', responseOf(204)), { title: 'DELETE /tasks/{id} returns 204', isAlone: false }],
  ]
  for (const [exchange, expected] of cases) t.match(plan(exchange), expected)
})
