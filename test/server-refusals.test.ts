import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { DatabaseSync } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import { helpText } from '../src/settings.js'
import { openStore } from '../src/store/open-store.js'
import { DEFAULT_BOARD } from '../src/store/store.js'
import { NAME, VERSION } from '../src/version.js'
import { type ProcessOptions, run } from './process.js'
import { at, values } from './store/contract/shared.js'

/** Runs the service, which is to give up with one line; returns the line. */
async function assertGivesUp(t: Test, options: ProcessOptions, script = 'src/server.ts'): Promise<string> {
  const { code, stderr } = await run(t, script, options)
  t.equal(code, 1)
  t.match(stderr, /^task-board-service: [^\r\n]+\n$/, 'one line on stderr')
  t.notMatch(stderr, /node_modules|\.[jt]s:\d|Error:/, 'no stack')
  return stderr
}

t.test('process: a port in use ends the start with one line', async (t) => {
  const other = createServer()
  t.teardown(() => other.close())
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port))
  })
  t.equal(
    await assertGivesUp(t, { env: { PORT: String(port) } }),
    `task-board-service: Port ${port} on 127.0.0.1 is in use; choose another with PORT or --port\n`,
  )
})

t.test('process: an address of another machine ends the start with one line', async (t) => {
  const line = await assertGivesUp(t, { env: { HOST: '192.0.2.1' } })
  t.match(line, /^task-board-service: Cannot listen on 192\.0\.2\.1:0: /)
})

t.test('process: a database that cannot be used ends the start with one line', async (t) => {
  const directory = t.testdir({
    folder: {},
    file: 'a file',
    'text.db': 'This is a text and no database. '.repeat(100),
  })
  const cases = {
    'a folder': `${directory}/folder`,
    'a path below a file': `${directory}/file/board.db`,
    'a file that is no database': `${directory}/text.db`,
    'a place that cannot be written': '/proc/board.db',
  }
  for (const [name, path] of Object.entries(cases)) {
    const line = await assertGivesUp(t, { env: { DATABASE_URL: `sqlite:${path}` } })
    t.match(line, `task-board-service: Cannot use the database sqlite:${path}: `, name)
  }
})

t.test('process: a damaged database ends the start with one line, untouched', async (t) => {
  const folder = t.testdir()
  const path = `${folder}/board.db`
  const store = await openStore(`sqlite:${path}`)
  for (let count = 0; count < 300; count++) {
    await store.createTask(DEFAULT_BOARD, values({ title: 'x'.repeat(100) }), at(0))
  }
  await store.close()
  const whole = readFileSync(path)
  const middle = Math.floor(whole.length / 2)
  const damaged = {
    overwritten: Buffer.concat([
      whole.subarray(0, middle),
      Buffer.alloc(8192, 0xaa),
      whole.subarray(middle + 8192),
    ]),
    truncated: whole.subarray(0, middle),
  }
  for (const [name, bytes] of Object.entries(damaged)) {
    const file = `${folder}/${name}.db`
    writeFileSync(file, bytes)
    const line = await assertGivesUp(t, { env: { DATABASE_URL: `sqlite:${file}` } })
    t.match(line, new RegExp(`Cannot use the database sqlite:.*${name}\\.db: .*(damaged|malformed)`), name)
    t.ok(readFileSync(file).equals(bytes), 'what may be saved from it is left as it was')
  }
})

t.test(
  'process: a database that is full when the board is filled ends the start with one line',
  async (t) => {
    const file = `${t.testdir()}/board.db`
    await (await openStore(`sqlite:${file}`)).close()
    const other = new DatabaseSync(file)
    other.exec(
      "CREATE TRIGGER full BEFORE INSERT ON task BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END",
    )
    other.close()
    const line = await assertGivesUp(t, { env: { DATABASE_URL: `sqlite:${file}`, DEMO_DATA: 'true' } })
    t.match(line, /: Cannot use the database sqlite:.*: database or disk is full\n$/)
  },
)

t.test('process: a database of a newer version ends the start with one line, untouched', async (t) => {
  const file = `${t.testdir()}/board.db`
  await (await openStore(`sqlite:${file}`)).close()
  const before = new DatabaseSync(file)
  before.exec('UPDATE schema_version SET version = 999')
  before.close()
  const line = await assertGivesUp(t, { env: { DATABASE_URL: `sqlite:${file}` } })
  t.match(line, /schema version 999 of a newer version of the service/)
  const after = new DatabaseSync(file)
  t.teardown(() => after.close())
  t.match(after.prepare('SELECT version FROM schema_version').all(), [{ version: 999 }])
})

t.test('process: a wrong value ends the start with one line that names it', async (t) => {
  const directory = t.testdir({ accounts: '[{"username":"ada","password":"engine-1843","role":"ROOT"}]' })
  const cases: [name: string, options: ProcessOptions][] = [
    ['PORT', { env: { PORT: 'http' } }],
    ['PORT', { args: ['--port=65536'] }],
    ['FAULT_RATES', { env: { FAULT_RATES: 'server-error=2' } }],
    ['JWT_SECRET', { env: { JWT_SECRET: 'engine-1843' } }],
    ['ACCOUNTS', { env: { ACCOUNTS_FILE: `${directory}/accounts` } }],
    ['--jwt-secret', { args: ['--jwt-secret=engine-1843'] }],
    ['--port', { args: ['--port', '-1'] }],
  ]
  for (const [name, options] of cases) {
    const line = await assertGivesUp(t, options)
    t.ok(line.includes(name), line)
    t.notMatch(line, 'engine-1843')
  }
})

t.test('process: a cache that the heap has no room for is refused in one line', async (t) => {
  const env = { CACHE_SIZE: '512', NODE_OPTIONS: '--max-old-space-size=800' }
  t.match(await assertGivesUp(t, { env }), /: CACHE_SIZE must be at most 4\d\d, half of the heap in MiB; /)
})

t.test('process: resetting the faults refuses a wrong value in one line too', async (t) => {
  const line = await assertGivesUp(t, { env: { DATABASE_URL: 'board.db' } }, 'src/cli/reset-faults.ts')
  t.match(line, 'DATABASE_URL')
})

for (const [flags, text] of [
  [['--help', '-h'], helpText(NAME)],
  [['--version', '-v'], VERSION],
] as const) {
  t.test(`process: ${flags[0]} prints and ends, whatever the configuration is`, async (t) => {
    for (const flag of flags) {
      const exit = await run(t, 'src/server.ts', { args: [flag], env: { PORT: 'wrong' } })
      t.strictSame(exit, { code: 0, signal: null, stdout: `${text}\n`, stderr: '' })
    }
  })
}
