import t, { type Test } from 'tap'
import { lastingDatabase } from '../database.js'
import { multipart, type Service, startService } from '../helper.js'
import { inVariant, refresh, startOn, startWithSecret, statusOfMe, TASK_OPERATIONS } from './helper.js'

const AUTHORIZATIONS = ['', 'Bearer garbage', 'Basic dXNlcjp1c2VyMTIz', 'nonsense \t "']

/** What every operation of the table needs to succeed on a board with task 1, comment 1 and attachment 1. */
const SUCCESSES: Record<(typeof TASK_OPERATIONS)[number], { status: number; options?: object }> = {
  'GET /tasks': { status: 200 },
  'POST /tasks': { status: 201, options: { json: { title: 'New', status: 'TODO' } } },
  'GET /tasks/summary': { status: 200 },
  'GET /tasks/1': { status: 200 },
  'PUT /tasks/1': { status: 200, options: { json: { title: 'Changed', status: 'DONE' } } },
  'POST /tasks/1/reorder': { status: 200, options: { json: { targetStatus: 'TODO', targetIndex: 0 } } },
  'POST /tasks/1/comments': { status: 201, options: { json: { text: 'New' } } },
  'PUT /tasks/1/comments/1': { status: 200, options: { json: { text: 'Changed' } } },
  'GET /tasks/1/attachments/1': { status: 200 },
  'POST /tasks/1/attachments': { status: 201, options: multipart([{ fileName: 'b.txt', content: 'b' }]) },
  'DELETE /tasks/1/comments/1': { status: 204 },
  'DELETE /tasks/1/attachments/1': { status: 204 },
  'DELETE /tasks/1': { status: 204 },
  'DELETE /tasks': { status: 204 },
}

/** A board with task 1, comment 1 and attachment 1. */
async function fillBoard({ send, createTask }: Service): Promise<void> {
  await createTask()
  await send('POST /api/v1/tasks/1/comments', { json: { text: 'First' } })
  await send('POST /api/v1/tasks/1/attachments', multipart([{ fileName: 'a.txt', content: 'a' }]))
}

async function assertSuccesses(t: Test, service: Service, variant: string, headers: Record<string, string>) {
  await fillBoard(service)
  for (const [operation, { status, options }] of Object.entries(SUCCESSES)) {
    const own = (options as { headers?: object } | undefined)?.headers
    const answer = await service.send(inVariant(variant, operation), {
      ...options,
      headers: { ...own, ...headers },
    })
    t.equal(answer.status, status, `${operation} ${headers.authorization ?? 'without a header'}`)
  }
}

for (const variant of ['v1', 'buggy']) {
  t.test(`section 5: no operation of ${variant} asks for a token`, async (t) => {
    await assertSuccesses(t, await startService(t), variant, {})
  })

  t.test(`decision 2: every operation of ${variant} ignores any Authorization header`, async (t) => {
    for (const authorization of AUTHORIZATIONS) {
      await assertSuccesses(t, await startService(t), variant, { authorization })
    }
  })

  t.test(`section 4: ${variant} has no auth endpoints`, async (t) => {
    const { send } = await startService(t)
    const json = { username: 'admin', password: 'admin123' }
    t.equal((await send(`POST /api/${variant}/auth/login`, { json })).status, 404)
    t.equal((await send(`POST /api/${variant}/auth/refresh`, { json: { refreshToken: 'x' } })).status, 404)
    t.equal((await send(`POST /api/${variant}/auth/logout`)).status, 404)
    t.equal((await send(`GET /api/${variant}/auth/me`)).status, 404)
  })

  t.test(`decision 2: the document of ${variant} speaks of no authentication`, async (t) => {
    const { send } = await startService(t)
    const { json } = await send(`GET /api/${variant}/openapi.json`)
    t.notOk(json.components.securitySchemes)
    for (const [path, item] of Object.entries<object>(json.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        t.strictSame(operation.security ?? [], [], `${method} ${path}`)
        t.notOk('401' in operation.responses || '403' in operation.responses, `${method} ${path}`)
      }
    }
  })
}

t.test('section 9: the administrator can use every operation of v2', async (t) => {
  const service = await startService(t)
  const { token } = await service.login()
  await assertSuccesses(t, service, 'v2', { authorization: `Bearer ${token}` })
})

t.test('decision 31: documents, pages and health checks are never guarded', async (t) => {
  const { send } = await startService(t)
  const paths = [
    '/api/v2/openapi.json',
    '/api/v2/openapi.yaml',
    '/openapi.json',
    '/openapi.yaml',
    '/health',
    '/livez',
    '/readyz',
    '/version',
    '/docs',
  ]
  for (const path of paths) {
    t.equal((await send(`GET ${path}`)).status, 200, path)
    t.equal((await send(`GET ${path}`, { token: 'garbage' })).status, 200, `${path} with a wrong token`)
  }
})

t.test('decision 31: preflights are never guarded', async (t) => {
  const { send } = await startService(t)
  const paths = [
    ...new Set(TASK_OPERATIONS.map((operation) => operation.replace(/^\w+ /, ''))),
    '/auth/login',
    '/auth/refresh',
    '/auth/logout',
    '/auth/me',
  ]
  const headers = {
    origin: 'http://localhost:5173',
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'authorization,content-type',
  }
  for (const path of paths) {
    const answer = await send(`OPTIONS /api/v2${path}`, { headers })
    t.equal(answer.status, 204, path)
    t.equal(answer.headers['access-control-allow-origin'], '*', path)
    t.match(answer.headers['access-control-allow-headers'], /authorization/i, path)
  }
})

t.test('decision 31: a page of another origin can read a 403', async (t) => {
  const { send } = await startService(t)
  const answer = await send('GET /api/v2/tasks', { headers: { origin: 'http://localhost:5173' } })
  t.equal(answer.status, 403)
  t.equal(answer.headers['access-control-allow-origin'], '*')
})

t.test('decision 30: a restart honours the tokens that were given out', async (t) => {
  const database = await lastingDatabase(t)
  const before = await startOn(t, database)
  const [going, ended] = [await before.login(), await before.login()]
  await before.send('POST /api/v2/auth/logout', { token: ended.token })
  await before.app.close()
  const after = await startOn(t, database)
  t.equal(await statusOfMe(after, going.token), 200)
  t.equal((await refresh(after, going.refreshToken)).status, 200)
  t.equal(await statusOfMe(after, ended.token), 403, 'logged out before the restart')
  t.equal((await refresh(after, ended.refreshToken)).status, 403)
})

t.test('decision 30: a second replica honours the tokens of the first, and its logouts', async (t) => {
  const database = await lastingDatabase(t)
  const [one, two] = [await startOn(t, database), await startOn(t, database)]
  const fromOne = await one.login()
  const fromTwo = await two.login('user', 'user123')
  t.equal(await statusOfMe(two, fromOne.token), 200)
  t.equal(await statusOfMe(one, fromTwo.token), 200)
  const refreshed = await refresh(two, fromOne.refreshToken)
  t.equal(refreshed.status, 200)
  t.equal(await statusOfMe(one, refreshed.json.token), 200)
  await two.send('POST /api/v2/auth/logout', { token: fromOne.token })
  t.equal(await statusOfMe(one, fromOne.token), 403)
  t.equal(await statusOfMe(one, refreshed.json.token), 403)
  t.equal(await statusOfMe(one, fromTwo.token), 200)
})

t.test('decision 31: two deployments do not accept the tokens of one another', async (t) => {
  const [one, two] = [await startService(t), await startService(t)]
  const { token, refreshToken } = await one.login()
  t.equal(await statusOfMe(two, token), 403)
  t.equal((await refresh(two, refreshToken)).status, 403)
  t.equal(await statusOfMe(one, token), 200)
})

t.test('decision 33: two stores with the same key do not accept the sessions of one another', async (t) => {
  const [one, two] = [await startWithSecret(t), await startWithSecret(t)]
  const { token, refreshToken } = await one.login()
  t.equal(await statusOfMe(two, token), 403)
  t.equal((await refresh(two, refreshToken)).status, 403)
  t.equal(await statusOfMe(one, token), 200)
})

t.test('decision 30: a configured key replaces the stored one, and the other way round', async (t) => {
  const database = await lastingDatabase(t)
  const stored = await startOn(t, database)
  const configured = await startOn(t, database, { jwtSecret: 'another key, which has 32 bytes or more' })
  const [fromStored, fromConfigured] = [await stored.login(), await configured.login()]
  t.equal(await statusOfMe(configured, fromStored.token), 403)
  t.equal(await statusOfMe(stored, fromConfigured.token), 403)
  t.equal(await statusOfMe(stored, fromStored.token), 200)
  t.equal(await statusOfMe(configured, fromConfigured.token), 200)
})

t.test('decision 29: after a restart with other accounts the old ones are gone', async (t) => {
  const database = await lastingDatabase(t)
  const before = await startOn(t, database)
  const [gone, demoted] = [await before.login('user', 'user123'), await before.login()]
  await before.app.close()
  const accounts = [{ username: 'admin', password: 'new', role: 'USER' as const }]
  const after = await startOn(t, database, { accounts })
  t.equal(await statusOfMe(after, gone.token), 403, 'the account is gone')
  t.equal((await refresh(after, gone.refreshToken)).status, 403, 'its refresh token too')
  t.equal(await statusOfMe(after, demoted.token), 403, 'the token claims a role that was taken away')
  t.equal((await after.send('DELETE /api/v2/tasks', { token: demoted.token })).status, 403)
})
