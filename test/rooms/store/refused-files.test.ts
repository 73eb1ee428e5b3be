import { readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { StoreUnusable } from '../../../src/rooms/storage/unusable.js'
import { connect, countTasks, createTask, openUnmanaged } from './files.js'

t.test('refuses the database of another application, and does not change it', async (t) => {
  const contents = ['CREATE TABLE note (text TEXT)', 'CREATE TABLE schema_version (version TEXT)']
  for (const [index, content] of contents.entries()) {
    const path = `${t.testdir()}/${index}.db`
    const other = new DatabaseSync(path)
    other.exec(content)
    other.close()
    const before = readFileSync(path)
    await t.rejects(openStore(`sqlite:${path}`), {
      message: /^Cannot use the database .*: It is the database of another application$/,
    })
    t.ok(readFileSync(path).equals(before), content)
  }
})

t.test('refuses an unusable database URL with one line', async (t) => {
  const folder = t.testdir({ 'text.db': 'This is text, not a database. '.repeat(50), folder: {} })
  const cases: Record<string, [url: string, message: RegExp]> = {
    'a file that is not a database': [
      `sqlite:${folder}/text.db`,
      /^Cannot use the database sqlite:.*text\.db: file is not a database$/,
    ],
    'a path under a file': [`sqlite:${folder}/text.db/board.db`, /^Cannot use the database sqlite:.*: .+$/],
    'missing folders under a file': [
      `sqlite:${folder}/text.db/missing/folders/board.db`,
      /^Cannot use the database sqlite:.*: .+$/,
    ],
    'a folder': [`sqlite:${folder}/folder`, /^Cannot use the database sqlite:.*: .*unable to open database file$/],
    'another scheme': [
      'mysql://localhost/board',
      /^Cannot use the database mysql:\/\/localhost\/board: Unsupported database URL$/,
    ],
    'a password': [
      'mysql://ada:en/gi?ne#@x@host/board',
      /^Cannot use the database mysql:\/\/ada:\*\*\*@host\/board: Unsupported database URL$/,
    ],
    'a password without slashes': [
      'mysql:ada:engine@host/board',
      /^Cannot use the database mysql:ada:\*\*\*@host\/board: Unsupported database URL$/,
    ],
    'a password as a parameter': [
      'mysql://host/board?password=engine&a=b&PASSWORD=engine',
      /^Cannot use the database mysql:\/\/host\/board\?password=\*\*\*&a=b&PASSWORD=\*\*\*: Unsupported database URL$/,
    ],
    'no scheme': ['board.db', /^Cannot use the database board\.db: Unsupported database URL$/],
    'an empty string': ['', /^Cannot use the database : Unsupported database URL$/],
  }
  for (const [name, [url, message]] of Object.entries(cases)) {
    const error = await openStore(url).then(
      () => t.fail(`${name} was opened`),
      (reason: Error) => reason,
    )
    t.ok(error instanceof StoreUnusable, name)
    t.match((error as Error).message, message, name)
    t.notMatch((error as Error).message, /\n/, name)
  }
})

t.test('refuses a database of a newer version with one line, and leaves it unchanged', async (t) => {
  const { store, path } = await openUnmanaged(t)
  await createTask(store)
  await store.close()
  const other = connect(t, path)
  other.exec('UPDATE schema_version SET version = 1000')
  const url = `sqlite:${path}`
  await t.rejects(openStore(url), {
    message: new RegExp(
      '^Cannot use the database .*: The database has schema version 1000 ' +
        'of a newer version of the service; this one supports versions up to \\d+$',
    ),
  })
  t.equal(countTasks(other), 1)
  t.match(other.prepare('SELECT version FROM schema_version').all(), [{ version: 1000 }])
})
