import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { inheritedSockets } from '../../src/http/inherited-sockets.js'
import { lastingDatabase } from '../kit/database.js'
import type { Json } from '../kit/helper.js'
import { repeat } from '../kit/length.js'
import { longTest } from '../kit/long-test.js'
import { run, startProcess } from '../kit/process.js'

/** A socket of Node.js that is bound, but does not listen: the parent must not accept connections itself. */
interface BoundSocket {
  fd: number
  bind(address: string, port: number): number
  getsockname(name: { port?: number }): void
  close(): void
}

const binding = (name: string): Json => (process as unknown as { binding(name: string): Json }).binding(name)

/** Binds a Unix socket, and keeps it open during the test. */
function bindPath(t: Test, path: string): number {
  const { Pipe, constants } = binding('pipe_wrap')
  const socket = new Pipe(constants.SERVER)
  t.equal(socket.bind(path), 0)
  t.teardown(() => socket.close())
  return socket.fd
}

/** Binds a socket to a free port, and keeps it open during the test. */
function bindSocket(t: Test, address: string): { fd: number; port: number } {
  const { TCP, constants } = binding('tcp_wrap')
  const socket: BoundSocket = new TCP(constants.SERVER)
  t.equal(socket.bind(address, 0), 0)
  t.teardown(() => socket.close())
  const name: { port?: number } = {}
  socket.getsockname(name)
  return { fd: socket.fd, port: name.port as number }
}

t.test('stopping and starting a service with passed sockets costs no client an error', async (t) => {
  const sockets = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, ...bindSocket(t, address) }))
  const env = { DATABASE_URL: await lastingDatabase(t) }
  const start = () => startProcess(t, { env, sockets: sockets.map(({ fd }) => fd) })
  let service = await start()
  const failures: string[] = []
  const titles: string[] = []
  let isRunning = true

  async function client(number: number): Promise<void> {
    const { address, port } = sockets[number % sockets.length] as (typeof sockets)[number]
    const agent = new Agent({ keepAlive: number < 8, maxSockets: 1 })
    for (let count = 0; isRunning; count++) {
      const title = `${number}-${count}`
      const status = await post({ host: address, port, agent, title })
      if (status === 201) titles.push(title)
      else failures.push(`${title}: ${status}`)
    }
    agent.destroy()
  }

  const clients = Array.from({ length: 16 }, (_, number) => client(number))
  for (let restart = 0; restart < repeat(1, 10); restart++) {
    const before = titles.length
    while (titles.length < before + 200 && failures.length === 0) await service.send('GET /livez')
    t.equal((await service.stop()).code, 0)
    service = await start()
  }
  isRunning = false
  await Promise.all(clients)
  t.strictSame(failures, [])
  t.ok(titles.length > 200)
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, titles.length)
})

/** Creates a task; returns the status or the error. */
function post({ title, ...place }: { host: string; port: number; agent: Agent; title: string }) {
  return new Promise<number | string | undefined>((resolve) => {
    const headers = { 'content-type': 'application/json' }
    request({ ...place, path: '/api/v1/tasks', method: 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
      .once('error', ({ message }) => resolve(message))
      .end(JSON.stringify({ title, status: 'TODO' }))
  })
}

longTest('passed sockets that the service cannot use are an error', async (t) => {
  const { fd: everyone } = bindSocket(t, '0.0.0.0')
  const { fd: local } = bindSocket(t, '127.0.0.1')
  // The path of a Unix socket has at most 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'socket-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const unix = bindPath(t, join(folder, 'board.sock'))
  for (const [sockets, message] of [
    [[everyone], 'LISTEN_FDS: one listens at 0.0.0.0, but HOST is 127.0.0.1'],
    [[openSync('/dev/null', 'r')], 'LISTEN_FDS: listen EINVAL'],
    [[unix], 'LISTEN_FDS: one is a Unix socket'],
    [[local, unix], 'LISTEN_FDS: one is a Unix socket'],
  ] as const) {
    const { code, stderr } = await run(t, 'start', { sockets, isCovered: true })
    t.equal(code, 1)
    t.match(stderr, new RegExp(`^task-board-service: .*${message}.*\\n$`), 'one line')
  }
})

t.test('connections wait in the backlog of the unit for systemd', { timeout: 30_000 }, async (t) => {
  const { fd, port } = bindSocket(t, '127.0.0.1')
  const { pid } = await startProcess(t, { sockets: [fd] })
  process.kill(pid, 'SIGSTOP')
  // The default of Node.js is 511.
  const clients = Array.from({ length: 600 }, () => connect(port, '127.0.0.1'))
  await Promise.all(clients.map((client) => once(client, 'connect')))
  for (const client of clients) client.destroy()
  process.kill(pid, 'SIGCONT')
})

t.test('only the process that LISTEN_PID names takes the sockets, and its child processes do not', async (t) => {
  const environment = { LISTEN_FDS: '2', LISTEN_PID: '7', LISTEN_FDNAMES: 'a:b', PORT: '3000' }
  t.strictSame(inheritedSockets({ ...environment }, 7), [3, 4])
  t.strictSame(inheritedSockets({ ...environment }, 8), [])
  t.strictSame(inheritedSockets({}, 7), [])
  inheritedSockets(environment, 7)
  t.strictSame(environment, { PORT: '3000' })
})
