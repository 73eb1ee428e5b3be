/** The tables of both databases, and the statements that both run. */
import type { Put, Source, Value } from './database.js'
import type { ItemRow, Rows } from './storage.js'

/** The version of the tables. The versions before 100 are those of the tables of version 2. */
export const SCHEMA_VERSION = 101

/** A version that no release had. Its tables have other rows. */
const UNRELEASED = 100

/** The version of the tables in release 2.0.0, the first one that can be migrated. */
const FIRST_VERSION = 12

const TEXT = 'TEXT NOT NULL'
const KEY = { scope: TEXT, kind: TEXT, id: TEXT }

/** The columns of the tables, with their types in SQLite. Texts compare by their bytes. */
const TABLES = {
  item: { ...KEY, value: TEXT },
  blob: { ...KEY, bytes: 'BLOB NOT NULL' },
  /** Who serves the database. There is one row at most. */
  owner: { token: TEXT, host: TEXT, process: 'INTEGER NOT NULL', since: TEXT },
  schema_version: { version: 'INTEGER NOT NULL' },
}

export type TableName = keyof typeof TABLES

/** The names of all tables. */
export const TABLE_NAMES = Object.keys(TABLES) as TableName[]

/** Returns the columns of a table. */
function columnsOf(name: TableName): string[] {
  return Object.keys(TABLES[name])
}

function keyOf(name: TableName): string[] {
  return columnsOf(name).slice(0, 'kind' in TABLES[name] ? 3 : 1)
}

/** Returns the statements that create the tables in an empty database. */
export function createTables(): string[] {
  const creations = TABLE_NAMES.map((name) => {
    const columns = Object.entries(TABLES[name]).map((column) => column.join(' '))
    // The rows of blobs are large, so their key is an index of its own. The other rows are in the order of their key.
    const order = name === 'blob' ? '' : ' WITHOUT ROWID'
    return `CREATE TABLE ${name} (${columns.join(', ')}, PRIMARY KEY (${keyOf(name).join(', ')}))${order}`
  })
  return [...creations, `INSERT INTO schema_version (version) VALUES (${SCHEMA_VERSION})`]
}

/** Returns the source of rows with some columns of a table: a query with parameters. */
type Select = (columns: readonly string[], name: TableName) => string

/**
 * Returns a function that returns the statements which store rows: one for each table with changes.
 *
 * @param toParams returns the parameters of each run of a statement
 */
export function createPut(
  select: Select,
  toParams: (rows: readonly object[], columns: readonly string[]) => Value[][],
) {
  const puts = (['item', 'blob'] as const).map((name) => {
    const [columns, keys] = [columnsOf(name), keyOf(name)]
    const changes = columns.slice(keys.length).map((column) => `${column} = excluded.${column}`)
    const sql = `INSERT INTO ${name} (${columns.join(', ')}) ${select(columns, name)}
      ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${changes.join(', ')}`
    return { rows: `${name}s` as const, columns, sql }
  })
  const deletions = (['item', 'blob'] as const).map((name) => {
    const columns = keyOf(name)
    const sql = `DELETE FROM ${name} WHERE (${columns}) IN (${select(columns, 'item')})`
    return { rows: 'deleted' as const, columns, sql }
  })
  return ({ items, ...rows }: Rows): Put[] => {
    const isDeleted = ({ value }: ItemRow) => value === null
    const all = { ...rows, items: items.filter((item) => !isDeleted(item)), deleted: items.filter(isDeleted) }
    return [...puts, ...deletions]
      .filter(({ rows }) => all[rows].length > 0)
      .map(({ rows, columns, sql }) => ({ sql, rows: toParams(all[rows], columns) }))
  }
}

/** Finds the item that keeps a blob. */
export const ITEM_OF_BLOB =
  'SELECT 1 FROM item WHERE (item.scope, item.kind, item.id) = (blob.scope, blob.kind, blob.id)'

/** Statements for the row of the owner. Only the process that holds the lock may change it. */
export const SELECT_OWNER = 'SELECT token, host, process, since FROM owner'
export const DELETE_OWNERS = 'DELETE FROM owner'
export const INSERT_OWNER = 'INSERT INTO owner (token, host, process, since) VALUES (?, ?, ?, ?)'
/** Removes an owner that stops, so that no message names it. */
export const DELETE_OWNER = 'DELETE FROM owner WHERE token = ?'

/** Also finds out whether the database can be read. */
export const READ_VERSION = 'SELECT version FROM schema_version'

type TableSource = Pick<Source, 'all' | 'names'>

/** Returns the names of all tables. */
export async function readNames({ all, names }: TableSource): Promise<string[]> {
  return (await all<{ name: string }>(names)).map(({ name }) => name)
}

/**
 * Returns the version of the tables, or `undefined` if there are none.
 *
 * @throws Error if this version of the service can neither use nor migrate them
 */
export async function readVersion(source: TableSource): Promise<number | undefined> {
  if (!(await readNames(source)).includes('schema_version')) return undefined
  const [row] = await source.all<{ version: number }>(READ_VERSION)
  const version = row?.version ?? 0
  const found = `The database has schema version ${version}`
  if (version < FIRST_VERSION) throw new Error(`${found}: start version 2 of the service once, which upgrades it`)
  if (version === UNRELEASED) throw new Error(`${found}, which no release had: start with an empty database`)
  if (version <= SCHEMA_VERSION) return version
  throw new Error(`${found} of a newer version of the service; this one supports versions up to ${SCHEMA_VERSION}`)
}
