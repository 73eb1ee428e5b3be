import assert from 'node:assert/strict'
import { expectData, expectError } from '../scenario/expect.ts'
import { connect, resultOf, workOnBoard } from './board.ts'

const [, , baseUrl = ''] = process.argv
const anonymous = connect({ baseUrl })

const admin = await expectData(
  200,
  resultOf(anonymous.POST('/auth/login', { body: { username: 'admin', password: 'admin123' } })),
)
const { token, ...login } = admin
assert.deepEqual(login, { username: 'admin', expiresIn: 3600 })
await expectData(204, resultOf(connect({ baseUrl, token }).DELETE('/tasks')))
await workOnBoard({ baseUrl, token })

await expectError(401, resultOf(anonymous.GET('/tasks/summary')))
await expectError(403, resultOf(connect({ baseUrl, token: 'nonsense' }).GET('/tasks/summary')))

const { token: fresh, ...refreshed } = await expectData(
  200,
  resultOf(connect({ baseUrl, token }).POST('/auth/refresh')),
)
assert.deepEqual(refreshed, { expiresIn: 3600 })
for (const each of [token, fresh]) {
  assert.deepEqual(await expectData(200, resultOf(connect({ baseUrl, token: each }).GET('/auth/me'))), {
    username: 'admin',
    role: 'ROLE_ADMIN',
  })
}
await expectData(200, resultOf(connect({ baseUrl, token: fresh }).POST('/auth/logout')))
await expectError(403, resultOf(connect({ baseUrl, token }).POST('/auth/refresh')))
console.log('openapi-fetch v2 (earlier edition): passed')
