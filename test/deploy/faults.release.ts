import t from 'tap'
import { createBoard, TASK } from '../boards/board.js'
import { REAL_CLIENTS } from '../chaos/real-clients.js'
import { startListening } from '../raw-http.js'
import { startNginx } from './nginx.js'

/** Errors of `fetch` and curl (18): the body is shorter than announced. */
const CUT = /^(UND_ERR_SOCKET|curl 18)$/

/** The page of nginx for a server that does not respond. */
const PAGE = /502 Bad Gateway.*nginx/s

interface Expected {
  status?: number
  text?: string | RegExp
  error?: RegExp
}

/** What clients get from nginx for a GET and a POST with a fault. docs/faults.md describes it. */
const BEHIND_NGINX: Readonly<Record<string, { get: Expected; post: Expected }>> = {
  unavailable: { get: { status: 503 }, post: { status: 503 } },
  'rate-limited': { get: { status: 429 }, post: { status: 429 } },
  'html-error': { get: { status: 502 }, post: { status: 502 } },
  'malformed-json': { get: { status: 200 }, post: { status: 201 } },
  'wrong-content-type': { get: { status: 200 }, post: { status: 201 } },
  'empty-response': { get: { status: 200, text: '' }, post: { status: 201, text: '' } },
  'stale-read': { get: { status: 200 }, post: { status: 201 } },
  'duplicate-item': { get: { status: 200 }, post: { status: 201 } },
  overload: { get: { status: 200 }, post: { status: 201 } },
  'slow-body': { get: { status: 200, text: /}$/ }, post: { status: 201, text: /}$/ } },
  'connection-reset': { get: { status: 502, text: PAGE }, post: { status: 502, text: PAGE } },
  'lost-response': { get: { status: 502, text: PAGE }, post: { status: 502, text: PAGE } },
  'truncated-body': { get: { error: CUT }, post: { error: CUT } },
}

const service = await startListening(t)
const port = Number(new URL(service.origin).port)
const nginx = await startNginx(t, [port, port])
const url = `${nginx}${service.mount.enter('/api/buggy/tasks')}`
const body = JSON.stringify(TASK)

for (const [fault, expected] of Object.entries(BEHIND_NGINX)) {
  t.test(`${fault} through nginx`, async (t) => {
    for (const [name, send] of Object.entries(REAL_CLIENTS)) {
      const headers = { 'content-type': 'application/json', prefer: `fault=${fault}; delay=300` }
      const get = await send(url, { headers: { prefer: `fault=${fault}; delay=300` } })
      const post = await send(url, { method: 'POST', headers, body })
      t.match(get, expected.get, `${name}: GET`)
      t.match(post, expected.post, `${name}: POST`)
    }
  })
}

t.test('nginx repeats a request without a response, except POST', async (t) => {
  const attempts: Record<string, [method: string, status: number, requests: number[]][]> = {
    'connection-reset': [
      ['GET', 200, [200, 444]],
      ['DELETE', 204, [204, 444]],
      ['POST', 502, [444]],
    ],
    // The first attempt has deleted the task.
    'lost-response': [
      ['GET', 200, [200, 444]],
      ['DELETE', 404, [404, 444]],
      ['POST', 502, [444]],
    ],
  }
  for (const [fault, cases] of Object.entries(attempts)) {
    for (const [method, status, expected] of cases) {
      const board = await createBoard(service)
      await board.send('POST /api/v1/tasks', { json: TASK })
      await board.asOwner('PUT /faults', { json: { script: [[fault]] } })
      const path = method === 'POST' ? '/tasks' : '/tasks/1'
      const response = await fetch(`${nginx}/b/${board.id}/api/buggy${path}`, {
        method,
        ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body }),
      })
      t.equal(response.status, status, `${fault}: ${method}`)
      const { content } = (await board.asOwner('GET /requests')).json
      const statuses = content.map((entry: { status: number }) => entry.status)
      t.strictSame(statuses.slice(0, -1), expected, `${fault}: ${method}`)
    }
  }
})
