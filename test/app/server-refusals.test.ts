import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { DatabaseSync } from '@photostructure/sqlite'
import t, { type Test } from 'tap'
import { DEFAULT_BOARD } from '../../src/contract/board-id.js'
import { openStore } from '../../src/rooms/open-store.js'
import { listen } from '../kit/listen.js'
import { type Exit, type ProcessOptions, run } from '../kit/process.js'
import { runHere } from '../kit/run-here.js'
import { at, values } from '../rooms/store/contract/shared.js'

/** Runs the service in a process, and expects it to exit with one line on stderr. Returns the line. */
async function assertExits(t: Test, options: ProcessOptions): Promise<string> {
  return assertFails(t, await run(t, 'start', options))
}

/** Runs a command that fails before it listens, and expects one line on stderr. Returns the line. */
async function assertRefuses(t: Test, options: ProcessOptions, command = 'start'): Promise<string> {
  return assertFails(t, await runHere(t, command, options))
}

function assertFails(t: Test, { code, stderr }: Exit): string {
  t.equal(code, 1)
  t.match(stderr, /^task-board-service: [^\r\n]+\n$/, 'one line on stderr')
  t.notMatch(stderr, /node_modules|\.[jt]s:\d|Error:/, 'no stack')
  return stderr
}

t.test('process: refuses to start on a port that is in use, and names the setting', async (t) => {
  const { port } = await listen(t, createServer())
  for (const [name, value, setting] of [
    ['PORT', `${port}`, 'PORT or --port'],
    ['EARLIER_PORT', `${port}`, 'EARLIER_PORT or --earlier-port'],
    ['BOARD_PORT', `${'a'.repeat(26)}=${port}`, 'BOARD_PORT or --board-port'],
  ] as const) {
    const line = await assertExits(t, { isCovered: true, env: { [name]: value } })
    t.equal(line, `task-board-service: Port ${port} on 127.0.0.1 is in use; choose another with ${setting}\n`)
  }
})

t.test('process: refuses to start on an address of another machine', async (t) => {
  const line = await assertExits(t, { isCovered: true, env: { HOST: '192.0.2.1' } })
  t.match(line, /^task-board-service: Cannot listen on 192\.0\.2\.1:0: /)
})

t.test('refuses to offer the earlier edition twice', async (t) => {
  const line = await assertRefuses(t, { env: { EDITION: 'earlier', EARLIER_PORT: '3001' } })
  t.match(line, /^task-board-service: EARLIER_PORT needs EDITION=current: /)
})

t.test('refuses to start with a damaged database, and does not change it', async (t) => {
  const folder = t.testdir()
  const path = `${folder}/board.db`
  const store = await openStore(`sqlite:${path}`)
  for (let count = 0; count < 300; count++) {
    await store.createTask(DEFAULT_BOARD, values({ title: 'x'.repeat(100) }), at(0))
  }
  await store.close()
  const intact = readFileSync(path)
  const middle = Math.floor(intact.length / 2)
  const damaged = {
    overwritten: Buffer.concat([intact.subarray(0, middle), Buffer.alloc(8192, 0xaa), intact.subarray(middle + 8192)]),
    truncated: intact.subarray(0, middle),
  }
  for (const [name, bytes] of Object.entries(damaged)) {
    const file = `${folder}/${name}.db`
    writeFileSync(file, bytes)
    const line = await assertRefuses(t, { env: { DATABASE_URL: `sqlite:${file}` } })
    t.match(line, new RegExp(`Cannot use the database sqlite:.*${name}\\.db: .*(damaged|malformed)`), name)
    t.ok(readFileSync(file).equals(bytes), 'the file is unchanged')
  }
})

t.test('process: refuses to start if the database has no room for the demonstration board', async (t) => {
  const file = `${t.testdir()}/board.db`
  await (await openStore(`sqlite:${file}`)).close()
  const other = new DatabaseSync(file)
  other.exec("CREATE TRIGGER full BEFORE INSERT ON item BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
  other.close()
  const line = await assertExits(t, { isCovered: true, env: { DATABASE_URL: `sqlite:${file}`, DEMO_DATA: 'true' } })
  t.match(line, /: Cannot use the database sqlite:.*: database or disk is full\n$/)
})

t.test('reset-faults refuses an invalid setting', async (t) => {
  const line = await assertRefuses(t, { env: { DATABASE_URL: 'board.db' } }, 'database reset-faults')
  t.match(line, 'DATABASE_URL')
})
