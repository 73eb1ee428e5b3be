import Fastify from 'fastify'
import t from 'tap'
import { DEFAULT_ACCOUNTS } from '../../src/auth/accounts.js'
import { auth } from '../../src/auth/index.js'
import { errorHandler } from '../../src/http/error-handler.js'
import { schemaController } from '../../src/http/schema-controller.js'
import { COMPONENTS } from '../../src/schemas/components.js'
import { openStore } from '../../src/store/open-store.js'

const options = { accounts: DEFAULT_ACCOUNTS, accessTokenTtl: 60, clock: Date.now }

async function startBare() {
  const app = Fastify({ schemaController })
  app.decorate('store', await openStore('sqlite::memory:'))
  app.decorateRequest('board', 'default')
  await app.register(errorHandler, { clock: Date.now })
  for (const schema of COMPONENTS) app.addSchema(schema)
  await app.register(auth, options)
  return app
}

t.test('the guard keeps every route that does not ask to be open', async (t) => {
  const app = await startBare()
  t.teardown(() => app.close())
  app.delete('/tasks', { schema: { operationId: 'deleteAllTasks' } }, async () => 'done')
  app.get('/plain', async () => 'secret')
  app.get('/declared', { schema: { security: [{ bearerAuth: [] }] } }, async () => 'secret')
  app.get('/open', { schema: { security: [] } }, async () => 'welcome')
  const statuses = await Promise.all(
    ['/plain', '/declared', '/open'].map(async (url) => (await app.inject(url)).statusCode),
  )
  t.strictSame(statuses, [403, 403, 200])
})

t.test('the guard refuses to start where an operation for one role is not there', async (t) => {
  const app = await startBare()
  t.teardown(() => app.close())
  await t.rejects(async () => app.ready(), { message: /deleteAllTasks/ })
})
