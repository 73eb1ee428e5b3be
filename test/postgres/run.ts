/**
 * Runs the tests of PostgreSQL, and once more on PostgreSQL all tests that reach a store through HTTP. The server is the
 * one that `TEST_DATABASE_URL` names, else one that is started for it.
 *
 * `--if-installed` makes it no failure that there is none. What comes after `--` goes to tap: options, and tests that are
 * run instead of all.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { execute, findPostgres, startPostgres } from './server.js'

const TESTS = [
  'test/postgres/*.postgres.ts',
  'test/{auth,boards,chaos,properties,routes}/*.test.ts',
  'test/{aborts,clock-back,durability,errors,headers,hostile-*,large-bodies,replicas,response-cache,server*}.test.ts',
]

const COVERAGE = '--coverage-map=test/postgres/coverage-map.mjs'

const { values, positionals } = parseArgs({
  options: { 'if-installed': { type: 'boolean', default: false } },
  allowPositionals: true,
})

async function run(server: string): Promise<number> {
  const name = `task_board_test_${randomUUID().replaceAll('-', '')}`
  await execute(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
  const database = new URL(server)
  database.pathname = name
  try {
    const isEveryOption = positionals.every((argument) => argument.startsWith('-'))
    const tap = spawn('node_modules/.bin/tap', [COVERAGE, ...positionals, ...(isEveryOption ? TESTS : [])], {
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
  console.log(
    'The tests on PostgreSQL did not run: there is no server. Install one, or name one in TEST_DATABASE_URL.',
  )
  process.exitCode = values['if-installed'] ? 0 : 1
}
