import { copyFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { copyBoards } from '../../src/store/copy.js'
import { openDatabase, openStore } from '../../src/store/open-store.js'
import { DEFAULT_BOARD, type Store } from '../../src/store/store.js'
import { execute } from '../../test/postgres/server.js'
import { type BoardKind, taskAt } from './tasks.js'

const NOW = '2026-03-02T08:30:00Z'
const PAGE_SIZE = 100

export type Databases = ReturnType<typeof createDatabases>

/**
 * Makes the boards that are measured, each once, and hands out copies of them. So every process starts on the same data,
 * whatever those before it have written.
 *
 * @param folder for files
 * @param server the URL of a PostgreSQL server's database, `undefined` where there is none
 */
export function createDatabases(folder: string, server: string | undefined) {
  const made = new Map<string, Promise<string>>()
  let copies = 0
  let copied: { file?: string; database?: string }[] = []

  /** What was made under a name, or makes it. */
  function once(name: string, make: () => Promise<string>): Promise<string> {
    const result = made.get(name) ?? make()
    made.set(name, result)
    return result
  }

  const sqliteOriginal = (kind: BoardKind, size: number) =>
    once(`${kind}_${size}.db`, async () => {
      const file = join(folder, `${kind}_${size}.db`)
      const store = await openStore(`sqlite:${file}`)
      await fill(store, kind, size)
      await store.close()
      return file
    })

  const postgresOriginal = (kind: BoardKind, size: number) =>
    once(`${kind}_${size}`, async () => {
      const name = `original_${kind}_${size}`
      await execute(server as string, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
      const source = await openDatabase(`sqlite:${await sqliteOriginal(kind, size)}`, 'require')
      const target = await openDatabase(urlOf(name), 'make')
      await copyBoards(source, target)
      await Promise.all([source.close(), target.close()])
      // What the server would do by itself a minute later.
      await execute(urlOf(name), 'VACUUM ANALYZE')
      return name
    })

  function urlOf(database: string): string {
    const url = new URL(server as string)
    url.pathname = database
    return url.href
  }

  async function copyOf(original: string): Promise<string> {
    const file = join(folder, `copy-${copies++}-${basename(original)}`)
    await copyFile(original, file)
    copied.push({ file })
    return file
  }

  return {
    hasPostgres: server !== undefined,

    /** The `DATABASE_URL` of a copy for SQLite. */
    async sqlite(kind: BoardKind, size: number): Promise<string> {
      return `sqlite:${await copyOf(await sqliteOriginal(kind, size))}`
    },

    /** The `DATABASE_URL` of a copy on PostgreSQL. */
    async postgres(kind: BoardKind, size: number): Promise<string> {
      const original = await postgresOriginal(kind, size)
      const database = `copy_${copies++}`
      await execute(server as string, `CREATE DATABASE ${database} TEMPLATE ${original}`)
      copied.push({ database })
      return urlOf(database)
    },

    /** A file of the tasks as the service answers them; it must not be written to. */
    json(size: number): Promise<string> {
      return once(`${size}.json`, async () => {
        const store = await openStore(`sqlite:${await sqliteOriginal('board', size)}`)
        const tasks = await readAll(store)
        await store.close()
        const file = join(folder, `${size}.json`)
        await writeFile(file, JSON.stringify(tasks))
        return file
      })
    },

    /** A copy of a file that is made by `make`, which is given its path. */
    async file(name: string, make: (file: string) => Promise<void>): Promise<string> {
      const original = await once(name, async () => {
        const file = join(folder, name)
        await make(file)
        return file
      })
      return copyOf(original)
    },

    /** Deletes all copies; nobody may use them any more. */
    async dropCopies(): Promise<void> {
      for (const { file, database } of copied) {
        if (file !== undefined) {
          for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true })
        }
        if (database !== undefined) await execute(server as string, `DROP DATABASE ${database} WITH (FORCE)`)
      }
      copied = []
    },
  }
}

async function fill(store: Store, kind: BoardKind, size: number): Promise<void> {
  await store.atomically(DEFAULT_BOARD, async (inner) => {
    for (let index = 0; index < size; index++) {
      const { values, comments } = taskAt(index, size, kind)
      const { id } = await inner.createTask(DEFAULT_BOARD, values, NOW)
      for (const text of comments) await inner.createComment(DEFAULT_BOARD, id, text, NOW)
    }
  })
}

async function readAll(store: Store): Promise<object[]> {
  const all: object[] = []
  for (let page = 0; ; page++) {
    const query = { page, size: PAGE_SIZE, sort: 'id', direction: 'asc' } as const
    const { tasks } = await store.listTasks(DEFAULT_BOARD, query)
    if (tasks.length === 0) return all
    all.push(...tasks)
  }
}
