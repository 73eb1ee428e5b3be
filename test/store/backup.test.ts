import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { openDatabase, openStore } from '../../src/store/open-store.js'
import { backUp } from '../../src/store/sqlite/backup.js'
import { run } from '../process.js'
import { expectConsistentBackup } from './backup-under-load.js'

t.test('process: a backup that is taken under load is consistent', async (t) => {
  const folder = t.testdir()
  const [url, backup] = [`sqlite:${folder}/board.db`, `${folder}/backup.db`]
  await expectConsistentBackup(t, url, async () => {
    const options = { env: { DATABASE_URL: url }, args: ['--to', backup] }
    t.match(await run(t, 'src/cli/backup.ts', options), {
      code: 0,
      stdout: `Backed up ${url} to ${backup}.\n`,
      stderr: '',
    })
    t.equal(statSync(backup).mode & 0o777, 0o600, 'it holds the signing key, so it is for its owner alone')
    return `sqlite:${backup}`
  })
})

t.test('process: a backup that cannot be made is refused in one line', async (t) => {
  const folder = t.testdir({ 'there.db': 'something of value' })
  const url = `sqlite:${folder}/board.db`
  await (await openStore(url)).close()
  const postgres = 'postgres://ada:engine-1843@127.0.0.1:1/board'
  const cases: [url: string, args: string[], message: RegExp][] = [
    [url, [], /Usage: npm run backup -- --to <file>/],
    [url, ['--to', `${folder}/there.db`], /The backup cannot be written: EEXIST: file already exists/],
    [url, ['--to', `${folder}/no/backup.db`], /The backup cannot be written: ENOENT: no such file/],
    [`sqlite:${folder}/missing.db`, ['--to', `${folder}/backup.db`], /missing\.db: The file does not exist/],
    [postgres, ['--to', `${folder}/backup.db`], /Back up a PostgreSQL database with pg_dump/],
  ]
  for (const [database, args, message] of cases) {
    const options = { env: { DATABASE_URL: database }, args }
    const { code, stdout, stderr } = await run(t, 'src/cli/backup.ts', options)
    t.match({ code, stdout }, { code: 1, stdout: '' }, args.join(' '))
    t.match(stderr, new RegExp(`^task-board-service: [^\\n]*${message.source}[^\\n]*\\n$`))
    t.notMatch(stderr, 'engine-1843')
  }
  t.equal(readFileSync(`${folder}/there.db`, 'utf8'), 'something of value')
  t.notOk(existsSync(`${folder}/backup.db`))
  t.notOk(existsSync(`${folder}/missing.db`))
})

t.test('nothing is left of a backup that fails', async (t) => {
  const folder = t.testdir()
  const url = `sqlite:${folder}/board.db`
  await (await openStore(url)).close()
  const database = await openDatabase(url, 'require')
  t.teardown(() => database.close())
  // So that it reads the file again, whose pages are damaged now, but for the first.
  await database.all('PRAGMA shrink_memory')
  const bytes = readFileSync(`${folder}/board.db`)
  writeFileSync(`${folder}/board.db`, bytes.fill(0xff, 4096))
  await t.rejects(backUp(database, `${folder}/backup.db`), {
    statusCode: 503,
    cause: { message: /malformed/ },
  })
  t.notOk(existsSync(`${folder}/backup.db`))
})
