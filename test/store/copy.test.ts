import { existsSync } from 'node:fs'
import t from 'tap'
import { StoreUnavailable } from '../../src/contract/errors.js'
import { copyBoards } from '../../src/store/copy.js'
import type { Database } from '../../src/store/database.js'
import { fillDatabase, openDatabase, openStore } from '../../src/store/open-store.js'
import { TABLES } from '../../src/store/tables.js'
import { runHere } from '../cli/run-here.js'
import { at, BOARD, values } from './contract/shared.js'
import { expectBoard, fillBoard } from './moved-board.js'

const COMMAND = 'database copy'
const USED = 'The target database is not empty: copy into a new one'

t.test('a copied database has the same board and continues from there', async (t) => {
  const folder = t.testdir()
  const [from, to] = [`sqlite:${folder}/from.db`, `sqlite:${folder}/to.db`]
  const board = await fillBoard(t, from)
  const copied = await runHere(t, COMMAND, { args: ['--from', from, '--to', to] })
  t.match(copied, { code: 0, stderr: '' })
  t.equal(
    copied.stdout,
    `Copied ${from} to ${to}: class 0, board 1, run 6, task 450, comment 9, attachment 9, session 1, refresh_token 2, journal 3, exchange 0, response 3, claim 1, fault_count 1, solved_challenge 1, defect_effect 0.\n`,
  )
  await expectBoard(t, to, board)
})

t.test('the command refuses missing flags and unusable databases in one line', async (t) => {
  const cases: [args: string[], message: RegExp, code: number][] = [
    [['--from', 'sqlite:board.db'], /required option '--to <url>' not specified/, 2],
    [['--from', 'sqlite:board.db', '--to', 'sqlite:memory'], /--to must be sqlite::memory: for a database/, 1],
    [['--from', 'sqlite://board.db', '--to', 'sqlite:x'], /--from must not have/, 1],
    [['--from', 'mysql://ada:engine@host/board', '--to', 'x'], /mysql:\/\/ada:\*\*\*@host\/board/, 1],
  ]
  for (const [args, message, expected] of cases) {
    const { code, stdout, stderr } = await runHere(t, COMMAND, { args })
    t.match({ code, stdout }, { code: expected, stdout: '' }, args.join(' '))
    t.match(stderr, new RegExp(`^task-board-service: [^\\n]*${message.source}[^\\n]*\\n$`))
  }
})

t.test('refuses a source without a file, without SQLite and without current tables', async (t) => {
  const folder = t.testdir({ 'text.db': 'This is text, not a database. '.repeat(50) })
  await (await openStore(`sqlite:${folder}/old.db`)).close()
  const old = await openDatabase(`sqlite:${folder}/old.db`, 'require')
  await execute(old, 'UPDATE schema_version SET version = 0')
  await old.close()
  for (const [file, message] of [
    ['missing.db', /missing\.db: The file does not exist$/],
    ['text.db', /text\.db: file is not a database$/],
    ['old.db', /old\.db: It has no tables of this service/],
  ] as const) {
    await t.rejects(openDatabase(`sqlite:${folder}/${file}`, 'require'), { message }, file)
  }
})

/** Opens two databases, the first with a second board. */
async function openTwo(): Promise<[source: Database, target: Database]> {
  const [source, target] = [
    await openDatabase('sqlite::memory:', 'create'),
    await openDatabase('sqlite::memory:', 'create'),
  ]
  t.teardown(() => Promise.all([source.close(), target.close()]))
  await execute(source, "INSERT INTO board (id) VALUES ('another')")
  return [source, target]
}

function execute(database: Database, sql: string) {
  return database.transaction((tx) => tx.all(sql))
}

async function readTables(database: Database): Promise<unknown[]> {
  return Promise.all(TABLES.map(({ name }) => database.all(`SELECT * FROM ${name} ORDER BY 1, 2`)))
}

t.test('a database that cannot be filled is named, and removed only if it is new', async (t) => {
  const folder = t.testdir()
  await (await openDatabase(`sqlite:${folder}/old.db`, 'create')).close()
  const fail = async () => {
    throw new StoreUnavailable({ cause: new Error('database or disk is full') })
  }
  for (const [name, remains] of [
    ['new', false],
    ['old', true],
  ] as const) {
    const url = `sqlite:${folder}/${name}.db`
    await t.rejects(fillDatabase(url, fail), { message: `Cannot use the database ${url}: database or disk is full` })
    t.equal(existsSync(`${folder}/${name}.db`), remains)
  }
})

t.test('refuses a target that has been used, and leaves it unchanged', async (t) => {
  const changes = {
    'another board': "INSERT INTO board (id) VALUES ('mine')",
    'a session': `INSERT INTO session (board_id, id, username, expires_at) VALUES ('default', 's', 'ada', '${at(9)}')`,
    'a deleted task': "UPDATE board SET last_task_id = 1 WHERE id = 'default'",
  }
  for (const [name, sql] of Object.entries(changes)) {
    const [source, target] = await openTwo()
    await execute(target, sql)
    const before = await readTables(target)
    await t.rejects(copyBoards(source, target), { message: USED }, name)
    t.strictSame(await readTables(target), before, name)
  }
})

t.test('accepts a target that was opened but not used', async (t) => {
  const [source, target] = await openTwo()
  await execute(target, "UPDATE board SET signing_key = 'other', fault_seed = 3, revision = 2")
  await copyBoards(source, target)
  t.strictSame(await readTables(target), await readTables(source))
})

t.test('copies the state of one moment if the source changes during the copy', async (t) => {
  const from = `sqlite:${t.testdir()}/from.db`
  const store = await openStore(from)
  t.teardown(() => store.close())
  await store.createTask(BOARD, values(), at(0))
  const changes: Record<string, () => Promise<unknown>> = {
    'a task': () => store.createTask(BOARD, values(), at(1)),
    'a login': () => store.createSession(BOARD, { id: 's', username: 'ada' }, { hash: 'h', expiresAt: at(99) }, at(1)),
    'a deleted task': () => store.deleteTask(BOARD, 1),
  }
  for (const [name, change] of Object.entries(changes)) {
    const source = await openDatabase(from, 'require')
    const [, target] = await openTwo()
    const before = await readTables(source)
    const changing: Pick<Database, 'readTransaction'> = {
      readTransaction: (work) =>
        source.readTransaction(({ all }) =>
          work({
            async all(sql, params) {
              if (sql.includes('FROM run')) await change()
              return all(sql, params)
            },
          }),
        ),
    }
    await copyBoards(changing, target)
    t.strictSame(await readTables(target), before, name)
    t.strictNotSame(await readTables(source), before, name)
    await source.close()
  }
})

t.test('the list of tables has every table, after the tables that it references', async (t) => {
  const [source] = await openTwo()
  const found = await source.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
  const names = found.map(({ name }) => name).filter((name) => !['schema_version', 'owner'].includes(name))
  t.strictSame(TABLES.map(({ name }) => name).sort(), names.sort())
  for (const [index, { name, key }] of TABLES.entries()) {
    const columns = await source.all<{ name: string; pk: number }>(`PRAGMA table_info(${name})`)
    const inKey = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    t.strictSame(
      key,
      inKey.map((column) => column.name),
      name,
    )
    const references = await source.all<{ table: string }>(`PRAGMA foreign_key_list(${name})`)
    const earlier = TABLES.slice(0, index).map((table) => table.name)
    t.strictSame(
      references.filter(({ table }) => !earlier.includes(table)),
      [],
      name,
    )
  }
})
