import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { NO_FAULTS } from './helper.js'
import { type ServerProcess, startProcess } from './process.js'
import { request } from './raw-http.js'
import { uploadRequest } from './upload.js'

const TASK = { title: 'Never created', status: 'TODO' }
function slow(delay: number) {
  const rates = Object.entries({ ...NO_FAULTS, 'slow-response': 1 })
  return {
    FAULT_RATES: rates.map(([name, rate]) => `${name}=${rate}`).join(','),
    FAULT_DELAY: `${delay}-${delay}`,
  }
}

/** Sends bytes and, once the service has begun with the request, hangs up. */
async function hangUp(server: ServerProcess, bytes: Buffer, path: string): Promise<void> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise((resolve) => socket.write(bytes, resolve))
  await server.waitForLog(({ req }) => req?.url === path)
  const closed = once(socket, 'close')
  socket.resetAndDestroy()
  await closed
}

async function assertEndsWell(t: Test, server: ServerProcess): Promise<void> {
  t.match(await server.stop(), { code: 0, signal: null, stderr: '' }, 'it stops at once')
}

t.test('process: a client that hangs up during an upload leaves nothing behind', async (t) => {
  const server = await startProcess(t)
  const { id } = (await server.send('POST /api/v1/tasks', { json: TASK })).json
  const path = `/api/v1/tasks/${id}/attachments`
  const bytes = uploadRequest(
    path,
    ['1', '2', '3'].map((fileName) => ({ fileName, content: Buffer.alloc(1_000_000, fileName) })),
  )
  await hangUp(server, bytes.subarray(0, 2_500_000), path)
  t.notOk((await server.send(`GET /api/v1/tasks/${id}`)).json.attachments?.length, 'nothing is stored')
  await assertEndsWell(t, server)
})

t.test('process: a client that hangs up during a slow answer leaves nothing behind', async (t) => {
  const server = await startProcess(t, { env: slow(1000) })
  const { id } = (await server.send('POST /api/v1/tasks', { json: TASK })).json
  const path = `/api/buggy/tasks/${id}`
  await hangUp(server, request(`DELETE ${path}`), path)
  t.equal((await server.send('GET /api/v1/tasks')).json.totalElements, 1, 'others are served meanwhile')
  // Waits as long as the first would have, and began later.
  t.equal((await server.send('GET /api/buggy/tasks')).json.totalElements, 1, 'nothing is done')
  await assertEndsWell(t, server)
})
