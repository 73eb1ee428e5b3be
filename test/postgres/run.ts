/**
 * Runs the tests on PostgreSQL: those in this folder, and those of `TESTS` on PostgreSQL instead of SQLite. The server is the one
 * that `TEST_DATABASE_URL` names, or one that is started for the run. Arguments go to scripts/test.mjs.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { execute, findPostgres, startPostgres } from './server.js'

/**
 * The tests whose outcome depends on the database: those of the storage, of what a process leaves behind, and of boards
 * that are written, read and deleted as a whole. The conformance checks and generated requests cover the operations.
 * Before a release, the tests of boards, classes, defects, faults and editions run on PostgreSQL too.
 */
const TESTS = [
  'postgres',
  ...['classes', 'class-life', 'class-scores'].map((name) => `classroom/training/${name}.test.ts`),
  'properties/properties.test.ts',
  ...['storage/contract', 'storage/migration', 'store-content', 'store-training'].map(
    (name) => `rooms/${name}.test.ts`,
  ),
  ...['commits', 'rooms', 'boards', 'memory'].map((name) => `rooms/${name}.test.ts`),
  'api/editions/shared-database.test.ts',
  'commands/check/conformance.test.ts',
  ...['life', 'creation', 'snapshot', 'snapshot-size', 'sweep'].map((name) => `api/boards/${name}.test.ts`),
  'rooms/durability.test.ts',
  'app/server-stop-load.test.ts',
].map((path) => `test/${path}`)

const COVERAGE = '--coverage-map=test/postgres/coverage-map.mjs'

const args = process.argv.slice(2).map((arg) => (arg === '--coverage' ? COVERAGE : arg))

async function run(server: string): Promise<number> {
  const name = `task_board_test_${randomUUID().replaceAll('-', '')}`
  await execute(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
  const database = new URL(server)
  database.pathname = name
  try {
    const tests = args.every((arg) => arg.startsWith('-')) ? TESTS : []
    const tap = spawn(process.execPath, ['scripts/test.mjs', ...args, ...tests], {
      stdio: 'inherit',
      env: { ...process.env, TEST_SCHEMAS_URL: database.href },
    })
    const exited = once(tap, 'exit')
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tap.kill(signal))
    const [code] = await exited
    return code ?? 1
  } finally {
    await execute(server, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

const { TEST_DATABASE_URL } = process.env
const folder = findPostgres()
if (TEST_DATABASE_URL !== undefined) {
  process.exitCode = await run(TEST_DATABASE_URL)
} else if (folder !== undefined) {
  const server = await startPostgres(folder)
  process.exitCode = await run(server.url).finally(() => server.remove())
} else {
  console.error('There is no PostgreSQL server: install PostgreSQL, or name a server in TEST_DATABASE_URL.')
  process.exitCode = 1
}
