/** The rows of boards and classes in a database; the only folder with SQL. @module */

import { OutcomeUnknown, StoreUnavailable } from '../../contract/errors.js'

/** The key of an item or a blob. Ids are in order as texts, so numbers have leading zeros. */
export interface Key {
  /** The id of a board, `scopeOfRoom`, or one of the scopes of the service. */
  scope: string
  kind: string
  id: string
}

/** What the database stores of one thing, as JSON. */
export interface Item {
  kind: string
  id: string
  value: string
}

/** An item to put, or to delete if its value is `null`. The blob with the same key is deleted with it. */
export interface ItemRow extends Key {
  value: string | null
}

/** Bytes to put. The item with the same key keeps them. */
export interface BlobRow extends Key {
  bytes: Uint8Array
}

/** Rows of both tables. Each key is there once in each, and no blob has the key of an item to delete. */
export interface Rows {
  items: readonly ItemRow[]
  blobs: readonly BlobRow[]
}

/** What one commit changes. */
export interface Changes extends Partial<Rows> {
  /** What is replaced first. */
  cleared?: readonly Cleared[]
}

/** Kinds of a scope whose items are all deleted, with the blobs that have the same keys. */
export interface Cleared {
  scope: string
  kinds: readonly string[]
  /** The items that are put then, in parts of about 1 MiB. */
  parts: readonly (readonly ItemRow[])[]
}

/** The scopes of the profiles of all rooms, which are classes or boards without a class, and of all boards. */
export const ROOMS = 'service/rooms'
export const BOARDS = 'service/boards'

/** The scope of the scopes of deleted rooms and boards. The sweep deletes their items and blobs. */
export const DELETED = 'service/deleted'

/** Returns the scope of a room. A board without a class has the same id as its room, and that is its scope. */
export function scopeOfRoom(id: string): string {
  return `room/${id}`
}

export type ProfileScope = typeof ROOMS | typeof BOARDS

/** Returns the key of the profile of a room or a board. */
export function profileKey(scope: ProfileScope, id: string): Key {
  return { scope, kind: 'profile', id }
}

/** Returns the key of what marks the scope of a room or a board as deleted. */
export function deletedKey(profile: Pick<Key, 'scope' | 'id'>): Key {
  return { scope: DELETED, kind: 'scope', id: profile.scope === ROOMS ? scopeOfRoom(profile.id) : profile.id }
}

/** How much was migrated. */
export type Migrated = Record<'rooms' | 'boards' | 'items', number>

/** What a storage tells the service. */
export interface StorageEvents {
  /** What was read from the database may have changed: everything in memory must be dropped now, in this call. */
  onForget(): void
  /** The process can no longer serve the database, and must end. The storage refuses all calls from then on. */
  onLost(error: Error): void
  /** The operator should know of this failure. */
  onFailure(error: Error): void
  /** The tables of an earlier version were migrated. Logs of requests and recorded exchanges stay behind. */
  onMigrated(migrated: Migrated): void
}

/**
 * What reads a storage. Slices of rows are limited by bytes. Between two slices, other work runs. All methods reject with
 * `StoreUnavailable` while the database fails.
 */
export interface Reads {
  /** Returns the JSON of an item. */
  readItem(key: Key): Promise<string | undefined>
  /** Returns the items of a scope in the order of their kinds and ids. It begins to read at once. */
  readItems(scope: string): AsyncIterable<Item[]>
  readBlob(key: Key): Promise<Uint8Array | undefined>
  /** Returns the keys of the blobs of a scope. */
  listBlobs(scope: string): AsyncIterable<Key[]>
}

/** The durable record of rooms and boards: items of JSON, and bytes. It does not interpret them. */
export interface Storage extends Reads {
  /**
   * Writes rows in one transaction, after all that was written before. The caller has checked them: see `checkText`.
   *
   * @throws OutcomeUnknown if nobody knows whether they are stored (the connection was lost, the database did not respond
   *   in time, or the disk failed), or another error if nothing is stored
   */
  write(changes: Changes): Promise<void>
  /**
   * Deletes deleted rooms and boards with their content, a few rows at a time, so that other commits run in between.
   *
   * @param isStart whether nothing is written yet. Then blobs without items are deleted, too, which a process that was killed
   *   has left
   */
  sweep(isStart: boolean): Promise<void>
  /**
   * Returns `undefined` if this process certainly serves the database. Otherwise resolves when that is certain again.
   *
   * Rejects with StoreUnavailable if this process does not serve the database.
   */
  confirm(): Promise<void> | undefined
  /** Fails unless the database can be read. */
  ping(): Promise<void>
  /** Resolves when everything that waits has its outcome, and the database is closed. */
  close(): Promise<void>
}

/** Returns the error of a call that the database does not respond to, or of which nothing is stored, whatever the cause. */
export function unavailable(cause?: unknown): Error {
  if (cause instanceof StoreUnavailable && !(cause instanceof OutcomeUnknown)) return cause
  return cause === undefined ? new StoreUnavailable() : new StoreUnavailable({ cause })
}
