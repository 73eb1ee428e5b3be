import t from 'tap'
import { TASK } from '../boards/board.js'
import { type Outcome, REAL_CLIENTS } from '../chaos/real-clients.js'
import { startListening } from '../raw-http.js'
import { startNginx } from './nginx.js'

/** What clients get from nginx for a GET and a POST with a fault. docs/faults.md describes it. */
const BEHIND_NGINX: Readonly<Record<string, { get: Outcome; post: Outcome }>> = {
  unavailable: { get: { status: 503 }, post: { status: 503 } },
  'rate-limited': { get: { status: 429 }, post: { status: 429 } },
  'html-error': { get: { status: 502 }, post: { status: 502 } },
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
