import { randomUUID } from 'node:crypto'
import t from 'tap'
import { DEFAULT_BOARD } from '../../src/contract/board-id.js'
import { openStore } from '../../src/rooms/open-store.js'
import { StoreUnusable } from '../../src/rooms/storage/unusable.js'
import { emptyDatabase } from '../kit/database.js'
import { run, startProcess } from '../kit/process.js'
import { createOld } from '../rooms/storage/version-2.js'
import { execute } from './server.js'

t.test('a migration may take longer than the time-out of a statement', async (t) => {
  const name = `slow_${randomUUID().slice(0, 8)}`
  const server = process.env.TEST_SCHEMAS_URL ?? ''
  await execute(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  const url = new URL(server)
  url.pathname = name
  t.teardown(() => execute(server, `DROP DATABASE ${name} WITH (FORCE)`))
  await createOld(url.href)
  await execute(
    url.href,
    'CREATE SEQUENCE statements',
    `CREATE FUNCTION wait() RETURNS event_trigger LANGUAGE plpgsql AS $$
     BEGIN IF nextval('statements') = 1 THEN PERFORM pg_sleep(0.6); END IF; END $$`,
    "CREATE EVENT TRIGGER slow ON ddl_command_start WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION wait()",
  )
  const store = await openStore(`${url.href}?statement_timeout=300`)
  t.teardown(() => store.close())
  t.equal((await store.countTasks(DEFAULT_BOARD)).totalTasks, 0)
})

/** Creates a role that may use the schema of a database, but not create tables. */
async function createRole(url: string): Promise<{ role: string; roleUrl: string; schema: string }> {
  const role = `app_${randomUUID().slice(0, 8)}`
  const schema = new URL(url).searchParams.get('options')?.split('=')[1] ?? ''
  await execute(url, `CREATE ROLE ${role} LOGIN PASSWORD 'not-for-logs'`, `GRANT USAGE ON SCHEMA ${schema} TO ${role}`)
  const roleUrl = new URL(url)
  roleUrl.username = role
  roleUrl.password = 'not-for-logs'
  return { role, roleUrl: roleUrl.href, schema }
}

t.test('process: a role that may not create tables gets a hint, and works after another has migrated', async (t) => {
  const url = await emptyDatabase()
  const { role, roleUrl, schema } = await createRole(url)
  t.teardown(() => execute(url, `DROP OWNED BY ${role}`, `DROP ROLE ${role}`))

  const { code, stdout, stderr } = await run(t, 'start', { env: { DATABASE_URL: roleUrl } })
  t.equal(code, 1)
  t.match(
    stderr,
    /^task-board-service: Cannot use the database postgres:[^\n]*permission denied for schema [^\n]*task-board-service database migrate[^\n]*\n$/,
  )
  t.notMatch(stdout + stderr, 'not-for-logs')

  const migration = await run(t, 'database migrate', { env: { DATABASE_URL: url } })
  t.match(migration, { code: 0, stdout: /^The tables in postgres:.* are up to date\.\n$/, stderr: '' })
  await execute(url, `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`)

  const server = await startProcess(t, { env: { DATABASE_URL: roleUrl } })
  const task = { title: 'By a limited role', status: 'TODO' }
  t.equal((await server.send('POST /api/v1/tasks', { json: task })).status, 201)
})

t.test('names an unreachable server in one line, without the password', async (t) => {
  for (const host of ['127.0.0.1', 'localhost']) {
    const error = await openStore(`postgres://ada:engine-1843@${host}:1/board`).catch((reason) => reason)
    t.ok(error instanceof StoreUnusable, host)
    t.match(error.message, new RegExp(`^Cannot use the database postgres://ada:\\*{3}@${host}:1/board: \\S.+`))
  }
})

t.test('refuses a database whose encoding is not UTF-8', async (t) => {
  const url = new URL(await emptyDatabase())
  const name = `latin_${randomUUID().slice(0, 8)}`
  await execute(url.href, `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
  t.teardown(() => execute(process.env.TEST_SCHEMAS_URL ?? '', `DROP DATABASE ${name}`))
  url.pathname = name
  url.search = ''
  await t.rejects(openStore(url.href), { message: /: Its encoding must be UTF8, but is LATIN1$/ })
})
