/** Databases as version 2 wrote them. */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Status } from '../../../src/contract/schemas/enumerations.js'
import type { Task } from '../../../src/contract/schemas/task.js'
import { IS_POSTGRES } from '../../kit/database.js'

type Value = string | number | null | Uint8Array
type Row = Record<string, Value | { base64: string }>

/** The rows of a table: one by one, or what they have in common and the values of the other columns. */
type Table = readonly Row[] | { same: Row; columns: string[]; rows: Row[string][][] }

/** The rows of tables. Columns that are left out are NULL. */
export type Rows = Record<string, Table>

interface Fixture {
  /** The statements that upgrade the tables to each version, with the types of columns as placeholders. */
  steps: string[][]
  /** What the last version wrote about one board, `own`, and what it showed. */
  rows: Rows
  tasks: Task[]
  columns: Record<Status, number[]>
}

export const LAST: Fixture = JSON.parse(readFileSync('test/rooms/storage/version-2.json', 'utf8'))

const TYPES: Record<string, string> = IS_POSTGRES
  ? { integer: 'BIGINT', text: 'TEXT COLLATE "C"', bytes: 'BYTEA', clustered: '' }
  : { integer: 'INTEGER', text: 'TEXT', bytes: 'BLOB', clustered: 'WITHOUT ROWID' }

/** Returns a value as a literal of SQL. */
function literal(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  const hex = Buffer.from('base64' in value ? Buffer.from(value.base64, 'base64') : value).toString('hex')
  return IS_POSTGRES ? `'\\x${hex}'` : `x'${hex}'`
}

/**
 * Creates the tables of a version in an empty database, and fills them.
 *
 * @param version the version of the tables; that of release 2.0.0 is 12, and the last one is 20
 */
export async function createOld(url: string, version = LAST.steps.length, rows: Rows = {}): Promise<void> {
  const tables = LAST.steps.slice(0, version).flat()
  const statements = [
    ...tables.map((statement) => statement.replace(/\{(\w+)\}/g, (_, type) => TYPES[type] ?? '')),
    `CREATE TABLE schema_version (version ${TYPES.integer} NOT NULL)`,
    `INSERT INTO schema_version (version) VALUES (${version})`,
    ...toInserts(rows),
  ]
  await runAll(url, statements)
}

function rowsOf(table: Table): readonly Row[] {
  if (!('columns' in table)) return table
  const { same, columns, rows } = table
  return rows.map((values) => ({
    ...same,
    ...Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])),
  }))
}

/** Returns the statements that add rows. */
export function toInserts(rows: Rows): string[] {
  return Object.entries(rows).flatMap(([table, all]) =>
    rowsOf(all).map((row) => {
      const columns = Object.keys(row)
      return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => literal(row[column])).join(', ')})`
    }),
  )
}

async function runAll(url: string, statements: readonly string[]): Promise<void> {
  if (IS_POSTGRES) return (await import('../../postgres/server.js')).execute(url, ...statements)
  const connection = new DatabaseSync(url.slice('sqlite:'.length))
  connection.exec('PRAGMA journal_mode = WAL; BEGIN')
  for (const statement of statements) connection.exec(statement)
  connection.exec('COMMIT')
  connection.close()
}
