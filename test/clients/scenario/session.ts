import assert from 'node:assert/strict'
import type { AuthClient, Client, Connect } from '../client.ts'
import { expectData, expectError } from './expect.ts'

export interface Connects {
  connect: Connect<Client>
  connectAuth: Connect<AuthClient>
}

/** Runs a function with a client that has an access token of an administrator. */
export async function asAdministrator(
  { connect, connectAuth }: Connects,
  baseUrl: string,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const { token } = await expectData(200, connectAuth({ baseUrl }).login({ username: 'admin', password: 'admin123' }))
  await work(connect({ baseUrl, token }))
}

/** Goes through a session of v2 from login to logout, including refused requests. */
export async function useSession({ connect, connectAuth }: Connects, baseUrl: string): Promise<void> {
  const anonymous = connectAuth({ baseUrl })
  const refused = await expectError(401, anonymous.login({ username: 'user', password: 'wrong' }))
  assert.equal(refused.message, 'Invalid username or password')

  const { token, refreshToken, ...login } = await expectData(
    200,
    anonymous.login({ username: 'user', password: 'user123' }),
  )
  assert.deepEqual(login, { type: 'Bearer', username: 'user', role: 'USER', expiresIn: 3600 })
  assert.deepEqual(await expectData(200, connectAuth({ baseUrl, token }).getCurrentUser()), {
    username: 'user',
    role: 'ROLE_USER',
  })
  await expectError(403, connect({ baseUrl }).getTaskSummary())
  await expectData(200, connect({ baseUrl, token }).getTaskSummary())
  await expectError(403, connect({ baseUrl, token }).deleteAllTasks())

  const fresh = await expectData(200, anonymous.refresh({ refreshToken }))
  assert.notEqual(fresh.refreshToken, refreshToken)
  assert.notEqual(fresh.token, token)
  await expectData(200, connect({ baseUrl, token: fresh.token }).getTaskSummary())
  await expectError(403, anonymous.refresh({ refreshToken }))
  await expectError(403, connect({ baseUrl, token: fresh.token }).getTaskSummary())

  const last = await expectData(200, anonymous.login({ username: 'user', password: 'user123' }))
  const leaving = connectAuth({ baseUrl, token: last.token })
  assert.deepEqual(await expectData(200, leaving.logout()), { message: 'Logged out successfully' })
  await expectError(403, leaving.getCurrentUser())
  await expectError(403, connect({ baseUrl, token: last.token }).getTaskSummary())
  await expectError(403, anonymous.refresh({ refreshToken: last.refreshToken }))
}
