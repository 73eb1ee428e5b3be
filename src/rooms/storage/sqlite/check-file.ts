import { statSync } from 'node:fs'
import type { RunStatement } from './connection.js'

/** The maximum size in bytes of a file that is checked when it is opened. A slow disk takes some seconds for 1 GiB. */
const CHECKED_MAX = 2 ** 30

/** Fails if the file has tables, but not those of this service. */
export function requireOwnTables(run: RunStatement): void {
  const tables = run<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
  const names = new Set(tables.map(({ name }) => name))
  if (names.size === 0 || (names.has('schema_version') && names.has('board'))) return
  throw new Error('It is the database of another application')
}

/**
 * Fails if the file is damaged, so that the service does not write to it. Damage in a larger file shows only when a
 * request reads it; the response is then 503.
 *
 * @param file the path of the file; `undefined` for a database in memory
 */
export function checkIntegrity(run: RunStatement, file: string | undefined): void {
  if (file !== undefined && statSync(file).size > CHECKED_MAX) return
  const [row] = run<{ quick_check: string }>('PRAGMA quick_check(1)')
  if (row?.quick_check === 'ok') return
  throw new Error(`database is damaged: ${row?.quick_check.replace(/\s+/g, ' ')}`)
}
