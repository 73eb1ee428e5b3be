import Fastify from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import t, { type Test } from 'tap'
import { DEFAULT_ACCOUNTS } from '../../../src/api/auth/accounts.js'
import { auth } from '../../../src/api/auth/index.js'
import { current } from '../../../src/api/editions/current.js'
import { COMPONENTS } from '../../../src/contract/schemas/components.js'
import { toTimestamp } from '../../../src/contract/time.js'
import { errorHandler } from '../../../src/http/error-handler.js'
import { schemaController } from '../../../src/http/validation.js'
import { openEmptyStore } from '../../kit/database.js'
import { startService } from '../../kit/helper.js'
import { PROTECTED_OPERATIONS } from './helper.js'

t.test('the published document protects exactly the operations of the table', async (t) => {
  const { send } = await startService(t)
  const { paths } = (await send('GET /api/v2/openapi.json')).json as OpenAPIV3.Document
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'put', 'post', 'delete'] as const)
      .filter((method) => item?.[method]?.security?.length !== 0 && item?.[method] !== undefined)
      .map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '1')}`),
  )
  t.strictSame(operations.sort(), [...PROTECTED_OPERATIONS].sort())
})

t.test('OPTIONS is 204 on every path of v2 without a token, and changes nothing (decision 42)', async (t) => {
  const { send, createTask } = await startService(t)
  await createTask()
  for (const path of ['/tasks', '/tasks/1', '/auth/me', '/nothing']) {
    const { status, headers } = await send(`OPTIONS /api/v2${path}`)
    t.strictSame([status, headers['access-control-allow-origin']], [204, '*'], path)
  }
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 1)
  t.notMatch((await send('PATCH /api/v2/tasks')).headers.allow, /OPTIONS/)
})

/** A bare Fastify instance with the plugin and no routes. */
async function startBare(t: Test) {
  const app = Fastify({ schemaController })
  t.teardown(() => app.close())
  app.decorate('store', await openEmptyStore())
  app.decorateRequest('board')
  app.decorateRequest('now', () => toTimestamp(Date.now()))
  await app.register(errorHandler)
  for (const schema of COMPONENTS) app.addSchema(schema)
  await app.register(auth, { edition: current, accounts: DEFAULT_ACCOUNTS, accessTokenTtl: 60, clock: Date.now })
  return app
}

t.test('the plugin protects every route that does not declare itself open', async (t) => {
  const app = await startBare(t)
  app.get('/plain', async () => 'secret')
  app.get('/declared', { schema: { security: [{ bearerAuth: [] }] } }, async () => 'secret')
  app.get('/open', { schema: { security: [] } }, async () => 'welcome')
  for (const method of ['GET', 'HEAD'] as const) {
    const replies = await Promise.all(['/plain', '/declared', '/open'].map((url) => app.inject({ method, url })))
    const statuses = replies.map(({ statusCode }) => statusCode)
    t.strictSame(statuses, [403, 403, 200], method)
  }
})
