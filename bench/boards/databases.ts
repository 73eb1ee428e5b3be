import { copyFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DEFAULT_BOARD } from '../../src/contract/board-id.js'
import { parseJson } from '../../src/contract/json.js'
import { openStore } from '../../src/rooms/open-store.js'
import { copyStorage } from '../../src/rooms/storage/copy.js'
import { openStorage } from '../../src/rooms/storage/open-storage.js'
import type { StorageEvents } from '../../src/rooms/storage/storage.js'
import type { Store } from '../../src/rooms/store.js'
import { execute } from '../../test/postgres/server.js'
import { type BoardKind, taskAt } from './tasks.js'

const NOW = '2026-03-02T08:30:00Z'
const PAGE_SIZE = 100

const fail = (error: Error) => {
  throw error
}
const EVENTS: StorageEvents = { onForget() {}, onMigrated() {}, onLost: fail, onFailure: fail }

export type Databases = ReturnType<typeof createDatabases>

/**
 * Creates each board once and hands out copies, so that every process starts with the same data.
 *
 * @param folder the folder for the files
 * @param server the URL of a database on a PostgreSQL server, `undefined` if there is none
 */
export function createDatabases(folder: string, server: string | undefined) {
  const originals = new Map<string, Promise<string>>()
  let copies = 0
  let copied: { file?: string; database?: string }[] = []

  /** Creates an original on the first call with its name. */
  function once(name: string, create: () => Promise<string>): Promise<string> {
    const original = originals.get(name) ?? create()
    originals.set(name, original)
    return original
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
      const source = await openStorage(`sqlite:${await sqliteOriginal(kind, size)}`, EVENTS)
      const target = await openStorage(urlOf(name), EVENTS)
      await copyStorage(source, target)
      await Promise.all([source.close(), target.close()])
      // The server would do this by itself a minute later.
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

    /** Returns the `DATABASE_URL` of a copy in SQLite. */
    async sqlite(kind: BoardKind, size: number): Promise<string> {
      return `sqlite:${await copyOf(await sqliteOriginal(kind, size))}`
    },

    /** Returns the `DATABASE_URL` of a copy in PostgreSQL. */
    async postgres(kind: BoardKind, size: number): Promise<string> {
      const original = await postgresOriginal(kind, size)
      const database = `copy_${copies++}`
      await execute(server as string, `CREATE DATABASE ${database} TEMPLATE ${original}`)
      copied.push({ database })
      return urlOf(database)
    },

    /** Returns the `DATABASE_URL` of a new file for SQLite. */
    sqliteEmpty(): string {
      const file = join(folder, `empty-${copies++}.db`)
      copied.push({ file })
      return `sqlite:${file}`
    },

    /** Returns the `DATABASE_URL` of a new database in PostgreSQL. */
    async postgresEmpty(): Promise<string> {
      const database = `empty_${copies++}`
      await execute(server as string, `CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0`)
      copied.push({ database })
      return urlOf(database)
    },

    /** Returns a file with the tasks as the service returns them. The file must not be changed. */
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

    /** Returns a copy of a file that `create` writes to the given path. */
    async file(name: string, create: (file: string) => Promise<void>): Promise<string> {
      const original = await once(name, async () => {
        const file = join(folder, name)
        await create(file)
        return file
      })
      return copyOf(original)
    },

    /** Deletes all copies. No process may use them any longer. */
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
  const tasks = Array.from({ length: size }, (_, index) => taskAt(index, size, kind))
  await store.fillEmptyBoard(DEFAULT_BOARD, tasks, NOW)
}

async function readAll(store: Store): Promise<object[]> {
  const all: object[] = []
  for (let page = 0; ; page++) {
    const query = { page, size: PAGE_SIZE, sort: 'id', direction: 'asc' } as const
    const { tasks } = await store.listTasks(DEFAULT_BOARD, query)
    const read = parseJson(tasks)
    if (read.length === 0) return all
    all.push(...read)
  }
}
