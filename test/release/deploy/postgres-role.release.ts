import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Client } from 'pg'
import t from 'tap'
import { startProcess } from '../../kit/process.js'
import { findClientPrograms, findPostgres, startPostgres } from '../../postgres/server.js'

const SCRIPT = join(import.meta.dirname, '../../../deploy/create-databases.sh')

t.test('the service works with a role that is no superuser, and reaches no other database', async (t) => {
  const folder = findPostgres()
  if (folder === undefined) throw new Error('Install PostgreSQL')
  const { url, remove } = await startPostgres(folder)
  t.teardown(remove)
  const { hostname, port } = new URL(url)
  execFileSync('sh', [SCRIPT], {
    env: {
      PATH: `${process.env.PATH}:${findClientPrograms()}`,
      PGHOST: hostname,
      PGPORT: port,
      POSTGRES_USER: 'postgres',
      DATABASES: 'cell_a cell_b',
      BOARD_PASSWORD: "it's a secret",
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const name of ['cell_a', 'cell_b']) {
    const { send } = await startProcess(t, {
      env: { DATABASE_URL: `postgres://${name}@${hostname}:${port}/${name}`, PGPASSWORD: "it's a secret" },
    })
    t.equal((await send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO' } })).status, 201)
  }
  const client = new Client({ connectionString: `postgres://cell_a@${hostname}:${port}/cell_a` })
  await client.connect()
  t.teardown(() => client.end())
  const { rows } = await client.query('SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = $1', [
    'cell_a',
  ])
  t.strictSame(rows, [{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
  const other = new Client({ connectionString: `postgres://cell_a@${hostname}:${port}/cell_b` })
  await t.rejects(other.connect(), { message: /permission denied for database/ })
})
