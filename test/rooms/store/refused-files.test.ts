import { readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { StoreUnusable } from '../../../src/rooms/storage/unusable.js'

t.test('refuses the database of another application, and does not change it', async (t) => {
  const contents = ['CREATE TABLE note (text)', 'CREATE TABLE schema_version (version); CREATE TABLE item (name)']
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
    'a folder that is not writable': [
      'sqlite:/proc/board.db',
      /^Cannot use the database sqlite:\/proc\/board\.db: .+$/,
    ],
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
