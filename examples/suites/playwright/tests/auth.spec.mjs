import { expect, logIn, test, withToken } from './board.mjs'

test('logs in, and returns the current user', async ({ request }) => {
  const session = await logIn(request, 'user', 'user123')
  expect(session).toMatchObject({ type: 'Bearer', username: 'user', role: 'USER', expiresIn: 3600 })
  const response = await request.get('api/v2/auth/me', withToken(session.token))
  expect(await response.json()).toEqual({ username: 'user', role: 'ROLE_USER' })
})

test('refuses a wrong password', async ({ request }) => {
  const response = await request.post('api/v2/auth/login', { data: { username: 'user', password: 'wrong' } })
  expect(response.status()).toBe(401)
})

test('refuses requests without a valid token', async ({ request }) => {
  expect((await request.get('api/v2/tasks')).status()).toBe(403)
  expect((await request.get('api/v2/tasks', withToken('nonsense'))).status()).toBe(403)
})

test('refuses to let a user delete all tasks', async ({ request, board }) => {
  const { id } = await board.create()
  const { token } = await logIn(request, 'user', 'user123')
  expect((await request.delete('api/v2/tasks', withToken(token))).status()).toBe(403)
  await board.get(id)
})

test('exchanges a refresh token once', async ({ request }) => {
  const { refreshToken } = await logIn(request, 'testuser', 'test123')
  const refresh = () => request.post('api/v2/auth/refresh', { data: { refreshToken } })
  const first = await refresh()
  expect(first.status()).toBe(200)
  expect(await first.json()).toMatchObject({ type: 'Bearer', expiresIn: 3600 })
  expect((await refresh()).status()).toBe(403)
})

test('ends the session with a logout', async ({ request }) => {
  const { token } = await logIn(request, 'testuser', 'test123')
  expect((await request.post('api/v2/auth/logout', withToken(token))).status()).toBe(200)
  expect((await request.get('api/v2/tasks', withToken(token))).status()).toBe(403)
})
