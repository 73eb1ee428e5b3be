import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { NO_FAULTS } from '../kit/helper.js'
import { type ServerProcess, startProcess } from '../kit/process.js'
import { request } from '../kit/raw-http.js'
import { uploadRequest } from '../kit/upload.js'

const TASK = { title: 'Never created', status: 'TODO' }
function slow(delay: number) {
  const rates = Object.entries({ ...NO_FAULTS, 'slow-response': 1 })
  return {
    FAULT_RATES: rates.map(([name, rate]) => `${name}=${rate}`).join(','),
    FAULT_DELAY: `${delay}-${delay}`,
  }
}

/** Sends bytes, waits until the service has received the request, and disconnects. */
async function sendAndDisconnect(server: ServerProcess, bytes: Buffer, path: string): Promise<void> {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await new Promise((resolve) => socket.write(bytes, resolve))
  await server.waitForLog(({ req }) => req?.url === path)
  const closed = once(socket, 'close')
  socket.resetAndDestroy()
  await closed
}

async function assertStops(t: Test, server: ServerProcess): Promise<void> {
  t.match(await server.stop(), { code: 0, signal: null, stderr: '' }, 'the service stops immediately')
}

t.test('process: stores nothing if the client disconnects during an upload', async (t) => {
  const server = await startProcess(t)
  const { id } = (await server.send('POST /api/v1/tasks', { json: TASK })).json
  const path = `/api/v1/tasks/${id}/attachments`
  const bytes = uploadRequest(
    path,
    ['1', '2', '3'].map((fileName) => ({ fileName, content: Buffer.alloc(1_000_000, fileName) })),
  )
  await sendAndDisconnect(server, bytes.subarray(0, 2_500_000), path)
  t.notOk((await server.send(`GET /api/v1/tasks/${id}`)).json.attachments?.length, 'nothing is stored')
  await assertStops(t, server)
})

t.test('process: does nothing if the client disconnects during a slow response (decision 37)', async (t) => {
  const server = await startProcess(t, { env: slow(1000) })
  const { id } = (await server.send('POST /api/v1/tasks', { json: TASK })).json
  const path = `/api/buggy/tasks/${id}`
  await sendAndDisconnect(server, request(`DELETE ${path}`), path)
  t.equal((await server.send('GET /api/v1/tasks')).json.totalElements, 1, 'serves other requests meanwhile')
  // This request starts later and waits as long as the first would have.
  t.equal((await server.send('GET /api/buggy/tasks')).json.totalElements, 1, 'the task is not deleted')
  await assertStops(t, server)
})
