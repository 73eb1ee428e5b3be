import t from 'tap'
import { startBoard } from '../kit/board.js'
import { expectError } from '../kit/expect-error.js'
import { ownStore, startService } from '../kit/helper.js'

const VARIANTS = ['v1', 'v2', 'buggy']

t.test('the 404 for a path outside the variants names their base paths (decision 27)', async (t) => {
  const service = await startService(t, await ownStore())
  const { basePath } = service.mount
  const paths = VARIANTS.map((variant) => `${basePath}/api/${variant}`).join(', ')
  const message = `Path not found. The base paths of the variants are ${paths}`
  for (const path of [
    ...['/tasks', '/tasks/1', '/auth/login', '/login', '/api', '/api/', '/api/tasks', '/api/v3/tasks', '/api/v11'],
    ...['/API/v1/tasks', '/v1/tasks', '/favicon'],
  ]) {
    expectError(t, await service.send(`GET ${path}?x=/api/v1/`), { status: 404, path, message })
  }
  const login = await service.send('POST /auth/login', { json: {} })
  expectError(t, login, { status: 404, path: '/auth/login', message })
  for (const path of ['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v2/task', '/api/buggy/auth/me']) {
    expectError(t, await service.send(`GET ${path}`), { status: 404, path, message: 'Path not found' })
  }
})

t.test('the 404 for a path outside the variants names their base paths on the board', async (t) => {
  const { id, send } = await startBoard(t, await ownStore())
  const paths = VARIANTS.map((variant) => `/b/${id}/api/${variant}`).join(', ')
  const message = `Path not found. The base paths of the variants are ${paths}`
  for (const path of ['/tasks', '/auth/login', '/api/tasks', '/boards', '/metrics', '/b/x']) {
    const expected = /^.(boards|metrics|b.x)$/.test(path) ? /^Path not found$/ : message
    t.match(await send(`GET ${path}`), { status: 404, json: { path: `/b/${id}${path}`, message: expected } })
  }
})
