import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { backUpSqlite } from '../../../src/rooms/storage/sqlite/read-only.js'
import { longTest } from '../../kit/long-test.js'
import { BUILT_COMMANDS, run } from '../../kit/process.js'
import { runHere } from '../../kit/run-here.js'
import { expectConsistentBackup } from './backup-under-load.js'
import { at, BOARD, file, MEBIBYTE, values } from './contract/shared.js'

const COMMAND = 'database backup'

/** Creates the empty database `board.db` in a folder. */
async function createEmpty(folder: string): Promise<string> {
  const url = `sqlite:${folder}/board.db`
  await (await openStore(url)).close()
  return url
}

t.test('a backup under load is consistent', async (t) => {
  const folder = t.testdir()
  const [url, backup] = [`sqlite:${folder}/board.db`, `${folder}/backup.db`]
  await expectConsistentBackup(t, url, async () => {
    const options = { env: { DATABASE_URL: url }, args: ['--to', backup] }
    t.match(await run(t, COMMAND, options), {
      code: 0,
      stdout: `Backed up ${url} to ${backup}.\n`,
      stderr: '',
    })
    t.equal(statSync(backup).mode & 0o777, 0o600, 'only its owner may read the signing key')
    return `sqlite:${backup}`
  })
})

t.test('the command refuses missing flags and PostgreSQL in one line', async (t) => {
  const folder = t.testdir()
  const url = `sqlite:${folder}/board.db`
  const postgres = 'postgres://ada:engine-1843@127.0.0.1:1/board'
  const cases: [url: string, args: string[], message: RegExp, code: number][] = [
    [url, [], /required option '--to <file>' not specified/, 2],
    [postgres, ['--to', `${folder}/backup.db`], /Back up a PostgreSQL database with pg_dump/, 1],
  ]
  for (const [database, args, message, expected] of cases) {
    const { code, stdout, stderr } = await runHere(t, COMMAND, { env: { DATABASE_URL: database }, args })
    t.match({ code, stdout }, { code: expected, stdout: '' }, args.join(' '))
    t.match(stderr, new RegExp(`^task-board-service: [^\\n]*${message.source}[^\\n]*\\n$`))
    t.notMatch(stderr, 'engine-1843')
  }
  t.notOk(existsSync(`${folder}/backup.db`))
})

t.test('a backup does not overwrite a file, and needs an existing folder', async (t) => {
  const folder = t.testdir({ 'existing.db': 'something of value' })
  const url = await createEmpty(folder)
  for (const [file, message] of [
    ['existing.db', /^The backup cannot be written: .*existing.db exists already$/],
    ['missing/backup.db', /^The backup cannot be written: ENOENT: no such file/],
  ] as const) {
    await t.rejects(backUpSqlite(url, `${folder}/${file}`), { message }, file)
  }
  t.equal(readFileSync(`${folder}/existing.db`, 'utf8'), 'something of value')
})

t.test('a failed backup leaves no file', async (t) => {
  const folder = t.testdir()
  const url = await createEmpty(folder)
  const bytes = readFileSync(`${folder}/board.db`)
  writeFileSync(`${folder}/board.db`, bytes.fill(0xff, 4096))
  await t.rejects(backUpSqlite(url, `${folder}/backup.db`), {
    message: /^Cannot use the database \S+board\.db: database is damaged: /,
  })
  const copies = readdirSync(folder).filter((name) => name.startsWith('backup'))
  t.strictSame(copies, [])
})

longTest('process: a backup that was killed is not mistaken for a complete one, and can be repeated', async (t) => {
  const folder = t.testdir()
  const url = `sqlite:${folder}/board.db`
  const store = await openStore(url)
  for (let count = 0; count < 60; count++) {
    const { id } = await store.createTask(BOARD, values(), at(0))
    await store.addAttachments(BOARD, id, [file('large', Buffer.alloc(MEBIBYTE))], at(0))
  }
  await store.close()
  const backup = `${folder}/backup.db`
  const child = spawn(
    'env',
    ['NODE_OPTIONS=', process.execPath, BUILT_COMMANDS, ...COMMAND.split(' '), '--to', backup],
    {
      cwd: join(import.meta.dirname, '../../..'),
      env: { PATH: process.env.PATH, DATABASE_URL: url },
      stdio: 'ignore',
    },
  )
  const exit = once(child, 'exit')
  while (!existsSync(`${backup}.partial`)) await setImmediate()
  child.kill('SIGKILL')
  t.strictSame(await exit, [null, 'SIGKILL'])
  t.notOk(existsSync(backup))
  t.ok(existsSync(`${backup}.partial`))
  t.match(await runHere(t, COMMAND, { env: { DATABASE_URL: url }, args: ['--to', backup] }), { code: 0, stderr: '' })
  const copies = readdirSync(folder).filter((name) => name.startsWith('backup'))
  t.strictSame(copies, ['backup.db'])
})
