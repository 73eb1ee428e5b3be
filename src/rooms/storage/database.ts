import type { Owner, WaitOptions } from './lock.js'
import type { Rows, StorageEvents } from './storage.js'

/** The type of SQL parameters. It has no booleans, because the databases represent them differently. */
export type Value = string | number | Uint8Array | null

/** Runs one statement, with `?` for each parameter, and returns its rows. */
export type Query = <Row>(sql: string, params?: readonly Value[]) => Promise<Row[]>

export interface Statement {
  sql: string
  params: readonly Value[]
}

/** A statement that runs once for each row of parameters. */
export interface Put {
  sql: string
  rows: readonly (readonly Value[])[]
}

/**
 * A part of a transaction: a statement, or rows of about 2 ** 20 UTF-16 units at most (`toSlices`). Each key is in one step,
 * once.
 */
export type Step = Rows | Statement

/** What a database needs to serve a process. */
export interface OpenOptions {
  owner: Owner
  events: StorageEvents
  wait: WaitOptions
}

/** A database as the storage uses it: `postgres/open.ts` and `sqlite/open.ts`. */
export interface Database {
  /** Sees everything that is committed. */
  read: Query
  /**
   * Writes in one transaction. Calls follow one after the other.
   *
   * @returns the number of rows that the last step has changed
   * @throws OutcomeUnknown, or another error if nothing is stored
   */
  write(steps: readonly Step[]): Promise<number>
  /** See `Storage`. */
  confirm(): Promise<void> | undefined
  /** Fails unless the files of the database are there. */
  check?(): void
  /** Closes the database. No calls are running. */
  close(): Promise<void>
}

/** A database as the source of a copy. All reads are of one moment. */
export interface Source {
  all: Query
  /** A query for the names of all tables, as `name`. */
  names: string
  close(): Promise<void>
}

/** What changes the tables of a database, in the transaction of the caller. */
export interface Tables extends Pick<Source, 'all' | 'names'> {
  /** Returns the statements that store rows. */
  put(rows: Rows): Put[]
  /** Translates the types of columns. */
  adapt(sql: string): string
}
