import type { Engine } from '../engine.js'
import { requireMigratable } from '../migration/convert.js'
import { type Owner, recordOwner } from '../owner.js'
import type { Queryable } from '../queryable.js'
import { type ColumnTypes, prepareTables } from '../schema.js'
import type { StorageEvents } from '../storage.js'
import type { WaitOptions } from '../wait-for-lock.js'
import { createPostgresEngine } from './engine.js'
import { migratePostgres } from './migrate.js'
import { type LockOptions, openOwnership } from './ownership.js'
import { runStatements } from './reads.js'

const TYPES: ColumnTypes = { text: 'TEXT COLLATE "C"', integer: 'BIGINT', bytes: 'BYTEA', clustered: '' }

/**
 * Takes the lock of a PostgreSQL database, and opens it.
 *
 * @throws DatabaseInUse, StoreUnavailable, Error
 */
export async function openEngine(
  url: string,
  owner: Owner,
  events: StorageEvents,
  wait: WaitOptions = {},
): Promise<Engine> {
  const lock: LockOptions = { owner, onLost: events.onLost, ...wait }
  const ownership = await openOwnership(url, lock)
  try {
    const { session: connection } = ownership.connections()
    const session = runStatements(connection.query)
    await prepare(session, async (version) => {
      requireMigratable(version)
      events.onMigrated(await migratePostgres(connection, TYPES))
    })
    // A full disk does not prevent reads.
    await recordOwner(session, owner).then(() => {
      lock.isRecorded = true
    }, events.onFailure)
    return createPostgresEngine(ownership, events)
  } catch (error) {
    await ownership.close()
    throw error
  }
}

async function prepare(session: Queryable, migrate: (version: number) => Promise<void>): Promise<void> {
  const [database] = await session.all<{ encoding: string; hasTables: boolean }>(
    `SELECT current_setting('server_encoding') AS encoding, to_regclass('schema_version') IS NOT NULL AS "hasTables"`,
  )
  if (database?.encoding !== 'UTF8') throw new Error(`Its encoding must be UTF8, but is ${database?.encoding}`)
  await session.all('BEGIN')
  await prepareTables(session, TYPES, database.hasTables, migrate)
  await session.all('COMMIT')
}
