import t from 'tap'
import { openDatabase, openStore } from '../../src/store/open-store.js'
import { openSqliteDatabase } from '../../src/store/sqlite/database.js'
import { DEFAULT_BOARD } from '../../src/store/store.js'
import { runHere } from '../cli/run-here.js'
import { upgradeOldDatabase } from './old-board.js'

t.test('migrate creates the tables, and keeps them the next time', async (t) => {
  const url = `sqlite:${t.testdir()}/board.db`
  for (const turn of ['first', 'second']) {
    t.strictSame(
      await runHere(t, 'database migrate', { env: { DATABASE_URL: url } }),
      { code: 0, signal: null, stdout: `The tables in ${url} are up to date.\n`, stderr: '' },
      turn,
    )
  }
  const store = await openStore(url)
  t.teardown(() => store.close())
  t.match(await store.countTasks(DEFAULT_BOARD), { totalTasks: 0 })
})

t.test('explains how to upgrade a database with an older schema', async (t) => {
  const url = `sqlite:${t.testdir()}/old.db`
  await (await openStore(url)).close()
  const old = await openDatabase(url, 'require')
  await old.transaction((tx) => tx.all('UPDATE schema_version SET version = 1'))
  await old.close()
  await t.rejects(openDatabase(url, 'require'), {
    message: /has schema version 1; 'task-board-service database migrate' upgrades it to version \d+$/,
  })
})

t.test('an upgrade of SQLite replaces stored positions, and keeps the order of every column', async (t) => {
  const database = openSqliteDatabase(':memory:')
  t.teardown(() => database.close())
  await upgradeOldDatabase(t, database)
})
