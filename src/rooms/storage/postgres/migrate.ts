import { type Change, type Mover, migrateTables } from '../migration/migrate.js'
import { createOwner } from '../owner.js'
import type { Queryable } from '../queryable.js'
import type { ColumnTypes } from '../schema.js'
import type { Migrated } from '../storage.js'
import type { WaitOptions } from '../wait-for-lock.js'
import { toStatement } from './engine.js'
import { openOwnership } from './ownership.js'
import type { PostgresSession } from './session.js'
import { nameStatement } from './statements.js'

/** The longest time that a timer of Node.js can wait, in milliseconds. */
const NEVER = 2 ** 31 - 1

/** Returns how the tables of a schema move to the schema `before_3`, or one beside it if the schema is not `public`. */
function postgresMover(schema: string): Mover & { old(table: string): string } {
  const moved = schema === 'public' ? 'before_3' : `${schema}_before_3`
  const old = (table: string) => `"${moved}".${table}`
  return {
    old,
    tables: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    movedTables: `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${moved}'`,
    prepare: [`CREATE SCHEMA "${moved}"`],
    away: (table) => `ALTER TABLE ${table} SET SCHEMA "${moved}"`,
    back: (table) => `ALTER TABLE ${old(table)} SET SCHEMA "${schema}"`,
    finish: [`DROP SCHEMA "${moved}"`],
    drop: () => [`DROP SCHEMA "${moved}" CASCADE`],
  }
}

/** Returns the queries of a session, without a limit of time in this process. */
function withoutTimeout({ query }: PostgresSession): Queryable {
  return {
    async all<Row>(sql: string, params = []) {
      const config = { ...nameStatement(sql), values: [...params], query_timeout: NEVER }
      return (await query(config)).rows as Row[]
    },
  }
}

/** Migrates the tables of version 2, in the transaction of the caller. They move to another schema, and stay as they are. */
export async function migratePostgres(session: PostgresSession, types: ColumnTypes): Promise<Migrated> {
  const { all, mover } = await prepare(session)
  async function put(slice: Parameters<typeof toStatement>[0]): Promise<void> {
    const { text, values } = toStatement(slice)
    await all(text, values)
  }
  return migrateTables({ all, old: mover.old, put }, mover, types)
}

/**
 * Changes the tables of a database that no process serves.
 *
 * @throws DatabaseInUse, or the error of the change, which has then changed nothing
 */
export async function changeTables(url: string, change: Change, wait: WaitOptions): Promise<void> {
  const ownership = await openOwnership(url, { owner: createOwner(), ...wait })
  try {
    const { session } = ownership.connections()
    await session.query('BEGIN')
    const { all, mover } = await prepare(session)
    await change({ all }, mover)
    await session.query('COMMIT')
  } finally {
    await ownership.close()
  }
}

/** Prepares a transaction that has begun. Outside of it, the session keeps its limits of time. */
async function prepare(session: PostgresSession) {
  const { all } = withoutTimeout(session)
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout']) {
    await all(`SET LOCAL ${limit} = 0`)
  }
  const [current] = await all<{ schema: string }>('SELECT current_schema() AS schema')
  return { all, mover: postgresMover(current?.schema as string) }
}
