import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { TASK } from '../boards/board.js'
import { multipart } from '../helper.js'
import { findFreePort, findPostgres, startPostgres } from '../postgres/server.js'
import { type ServerProcess, startProcess } from '../process.js'
import { openEvents } from '../training/event-client.js'
import { MEBIBYTE } from '../upload.js'
import { hasFailed, type Sent, startLoad } from './load.js'
import { startNginx } from './nginx.js'

const folder = findPostgres()
if (folder === undefined) throw new Error('Install PostgreSQL')

const CLIENTS = 8
/** `fail_timeout` in deploy/nginx.conf, in milliseconds. */
const FAIL_TIMEOUT = 10_000
/** `proxy_read_timeout` in deploy/nginx.conf, in milliseconds. */
const READ_TIMEOUT = 30_000

const ENV = { TRUST_PROXY: 'true', BOARDS: 'open', BOARD_HOST: 'boards.test' }
/** The load must not reach the rate limits. */
const UNLIMITED = { BOARD_RATE: '1000000', ADDRESS_RATE: '1000000' }

const { url: DATABASE_URL, remove } = await startPostgres(folder, true)
t.teardown(remove)

interface Replica {
  port: number
  current: ServerProcess
  /** Starts the replica again, on the same port. */
  start(): Promise<void>
}

async function startReplica(t: Test): Promise<Replica> {
  const port = await findFreePort()
  const start = () => startProcess(t, { env: { ...ENV, ...UNLIMITED, DATABASE_URL, PORT: String(port) } })
  const replica = {
    port,
    current: await start(),
    async start() {
      replica.current = await start()
    },
  }
  return replica
}

async function startReplicas(t: Test) {
  const replicas = [await startReplica(t), await startReplica(t)] as const
  return {
    replicas,
    base: await startNginx(
      t,
      replicas.map(({ port }) => port),
    ),
  }
}

/** The failed requests, without what differs from run to run. */
function failures(sent: Sent[]): string[] {
  return sent.filter(hasFailed).map(({ method, status }) => `${method} ${status}`)
}

t.test('nginx: no request fails during a rolling restart of both replicas', async (t) => {
  const { replicas, base } = await startReplicas(t)
  const load = startLoad(base, CLIENTS)
  for (let round = 0; round < 3; round++) {
    for (const replica of replicas) {
      await load.further(200)
      t.equal((await replica.current.stop()).code, 0)
      await load.further(20)
      await replica.start()
    }
  }
  await load.stop()
  t.comment(`${load.sent.length} requests`)
  t.strictSame(failures(load.sent), [])
})

/**
 * Fails if nginx has repeated a POST that a replica had processed. Clients rename and delete each task whose creation was
 * acknowledged, so only a second task still has its first title. Interrupted requests may leave one task behind.
 */
async function assertCreatedOnce(t: Test, sent: Sent[]): Promise<void> {
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  t.teardown(() => client.end())
  const { rows } = await client.query('SELECT title FROM task')
  const titles = rows.map(({ title }): string => title)
  const repeated = sent.filter(
    ({ title = '', status }) => titles.filter((each) => each === title).length > (status === 201 ? 0 : 1),
  )
  t.strictSame(repeated, [], 'no POST has created two tasks')
}

t.test('nginx: a killed replica fails only POST requests that it was processing', async (t) => {
  const { replicas, base } = await startReplicas(t)
  const load = startLoad(base, CLIENTS)
  await load.further(200)
  const killed = performance.now()
  await replicas[1].current.stop('SIGKILL')
  const ended = performance.now()
  // nginx tries the replica again after this time.
  await sleep(FAIL_TIMEOUT + 1000)
  await load.further(200)
  await load.stop()
  // The only other effect: a DELETE that the replica processed and nginx repeated returns 404.
  const failed = load.sent.filter((each) => hasFailed(each) && !(each.method === 'DELETE' && each.status === 404))
  t.comment(`${load.sent.length} requests, ${failures(load.sent).join(', ')}`)
  t.ok(failed.length <= CLIENTS, 'at most one request of each client fails')
  for (const { method, status, from, until } of failed) {
    t.strictSame([method, status], ['POST', 502])
    t.ok(from <= ended && until >= killed, 'the request was in flight')
  }
  t.ok(
    load.sent.filter((each) => each.method === 'DELETE' && each.status === 404).every(({ from }) => from <= ended),
    'a repeated DELETE was in flight',
  )
  await assertCreatedOnce(t, load.sent)
})

t.test('nginx: a replica that accepts connections and does not respond delays requests for 30 seconds', async (t) => {
  const { replicas, base } = await startReplicas(t)
  const load = startLoad(base, CLIENTS)
  await load.further(200)
  process.kill(replicas[1].current.pid, 'SIGSTOP')
  const stopped = performance.now()
  await sleep(READ_TIMEOUT + FAIL_TIMEOUT)
  await load.further(200)
  await load.stop()
  process.kill(replicas[1].current.pid, 'SIGCONT')
  const failed = load.sent.filter((each) => hasFailed(each) && !(each.method === 'DELETE' && each.status === 404))
  t.comment(`${load.sent.length} requests, ${failures(load.sent).join(', ')}`)
  // nginx cannot know whether the replica has processed them.
  for (const { method, status, until } of failed) {
    t.strictSame([method, status], ['POST', 504])
    t.ok(until >= stopped + READ_TIMEOUT - 1000)
  }
  t.ok(failed.length <= 2 * CLIENTS)
  await assertCreatedOnce(t, load.sent)
})

/** A process that listens on a free port with a backlog of one connection. */
const LISTENER =
  "require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })"

/** Listens on a port at which the system drops the packets of new connections, because the queue of the listener is full. */
async function startUnreachable(t: Test): Promise<number> {
  const child = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const port = Number(line)
  child.kill('SIGSTOP')
  const sockets: Socket[] = []
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  // Linux accepts at most one connection more than the backlog.
  for (let count = 0; count < 8; count++) sockets.push(connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(sockets.slice(0, 2).map((socket) => once(socket, 'connect')))
  return port
}

t.test('nginx: no request fails if an address drops packets', async (t) => {
  const replica = await startReplica(t)
  const base = await startNginx(t, [await startUnreachable(t), replica.port])
  const load = startLoad(base, CLIENTS)
  await sleep(FAIL_TIMEOUT + 3000)
  await load.further(200)
  await load.stop()
  const slow = load.sent.filter(({ from, until }) => until - from > 1900).length
  t.comment(`${load.sent.length} requests, of which ${slow} waited for the address`)
  t.strictSame(failures(load.sent), [])
  t.ok(slow > 0, 'the address was tried')
})

t.test('nginx: forwards what the service needs', async (t) => {
  const { base } = await startReplicas(t)
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
    const { headers } = await post(`/b/${id}/api/v1/tasks`, TASK)
    t.equal(headers.get('connection'), 'keep-alive')
    t.equal((await fetch(`${base}/boards/${id}`, { headers: { authorization: `Bearer ${ownerToken}` } })).status, 200)
  })
})
