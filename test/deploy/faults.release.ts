import t from 'tap'
import { TASK } from '../boards/board.js'
import { REAL_CLIENTS } from '../chaos/real-clients.js'
import { startListening } from '../raw-http.js'
import { startNginx } from './nginx.js'

/** Errors of `fetch` and curl (18): the body is shorter than announced. */
const CUT = /^(UND_ERR_SOCKET|curl 18)$/

interface Expected {
  status?: number
  text?: string
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
      const headers = { 'content-type': 'application/json', prefer: `fault=${fault}` }
      const get = await send(url, { headers: { prefer: `fault=${fault}` } })
      const post = await send(url, { method: 'POST', headers, body })
      t.match(get, expected.get, `${name}: GET`)
      t.match(post, expected.post, `${name}: POST`)
    }
  })
}
