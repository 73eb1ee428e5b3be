import t from 'tap'
import { expectError } from './expect-error.js'
import { request, startListening } from './raw-http.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }

t.test('returns 413 for a body over 1 MiB, and keeps the connection (decision 7)', async (t) => {
  const service = await startListening(t)
  for (const path of ['/api/v1/tasks', '/api/v2/auth/login']) {
    const connection = await service.connect()
    connection.write(request(`POST ${path}`, JSON_TYPE, 'x'.repeat(5_000_000)))
    const reply = await connection.response()
    if (reply === undefined) return t.fail('there is no response')
    expectError(t, reply, { status: 413, path })
    connection.write(request('GET /health'))
    t.equal((await connection.response())?.status, 200, 'the connection is still usable')
  }
})

t.test('ignores a media type without a body', async (t) => {
  const service = await startListening(t)
  const { id } = await service.createTask()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '0' }
  t.equal((await service.exchange(request(`DELETE /api/v1/tasks/${id}`, headers))).status, 204)
})
