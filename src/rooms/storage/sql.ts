/** The tables of both databases, and the statements that both run. */
import type { Put, Source, Value } from './database.js'
import type { ItemRow, Rows } from './storage.js'

/** The version of the tables. The versions before 100 are those of the tables of version 2. */
export const SCHEMA_VERSION = 101

/** A version that no release had. Its tables have other rows. */
const UNRELEASED = 100

/** The version of the tables in release 2.0.0, the first one that can be migrated. */
const FIRST_VERSION = 12

/** The names of all tables. */
export const TABLE_NAMES = ['item', 'blob', 'owner', 'schema_version']

const KEY = ['scope', 'kind', 'id']
const KEY_COLUMNS = 'scope TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL'

/**
 * The statements that create the tables in an empty database, with the types of SQLite. Texts compare by their bytes. The
 * rows of blobs are large, so their key is an index of its own; other rows are in the order of their key. The table `owner`
 * names who serves the database, in one row at most.
 */
export const CREATE_TABLES = [
  `CREATE TABLE item (${KEY_COLUMNS}, value TEXT NOT NULL, PRIMARY KEY (${KEY})) WITHOUT ROWID`,
  `CREATE TABLE blob (${KEY_COLUMNS}, bytes BLOB NOT NULL, PRIMARY KEY (${KEY}))`,
  `CREATE TABLE owner (
     token TEXT NOT NULL, host TEXT NOT NULL, process INTEGER NOT NULL, since TEXT NOT NULL, PRIMARY KEY (token)
   ) WITHOUT ROWID`,
  'CREATE TABLE schema_version (version INTEGER NOT NULL, PRIMARY KEY (version)) WITHOUT ROWID',
  `INSERT INTO schema_version (version) VALUES (${SCHEMA_VERSION})`,
]

/** Returns the source of rows with some columns of a table: a query with parameters. */
type Select = (columns: readonly string[], table: string) => string

/**
 * Returns a function that returns the statements which store rows: one for each table with changes.
 *
 * @param toParams returns the parameters of each run of a statement
 */
export function createPut(
  select: Select,
  toParams: (rows: readonly object[], columns: readonly string[]) => Value[][],
) {
  function toPut(rows: 'items' | 'blobs', table: string, value: string) {
    const columns = [...KEY, value]
    const sql = `INSERT INTO ${table} (${columns}) ${select(columns, table)}
      ON CONFLICT (${KEY}) DO UPDATE SET ${value} = excluded.${value}`
    return { rows, columns, sql }
  }

  function toDeletion(table: string) {
    return {
      rows: 'deleted' as const,
      columns: KEY,
      sql: `DELETE FROM ${table} WHERE (${KEY}) IN (${select(KEY, 'item')})`,
    }
  }

  const statements = [
    toPut('items', 'item', 'value'),
    toPut('blobs', 'blob', 'bytes'),
    toDeletion('item'),
    toDeletion('blob'),
  ]
  return ({ items, blobs }: Rows): Put[] => {
    const isDeleted = ({ value }: ItemRow) => value === null
    const all = { items: items.filter((item) => !isDeleted(item)), blobs, deleted: items.filter(isDeleted) }
    return statements
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
