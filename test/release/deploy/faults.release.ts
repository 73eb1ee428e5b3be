import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { REAL_CLIENTS } from '../../api/faults/real-clients.js'
import { createBoard, TASK } from '../../kit/board.js'
import { startListening } from '../../kit/raw-http.js'
import { FRONTS } from './fronts.js'
import { startNginx } from './nginx.js'

/** Errors of `fetch` and curl (18): the body is shorter than announced. */
const CUT = /^(UND_ERR_SOCKET|curl 18)$/

/** Errors of `fetch` and curl (52): the connection was closed without a response. */
const CLOSED = /^(UND_ERR_SOCKET|curl 52)$/

interface Expected {
  status?: number
  text?: string | RegExp
  error?: RegExp
}

/** What clients get from a proxy for a GET and a POST with a fault. docs/faults.md describes it. */
const BEHIND_PROXY: Readonly<Record<string, { get: Expected; post: Expected }>> = {
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
  'connection-reset': { get: { error: CLOSED }, post: { error: CLOSED } },
  'lost-response': { get: { error: CLOSED }, post: { error: CLOSED } },
  'truncated-body': { get: { error: CUT }, post: { error: CUT } },
}

const service = await startListening(t)
const port = Number(new URL(service.origin).port)
const nginx = await startNginx(t, port)
const body = JSON.stringify(TASK)
const bases = { nginx: nginx.base, Caddy: (await FRONTS.Caddy(t, port)).base }

for (const [front, base] of Object.entries(bases)) {
  const url = `${base}${service.mount.enter('/api/buggy/tasks')}`

  for (const [fault, expected] of Object.entries(BEHIND_PROXY)) {
    if (front === 'Caddy' && fault === 'truncated-body') continue
    t.test(`${fault} through ${front}`, async (t) => {
      for (const each of [url, `${base}/api/buggy/tasks`]) {
        for (const [name, send] of Object.entries(REAL_CLIENTS)) {
          const headers = { 'content-type': 'application/json', prefer: `fault=${fault}; delay=300` }
          const get = await send(each, { headers: { prefer: `fault=${fault}; delay=300` } })
          const post = await send(each, { method: 'POST', headers, body })
          t.match(get, expected.get, `${name}: GET ${each}`)
          t.match(post, expected.post, `${name}: POST ${each}`)
        }
      }
    })
  }

  t.test(`${front} forwards the pieces of a slow body at once`, async (t) => {
    const start = performance.now()
    const response = await fetch(url, { headers: { prefer: 'fault=slow-body; delay=3000' } })
    t.ok(performance.now() - start < 2000, 'the headers and the first piece')
    let chunks = 0
    for await (const _chunk of response.body ?? []) chunks++
    t.ok(chunks >= 5, `${chunks} pieces`)
    t.ok(performance.now() - start > 2000)
  })

  t.test(`${front} never repeats a request whose fault broke the connection`, async (t) => {
    for (const fault of ['connection-reset', 'lost-response', 'truncated-body']) {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'POST']) {
        const board = await createBoard(service)
        await board.send('POST /api/v1/tasks', { json: TASK })
        // The proxy has a connection that it could use again.
        await fetch(`${base}/b/${board.id}/api/buggy/tasks`).then((response) => response.text())
        await board.asOwner('PUT /faults', { json: { script: [[fault]] } })
        const path = method === 'POST' ? '/tasks' : '/tasks/1'
        const json = method.startsWith('P') && { headers: { 'content-type': 'application/json' }, body }
        await fetch(`${base}/b/${board.id}/api/buggy${path}`, { method, ...json })
          .then((response) => response.text())
          .catch(() => {})
        const { content } = (await board.asOwner('GET /requests')).json
        t.equal(content.length, 3, `${fault}: ${method}`)
        t.equal((await fetch(`${base}/b/${board.id}/api/v1/tasks`)).status, 200, 'the service is not avoided')
      }
    }
  })
}

t.test('truncated-body through Caddy is never valid JSON, and with Content-Length an error', async (t) => {
  for (let count = 0; count < 20; count++) {
    const response = await fetch(`${bases.Caddy}/api/buggy/tasks`, { headers: { prefer: 'fault=truncated-body' } })
    if (response.headers.has('content-length')) await t.rejects(response.text(), { cause: { code: 'UND_ERR_SOCKET' } })
    else await t.rejects(response.json())
  }
})

t.test('nginx refuses large bodies without storing them, except snapshots and uploads', async (t) => {
  /** Sends the headers of a request whose body never comes. */
  const announce = async (path: string, mebibytes: number): Promise<string> => {
    const socket = connect(Number(new URL(nginx.base).port), '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${mebibytes * 1_048_576}\r\n\r\n`)
    return Promise.race([once(socket, 'data').then(([data]) => String(data).slice(9, 12)), sleep(500, 'it waits')])
  }
  for (const [path, max] of [
    ...['/', '/api/v1/tasks', '/b/x/api/v1/tasks/1', '/boards/x', '/classes', '/b/x/api/buggy/tasks'].map((path) => [
      path,
      4,
    ]),
    ...['/api/v1', '/b/x/api/v2', '/b/x/api/buggy'].map((path) => [`${path}/tasks/1/attachments`, 24]),
    ['/boards/x/snapshot', 80],
  ] as [string, number][]) {
    t.equal(await announce(path, max + 1), '413', path)
    t.equal(await announce(path, max), 'it waits', path)
  }
})

t.test('the logs of nginx have no query, no id and no header of a request', async (t) => {
  const { id } = await createBoard(service)
  const secret = 'hidden-4711'
  for (const target of [
    ...[`/b/${id}/api/v1/tasks?token=${secret}`, `/?code=${secret}`, `/api/v1/tasks%3Fpassword=${secret}`],
    `http://user:${secret}@localhost/b/${id}/api/v2/tasks?access_token=${secret}#${secret}`,
  ]) {
    const socket = connect(Number(new URL(nginx.base).port), '127.0.0.1')
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nReferer: http://x/?${secret}\r\nConnection: close\r\n\r\n`)
    await once(socket.resume(), 'close')
  }
  const url = `${nginx.base}${service.mount.enter('/api/buggy/tasks')}`
  await fetch(`${url}?token=${secret}`, { headers: { prefer: 'fault=connection-reset' } }).catch(() => {})
  // A body that nginx cannot store is a critical error, whose message has the URL.
  rmSync(`${nginx.folder}/body`, { recursive: true })
  const large = { method: 'POST', headers: { 'content-type': 'application/json' }, body: ' '.repeat(1_000_000) }
  t.equal((await fetch(`${url}?token=${secret}`, large)).status, 500)
  const readLogs = () =>
    ['access.log', 'error.log'].map((name) => readFileSync(`${nginx.folder}/${name}`, 'utf8')).join('')
  // nginx logs a request after it has read the rest of the body.
  while (!readLogs().includes('" 500 ')) await sleep(20)
  const logs = readLogs()
  t.match(logs, '"GET /b/-/api/v1/tasks HTTP/1.1" 200')
  t.match(logs, '"POST /b/-/api/buggy/tasks HTTP/1.1" 500')
  for (const text of [secret, id]) t.notOk(logs.includes(text), text)
})
