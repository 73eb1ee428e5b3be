import type { Queryable } from './queryable.js'

/** The version of the tables. The versions before 100 are those of the tables of version 2. */
export const SCHEMA_VERSION = 100

/** A newer version of the service wrote the database. */
export class NewerSchema extends Error {
  constructor(version: number) {
    super(
      `The database has schema version ${version} of a newer version of the service; this one supports versions up to ${SCHEMA_VERSION}`,
    )
  }
}

/** The columns of a table whose rows are put as a whole, and how many of them are its key. */
export interface Table {
  name: string
  columns: readonly string[]
  keys: number
}

export const ROOM: Table = {
  name: 'room',
  columns: [
    ...['id', 'join_code', 'secret_hash', 'name'],
    ...['created_at', 'used_at', 'expires_at', 'deleted_at', 'settings'],
  ],
  keys: 1,
}
export const BOARD: Table = {
  name: 'board',
  columns: [
    ...['id', 'room_id', 'name', 'owner_token_hash'],
    ...['created_at', 'used_at', 'deleted_at', 'last_ids', 'revision', 'counts'],
  ],
  keys: 1,
}
export const ITEM: Table = { name: 'item', columns: ['scope', 'kind', 'id', 'value'], keys: 3 }
export const BLOB: Table = { name: 'blob', columns: ['scope', 'kind', 'id', 'bytes'], keys: 3 }

/**
 * Returns a statement that puts rows into a table: each is added, or replaces the one with the same key.
 *
 * @param rows the source of the rows, such as `VALUES (?, ?)`
 */
export function putInto({ name, columns, keys }: Table, rows: string): string {
  const [key, values] = [columns.slice(0, keys), columns.slice(keys)]
  const changes = values.map((column) => `${column} = excluded.${column}`)
  return `INSERT INTO ${name} (${columns.join(', ')}) ${rows}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes.join(', ')}`
}

/** The types of columns, and the end of `CREATE TABLE` for rows that are stored in the order of their key. */
export interface ColumnTypes {
  /** Texts compare by their bytes. */
  text: string
  integer: string
  bytes: string
  clustered: string
}

/** Returns the statements that create the tables in an empty database. */
export function createTables({ text, integer, bytes, clustered }: ColumnTypes): string[] {
  return [
    `CREATE TABLE room (
      id ${text} NOT NULL PRIMARY KEY,
      join_code ${text} UNIQUE,
      secret_hash ${text},
      name ${text},
      created_at ${text} NOT NULL,
      used_at ${text} NOT NULL,
      expires_at ${text},
      deleted_at ${text},
      settings ${text} NOT NULL
    ) ${clustered}`,
    `CREATE TABLE board (
      id ${text} NOT NULL PRIMARY KEY,
      room_id ${text} NOT NULL,
      name ${text},
      owner_token_hash ${text},
      created_at ${text} NOT NULL,
      used_at ${text} NOT NULL,
      deleted_at ${text},
      last_ids ${text} NOT NULL,
      revision ${integer} NOT NULL,
      counts ${text} NOT NULL
    ) ${clustered}`,
    'CREATE INDEX board_room ON board (room_id, id)',
    `CREATE TABLE item (
      scope ${text} NOT NULL,
      kind ${text} NOT NULL,
      id ${text} NOT NULL,
      value ${text} NOT NULL,
      PRIMARY KEY (scope, kind, id)
    ) ${clustered}`,
    // The rows are large, so their key is an index of its own.
    `CREATE TABLE blob (
      scope ${text} NOT NULL,
      kind ${text} NOT NULL,
      id ${text} NOT NULL,
      bytes ${bytes} NOT NULL,
      PRIMARY KEY (scope, kind, id)
    )`,
    // Who serves the database. There is one row at most.
    `CREATE TABLE owner (
      token ${text} NOT NULL PRIMARY KEY,
      host ${text} NOT NULL,
      process ${integer} NOT NULL,
      since ${text} NOT NULL
    )`,
    `CREATE TABLE schema_version (version ${integer} NOT NULL)`,
    `INSERT INTO schema_version (version) VALUES (${SCHEMA_VERSION})`,
  ]
}

/**
 * Creates the tables of an empty database, or migrates those of version 2.
 *
 * @param hasTables whether the database has a table `schema_version`
 * @param migrate is called if the database has tables of an earlier version
 * @throws NewerSchema if a newer version of the service wrote the database, or the error of `migrate`
 */
export async function prepareTables(
  database: Queryable,
  types: ColumnTypes,
  hasTables: boolean,
  migrate: (version: number) => Promise<unknown>,
): Promise<void> {
  if (!hasTables) {
    for (const statement of createTables(types)) await database.all(statement)
    return
  }
  const [row] = await database.all<{ version: number }>('SELECT version FROM schema_version')
  const version = row?.version ?? 0
  if (version > SCHEMA_VERSION) throw new NewerSchema(version)
  if (version < SCHEMA_VERSION) await migrate(version)
}
