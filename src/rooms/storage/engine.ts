import type { Value } from './queryable.js'
import type { BoardRow, ItemRow, Key, RoomRow } from './storage.js'

/** A part of a commit, of about 1 MiB at most. Each key is in one slice of a commit, once. */
export interface Slice {
  rooms: RoomRow[]
  boards: BoardRow[]
  items: ItemRow[]
  /** The items and blobs to delete. */
  deleted: Key[]
}

/**
 * A database as the storage uses it. `commit` and `run` are called one after the other. They reject with
 * `OutcomeUnknown`, or with another error if nothing is stored.
 */
export interface Engine {
  /** Runs a statement that reads, with `?` for each parameter. It sees everything that is committed. */
  read<Row>(sql: string, params: readonly Value[]): Promise<Row[]>
  /** Commits slices in one transaction. */
  commit(slices: readonly Slice[]): Promise<void>
  /** Runs a statement in a transaction of its own, and returns the number of rows that it has changed. */
  run(sql: string, params: readonly Value[]): Promise<number>
  /** See `Storage`. */
  confirm(): Promise<void> | undefined
  /** Fails unless the database can be read, and its files are there. */
  ping(): Promise<void>
  /** Closes the database. No calls are running. */
  close(): Promise<void>
}
