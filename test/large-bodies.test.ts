import t from 'tap'
import { expectError } from './expect-error.js'
import { request, startListening } from './raw-http.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }

for (const path of ['/api/v1/tasks', '/api/v2/auth/login']) {
  t.test(`returns 413 for a body over 1 MiB to ${path}, and keeps the connection (decision 7)`, async (t) => {
    const service = await startListening(t)
    for (const size of [1_048_577, 5_000_000]) {
      const connection = await service.connect()
      connection.write(request(`POST ${path}`, JSON_TYPE, 'x'.repeat(size)))
      const reply = await connection.response()
      if (reply === undefined) return t.fail('there is no response')
      expectError(t, reply, { status: 413, path })
      connection.write(request('GET /health'))
      t.equal((await connection.response())?.status, 200, 'the connection is still usable')
    }
  })
}

t.test('a connection is usable after a refused body (decisions 7, 52)', async (t) => {
  const service = await startListening(t)
  const connection = await service.connect()
  const statuses = []
  for (const [headers, body] of [
    [JSON_TYPE, '{'],
    [JSON_TYPE, Buffer.from([0xff])],
    [{ ...JSON_TYPE, 'Content-Encoding': 'gzip' }, '{}'],
    [{ ...JSON_TYPE, 'Content-Encoding': 'identity' }, '{"title":"x","status":"TODO"}'],
    [{ 'Content-Type': 'text/plain' }, 'x'],
  ] as const) {
    connection.write(request('POST /api/v1/tasks', headers, body))
    statuses.push((await connection.response())?.status)
  }
  t.strictSame(statuses, [400, 400, 415, 201, 415])
})

t.test('ignores a media type without a body', async (t) => {
  const service = await startListening(t)
  const { id } = await service.createTask()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '0' }
  t.equal((await service.exchange(request(`DELETE /api/v1/tasks/${id}`, headers))).status, 204)
})
