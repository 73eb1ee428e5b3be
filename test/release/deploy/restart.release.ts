import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { lastingDatabase } from '../../kit/database.js'
import { type ServerProcess, startProcess } from '../../kit/process.js'
import { findFreePort } from '../../postgres/server.js'
import { FRONTS } from './fronts.js'

const CLIENTS = 8
/** `proxy_read_timeout` in deploy/nginx.conf, in milliseconds. */
const READ_TIMEOUT = 30_000
/** The load must not reach the rate limits. */
const ENV = { TRUST_PROXY: 'true', BOARD_RATE: '1000000', ADDRESS_RATE: '1000000' }

/** A POST that creates a task, and its response. */
interface Sent {
  title: string
  status: number
  retryAfter: string | null
  text: string
  /** When it was sent and when the response arrived, as `performance.now()`. */
  from: number
  until: number
}

async function post(base: string, title: string): Promise<Sent> {
  const from = performance.now()
  const response = await fetch(`${base}/api/v1/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title, status: 'TODO' }),
  })
  const text = await response.text()
  const { status, headers } = response
  return { title, status, retryAfter: headers.get('retry-after'), text, from, until: performance.now() }
}

/** Lets clients create tasks, and others list them, each one request after the other. */
function startLoad(base: string) {
  const sent: Sent[] = []
  const reads: number[] = []
  let isStopped = false

  async function create(client: number): Promise<void> {
    for (let count = 0; !isStopped; count++) {
      const each = await post(base, `${client}-${count}`)
      sent.push(each)
      if (each.status !== 201) await sleep(20)
    }
  }

  async function read(): Promise<void> {
    while (!isStopped) {
      const response = await fetch(`${base}/api/v1/tasks?size=1`)
      reads.push(response.status)
      await response.body?.cancel()
      await sleep(20)
    }
  }

  const running = Promise.all([...Array.from({ length: CLIENTS }, (_, client) => create(client)), read(), read()])
  return {
    sent,
    reads,
    /** Waits until so many further tasks are created. */
    async further(count: number) {
      const created = () => sent.filter(({ status }) => status === 201).length
      for (const target = created() + count; created() < target; ) await sleep(10)
    },
    async stop() {
      isStopped = true
      await running
    },
  }
}

async function useService(t: Test, front: keyof typeof FRONTS) {
  const port = await findFreePort()
  const env = { ...ENV, DATABASE_URL: await lastingDatabase(t), PORT: `${port}` }
  const start = () => startProcess(t, { env })
  const service = await start()
  return { service, start, base: (await FRONTS[front](t, port)).base }
}

/** The requests that failed, and how often each title is stored. */
async function outcome({ send }: ServerProcess, sent: Sent[]) {
  const stored = new Map<string, number>()
  for (let page = 0; ; page++) {
    const { content } = (await send(`GET /api/v1/tasks?size=100&page=${page}`)).json
    if (content.length === 0) break
    for (const { title } of content) stored.set(title, (stored.get(title) ?? 0) + 1)
  }
  const failed = sent.filter(({ status }) => status !== 201)
  const times = (each: Sent) => stored.get(each.title) ?? 0
  return {
    failed,
    wrong: sent.filter((each) =>
      each.status === 201 ? times(each) !== 1 : times(each) > (each.retryAfter === null ? 1 : 0),
    ),
    /** The time without service, in milliseconds. */
    gap:
      failed.length === 0
        ? 0
        : Math.max(...failed.map(({ until }) => until)) - Math.min(...failed.map(({ from }) => from)),
  }
}

for (const front of Object.keys(FRONTS) as (keyof typeof FRONTS)[]) {
  t.test(`${front}: a request gets the error body of the service while nobody listens`, async (t) => {
    const { service, start, base } = await useService(t, front)
    const load = startLoad(base)
    await load.further(100)
    t.equal((await service.stop()).code, 0)
    const after = await start()
    await load.further(100)
    await load.stop()
    const { failed, wrong, gap } = await outcome(after, load.sent)
    t.comment(`${load.sent.length} requests, ${failed.length} failed, ${Math.round(gap)} ms without service`)
    const unsent = failed.filter(({ retryAfter }) => retryAfter !== null)
    t.ok(unsent.length > 0)
    // The system resets connections that the service has not accepted when it closes its socket.
    t.ok(failed.length - unsent.length <= CLIENTS)
    for (const { status, retryAfter, text } of unsent) {
      t.match([status, retryAfter], [503, '1'])
      t.match(JSON.parse(text), {
        timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
        status: 503,
        error: 'Service Unavailable',
        message: /try again later$/,
        path: '/api/v1/tasks',
      })
    }
    t.strictSame(wrong, [], 'each task is stored as the client was told')
    if (front === 'Caddy') t.strictSame([...new Set(load.reads)], [200], 'Caddy keeps reads until the service is back')
  })

  t.test(`${front}: a killed service loses only the requests that it was processing`, async (t) => {
    const { service, start, base } = await useService(t, front)
    const load = startLoad(base)
    await load.further(100)
    const killed = performance.now()
    await service.stop('SIGKILL')
    const ended = performance.now()
    const after = await start()
    await load.further(100)
    await load.stop()
    const { failed, wrong, gap } = await outcome(after, load.sent)
    const unknown = failed.filter(({ retryAfter }) => retryAfter === null)
    t.comment(
      `${failed.length} failed, of which ${unknown.length} may be stored, ${Math.round(gap)} ms without service`,
    )
    t.ok(unknown.length <= CLIENTS)
    for (const { text, from, until } of unknown) {
      t.match(JSON.parse(text).message, /read before you repeat it$/)
      t.ok(from <= ended && until >= killed, 'the request was in flight')
    }
    t.strictSame(wrong, [], 'no task is stored twice, and none that may be sent again')
  })

  t.test(`${front}: a fault closes the connection, and buggy has the same error while nobody listens`, async (t) => {
    const { service, base } = await useService(t, front)
    const url = `${base}/api/buggy/tasks`
    await t.rejects(fetch(url, { headers: { prefer: 'fault=lost-response' } }), { cause: { code: 'UND_ERR_SOCKET' } })
    await service.stop()
    for (const method of ['GET', 'POST']) {
      const response = await fetch(url, { method })
      t.match([response.status, response.headers.get('retry-after')], [503, '1'])
      t.match(await response.json(), { status: 503, path: '/api/buggy/tasks' })
    }
    const odd = await fetch(`${base}/api/buggy/${encodeURIComponent('"\\{{1}}')}?a="`)
    t.match(await odd.json(), { status: 503, path: /^\/api\/buggy\/%22/ })
  })

  t.test(`${front}: an address that drops packets is an error after some seconds`, async (t) => {
    const { base } = await FRONTS[front](t, await startUnreachable(t))
    const { status, retryAfter, from, until } = await post(base, 'A task')
    t.match([status, retryAfter], [503, '1'])
    t.ok(until - from < 5000, `${until - from} ms`)
  })
}

t.test('nginx: a service that does not respond is an error after 30 seconds', async (t) => {
  const { service, base } = await useService(t, 'nginx')
  process.kill(service.pid, 'SIGSTOP')
  const { status, retryAfter, text, from, until } = await post(base, 'A task')
  process.kill(service.pid, 'SIGCONT')
  t.match([status, retryAfter, JSON.parse(text).message], [503, null, /read before you repeat it$/])
  t.ok(until - from >= READ_TIMEOUT - 1000)
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
