import { DatabaseSync } from '@photostructure/sqlite'
import type { Test } from 'tap'
import { openStorage } from '../../../src/rooms/storage/open-storage.js'
import {
  BOARDS,
  type Item,
  type ItemRow,
  type Key,
  profileKey,
  ROOMS,
  type Storage,
  type StorageEvents,
} from '../../../src/rooms/storage/storage.js'

export const UNAVAILABLE = { statusCode: 503, message: 'The store is not available, try again later' }

/** The events of a storage, in their order. */
export type Observed = StorageEvents & { seen: string[] }

export function observe(): Observed {
  const seen: string[] = []
  return {
    seen,
    onForget: () => seen.push('forget'),
    onLost: ({ message }) => seen.push(`lost: ${message}`),
    onFailure: ({ message }) => seen.push(`failure: ${message}`),
    onMigrated: ({ rooms, boards, items }) => seen.push(`migrated ${rooms} ${boards} ${items}`),
  }
}

/** Opens a storage that the test closes at its end. */
export async function open(t: Test, url: string, events: StorageEvents = observe()): Promise<Storage> {
  const storage = await openStorage(url, events, { patience: 0 })
  t.teardown(() => storage.close())
  return storage
}

/** Runs statements on a database, as another program would. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  if (!url.startsWith('sqlite:')) return (await import('../../postgres/server.js')).execute(url, ...statements)
  const connection = new DatabaseSync(url.slice('sqlite:'.length))
  for (const statement of statements) connection.exec(statement)
  connection.close()
}

/** The profile of a room. */
export function room(id: string, value = '{}'): ItemRow {
  return { ...profileKey(ROOMS, id), value }
}

/** The profile of a board. */
export function board(id: string, value = '{}'): ItemRow {
  return { ...profileKey(BOARDS, id), value }
}

/** Reads the profile of a board, or of a room. */
export async function readProfile(storage: Storage, id: string, scope: typeof BOARDS | typeof ROOMS = BOARDS) {
  return JSON.parse((await storage.readItem(profileKey(scope, id))) ?? 'null')
}

/** Lists the ids of all boards, or rooms. */
export async function listIds(storage: Storage, scope = BOARDS): Promise<string[]> {
  return (await all<Item>(storage.readItems(scope))).map(({ id }) => id)
}

/** An item of the scope `board`. */
export function item(kind: string, id: number | string, value: string | null = '{}', scope = 'board'): ItemRow {
  return { scope, kind, id: typeof id === 'number' ? String(id).padStart(10, '0') : id, value }
}

export function blob(id: string, scope = 'board'): Key {
  return { scope, kind: 'file', id }
}

/** Stores bytes under a key. */
export function putBlob(storage: Storage, key: Key, bytes: Uint8Array = Buffer.from('a')): Promise<void> {
  return storage.write({ blobs: [{ ...key, bytes }] })
}

/** Reads everything that a method returns in slices. */
export async function all<Row>(slices: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const slice of slices) rows.push(...slice)
  return rows
}

/** Reads the items of the scope `board` as `kind id value`, with short ids. */
export async function readTexts(storage: Storage, scope = 'board'): Promise<string[]> {
  const items = await all<Item>(storage.readItems(scope))
  return items.map(({ kind, id, value }) => `${kind} ${id.replace(/^0+(?=\d)/, '')} ${value}`)
}
