import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Slice } from '../engine.js'
import { type Owner, SELECT_OWNER } from '../owner.js'
import type { Value } from '../queryable.js'
import { BOARD, ITEM, putInto, ROOM, type Table } from '../schema.js'

/** A request of the writer: a slice of a transaction, or a statement in a transaction of its own. */
export type WriteRequest =
  | { slice: Slice; isFirst: boolean; isLast: boolean }
  | { sql: string; params: readonly Value[] }

/**
 * The outcome of a request. `failed`, `foreign` and `lost`: nothing of its transaction is stored. `foreign`: another
 * program has written to the database since the last commit. `lost`: another process serves the database. `unknown`: the
 * disk failed during the commit.
 */
export type Outcome =
  | { kind: 'done'; changed: number }
  | { kind: 'failed' | 'unknown'; error: Error }
  | { kind: 'foreign' | 'lost' }

/**
 * The results of a COMMIT that stores nothing: the database is busy or full, a constraint, and a log that could not be
 * written. After others, such as SQLITE_IOERR_FSYNC, the log can have the commit.
 */
const NOT_STORED = new Set([5, 13, 19])
const IOERR_WRITE = 778

const DELETE_ITEM = 'DELETE FROM item WHERE scope = ? AND kind = ? AND id = ?'
const DELETE_BLOB = 'DELETE FROM blob WHERE scope = ? AND kind = ? AND id = ?'

/**
 * Returns a function that writes over a connection, as the thread that writes does.
 *
 * @param connection settings make a commit durable when it returns
 * @param owner this process
 * @param requireFiles fails if the files of the database were deleted or replaced
 */
export function createCommitter(
  connection: DatabaseSyncInstance,
  owner: Owner,
  requireFiles: () => void = () => {},
): (request: WriteRequest) => Outcome {
  const statements = new Map<string, ReturnType<DatabaseSyncInstance['prepare']>>()
  /** Changes with every commit of another connection. */
  let version = readVersion()
  /** Whether the database names this process as its owner. On a full disk, the first commit records it. */
  let isRecorded = false

  function prepare(sql: string) {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = connection.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  function run(sql: string, params: readonly Value[]): number {
    return Number(prepare(sql).run(...params).changes)
  }

  /** Returns the only row. `all` leaves no statement open. */
  function readRow<Row>(sql: string): Row | undefined {
    return prepare(sql).all()[0] as Row | undefined
  }

  function readVersion(): number | undefined {
    return readRow<{ data_version: number }>('PRAGMA data_version')?.data_version
  }

  /** Begins a transaction. Returns why it must not write, if so. */
  function begin(): 'foreign' | 'lost' | undefined {
    connection.exec('BEGIN IMMEDIATE')
    if (isRecorded) {
      if (readRow<Owner>(SELECT_OWNER)?.token !== owner.token) return 'lost'
    } else {
      run('DELETE FROM owner', [])
      run('INSERT INTO owner (token, host, process, since) VALUES (?, ?, ?, ?)', [
        ...[owner.token, owner.host, owner.process, owner.since],
      ])
    }
    // Whoever has deleted the lock of this process serves the database, which is worse than a lost file.
    requireFiles()
    const previous = version
    version = readVersion()
    return version === previous ? undefined : 'foreign'
  }

  function apply(request: WriteRequest): number {
    if ('sql' in request) return run(request.sql, request.params)
    applySlice(run, request.slice)
    return 0
  }

  /** Ends a transaction that has failed. SQLite itself has ended it after some errors. */
  function rollBack(): void {
    if (connection.isTransaction) connection.exec('ROLLBACK')
  }

  return (request) => {
    const { isFirst = true, isLast = true } = request as Partial<Extract<WriteRequest, { slice: Slice }>>
    let isCommitting = false
    try {
      const refusal = isFirst ? begin() : undefined
      if (refusal !== undefined) {
        rollBack()
        return { kind: refusal }
      }
      const changed = apply(request)
      if (isLast) {
        isCommitting = true
        connection.exec('COMMIT')
        isRecorded = true
      }
      return { kind: 'done', changed }
    } catch (error) {
      if (isCommitting && !isNotStored(error as { errcode?: number })) return { kind: 'unknown', error: error as Error }
      rollBack()
      return { kind: 'failed', error: error as Error }
    }
  }
}

/** Writes the rows of a slice, in the transaction of the caller. */
export function applySlice(run: (sql: string, params: Value[]) => unknown, slice: Slice): void {
  function put(table: Table, rows: readonly object[]): void {
    const sql = putInto(table, `VALUES (${table.columns.map(() => '?').join(', ')})`)
    for (const row of rows)
      run(
        sql,
        table.columns.map((column) => (row as Record<string, Value>)[column] as Value),
      )
  }

  put(ROOM, slice.rooms)
  put(BOARD, slice.boards)
  put(ITEM, slice.items)
  for (const { scope, kind, id } of slice.deleted) {
    run(DELETE_ITEM, [scope, kind, id])
    run(DELETE_BLOB, [scope, kind, id])
  }
}

function isNotStored({ errcode = 0 }: { errcode?: number }): boolean {
  return errcode === IOERR_WRITE || NOT_STORED.has(errcode & 0xff)
}
