import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { get as getWithTls } from 'node:https'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { openEvents } from '../../classroom/training/event-client.js'
import { TASK } from '../../kit/board.js'
import { multipart } from '../../kit/helper.js'
import { startProcess } from '../../kit/process.js'
import { MEBIBYTE } from '../../kit/upload.js'
import { FRONTS } from './fronts.js'
import { startNginx } from './nginx.js'

/** `proxy_read_timeout` in deploy/nginx.conf, in milliseconds. */
const READ_TIMEOUT = 30_000
/** The event streams of a process, and those of a board from one address. */
const [STREAMS, STREAMS_OF_BOARD] = [1000, 10]
const ENV = { TRUST_PROXY: 'true', BOARDS: 'open', BOARD_HOST: 'boards.test' }

for (const [name, startFront] of Object.entries(FRONTS))
  t.test(`${name} forwards what the service needs`, async (t) => {
    const { port } = await startProcess(t, { env: ENV })
    const { base } = await startFront(t, port)
    const post = (path: string, body: object, headers = {}) =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const { id, ownerToken } = (await (await post('/boards', {})).json()) as { id: string; ownerToken: string }
    const task = (await (await post(`/b/${id}/api/v1/tasks`, TASK)).json()) as { id: number }

    await t.test('events arrive at once, and a heartbeat keeps the stream open', async (t) => {
      const { response, next, end } = await openEvents(t, `${base}/b/${id}/events`)
      t.equal(response.headers.get('content-type'), 'text/event-stream')
      await post(`/b/${id}/api/v1/tasks`, TASK)
      t.ok((await next('board')).data.revision > 0)
      const ended = await Promise.race([end.then(() => true), sleep(READ_TIMEOUT + 2000, false)])
      t.equal(ended, false, 'the stream is open after the timeout of a response')
      await post(`/b/${id}/api/v1/tasks`, TASK)
      t.ok((await next('board')).data.revision > 0)
    })

    await t.test('uploads of the maximum size, and the errors of the service for larger ones', async (t) => {
      const upload = (files: number, bytes: number) => {
        const content = Buffer.alloc(bytes)
        const { headers, body } = multipart(Array.from({ length: files }, (_, n) => ({ fileName: `${n}`, content })))
        const path = `/b/${id}/api/v1/tasks/${task.id}/attachments`
        return fetch(base + path, { method: 'POST', headers, body })
      }
      t.equal((await upload(3, MEBIBYTE)).status, 201)
      const tooMany = await upload(15, MEBIBYTE)
      t.match([tooMany.status, await tooMany.json()], [400, { message: /limit of 3 attachments/ }])
      const tooLarge = await upload(20, MEBIBYTE)
      t.match([tooLarge.status, await tooLarge.json()], [413, { message: /exceeds the limit of 16777216 bytes/ }])
    })

    await t.test('forwards the host of a board, and replaces the address headers of the client', async (t) => {
      const url = new URL(base)
      const status = await new Promise((resolve, reject) => {
        const headers = {
          host: `${id}.boards.test:${url.port}`,
          'x-forwarded-for': '192.0.2.1',
          'x-forwarded-host': 'evil',
        }
        get({ host: url.hostname, port: url.port, path: `/api/v1/tasks/${task.id}`, headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).once('error', reject)
      })
      t.equal(status, 200)
      t.equal((await fetch(`${base}/boards/${id}`, { headers: { authorization: `Bearer ${ownerToken}` } })).status, 200)
    })
  })

for (const [name, startFront] of Object.entries(FRONTS))
  t.test(`${name} forwards ${STREAMS} event streams, and other requests meanwhile`, async (t) => {
    const { port, send } = await startProcess(t, { env: { ...ENV, BOARDS_PER_HOUR: '1000' } })
    const { base } = await startFront(t, port)
    const sockets = []
    for (let count = 0; count < STREAMS / STREAMS_OF_BOARD; count++) {
      const { id } = (await send('POST /boards', { json: {} })).json
      for (let stream = 0; stream < STREAMS_OF_BOARD; stream++) {
        const socket = connect(Number(new URL(base).port), '127.0.0.1')
        t.teardown(() => socket.destroy())
        socket.write(`GET /b/${id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`)
        sockets.push(socket)
      }
    }
    const heads = await Promise.all(sockets.map(async (socket) => String((await once(socket, 'data'))[0]).slice(0, 12)))
    t.strictSame([...new Set(heads)], ['HTTP/1.1 200'])
    t.equal((await fetch(`${base}/api/v1/tasks`)).status, 200)
  })

t.test('nginx with TLS as its comments say sends Strict-Transport-Security', async (t) => {
  const certificate = t.testdir()
  const files = ['-keyout', `${certificate}/privkey.pem`, '-out', `${certificate}/fullchain.pem`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', ...files], {
    stdio: 'ignore',
  })
  const service = await startProcess(t, { env: ENV })
  const { base } = await startNginx(t, service.port, { certificate })
  const headersOf = (path: string) =>
    new Promise<object>((resolve, reject) => {
      getWithTls(base + path, { rejectUnauthorized: false }, (response) => resolve(response.resume().headers)).once(
        'error',
        reject,
      )
    })
  t.match(await headersOf('/api/v1/tasks'), { 'strict-transport-security': 'max-age=31536000' })
  await service.stop()
  t.match(await headersOf('/api/v1/tasks'), { 'strict-transport-security': 'max-age=31536000', 'retry-after': '1' })
})
