import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import t from 'tap'
import { lastingDatabase } from '../kit/database.js'
import { type ServerProcess, startProcess } from '../kit/process.js'

const TASK = JSON.stringify({ title: 'A task', status: 'TODO' })
const REQUEST = `POST /api/v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${TASK.length}\r\n\r\n${TASK}`

/** The outcome of a request. */
interface Outcome {
  /** The id of the task, if there was a response. */
  id?: number
  error?: string | undefined
  /** Whether the connection was used before. Then the service had certainly accepted it. */
  isReused: boolean
}

/** Creates a task. Without an agent, the connection closes after the request. */
function create({ base }: ServerProcess, agent: Agent | false): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', ...(agent === false && { connection: 'close' }) }
    const sent = request(`${base}/api/v1/tasks`, { method: 'POST', headers, agent }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.once('end', () => resolve({ id: JSON.parse(body).id, isReused: sent.reusedSocket }))
    })
    sent.once('error', ({ code }: NodeJS.ErrnoException) => resolve({ error: code, isReused: sent.reusedSocket }))
    sent.end(TASK)
  })
}

t.test('process: SIGTERM under load interrupts no request, and keeps every acknowledged task', async (t) => {
  const env = { DATABASE_URL: await lastingDatabase(t), LOG_LEVEL: 'info' }
  const server = await startProcess(t, { env })
  const outcomes: Outcome[] = []
  let exit: ReturnType<ServerProcess['stop']> | undefined
  const clients = Array.from({ length: 70 }, async (_, client) => {
    const agent = client < 20 && new Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      const outcome = await create(server, agent)
      outcomes.push(outcome)
      if (outcomes.length === 700) exit = server.stop()
      if (outcome.error !== undefined) return
    }
  })
  await Promise.all(clients)
  t.match(await exit, { code: 0, signal: null, stderr: '' })

  const broken = outcomes.filter(({ error, isReused }) => error !== undefined && isReused)
  t.strictSame(broken, [], 'no connection closes during a request')
  const acknowledged = outcomes.flatMap(({ id }) => id ?? [])
  const log = server.lines.map((line) => JSON.parse(line))
  const received = log.filter(({ req }) => req?.method === 'POST').length
  t.equal(acknowledged.length, received, 'every received request has a response')

  const after = await startProcess(t, { env })
  t.equal((await after.send('GET /api/v1/tasks')).json.totalElements, acknowledged.length)
  for (const id of acknowledged.slice(-70)) t.equal((await after.send(`GET /api/v1/tasks/${id}`)).status, 200)
})

/** Reads the status line of each response on a connection until it closes. */
async function readStatuses(socket: Socket): Promise<string[]> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  await once(socket, 'close')
  return (
    Buffer.concat(chunks)
      .toString()
      .match(/^HTTP\/1\.1 \d+/gm) ?? []
  )
}

t.test('process: responds to requests that were sent before SIGTERM', async (t) => {
  const server = await startProcess(t)
  const open = async () => {
    const socket = connect(server.port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const used = await Promise.all(Array.from({ length: 20 }, open))
  for (const socket of used) socket.write(REQUEST)
  await Promise.all(used.map((socket) => once(socket, 'data')))
  const unused = await Promise.all(Array.from({ length: 20 }, open))
  // This request uses a later connection, so the service has accepted the unused ones.
  await server.send('GET /api/v1/tasks')

  process.kill(server.pid, 'SIGSTOP')
  const statuses = [...used, ...unused].map(readStatuses)
  await Promise.all([...used, ...unused].map((socket) => new Promise((resolve) => socket.write(REQUEST, resolve))))
  const exit = server.stop()
  process.kill(server.pid, 'SIGCONT')
  t.strictSame(await Promise.all(statuses), Array(40).fill(['HTTP/1.1 201']))
  t.match(await exit, { code: 0, signal: null, stderr: '' })
})

t.test('process: an error response during shutdown also has Connection: close', async (t) => {
  const server = await startProcess(t, { env: { LOG_LEVEL: 'info' } })
  const socket = connect(server.port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.write(REQUEST)
  await once(socket, 'data')
  // Send half a request, so that the service waits for the rest.
  socket.write('GET /api/v1/tasks/999 HTTP/1.1\r\n')
  await server.send('GET /livez')
  const exit = server.stop()
  await server.waitForLog(({ msg }) => msg === 'stopping')
  const ended = once(socket, 'close')
  socket.write('Host: localhost\r\n\r\n')
  const [response] = await once(socket, 'data')
  t.match(String(response), /^HTTP\/1\.1 404 .*\r\nconnection: close\r\n/is)
  await ended
  t.equal((await exit).code, 0)
})
