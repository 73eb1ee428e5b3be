import { OutcomeUnknown } from '../../../contract/errors.js'
import type { Database, OpenOptions, Step } from '../database.js'
import { prepareTables } from '../migration/tables.js'
import { readVersion, SCHEMA_VERSION } from '../sql.js'
import { type StorageEvents, unavailable } from '../storage.js'
import { toStatement } from './connect.js'
import { type Ownership, takeOwnership } from './ownership.js'
import type { Session } from './session.js'
import { beginChange, toSliceStatement, toTables } from './tables.js'

/**
 * Takes the lock of a PostgreSQL database, and opens it.
 *
 * @throws DatabaseInUse, StoreUnavailable, Error
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<Database> {
  const { events } = options
  const ownership = await takeOwnership(url, options)
  try {
    await prepareSchema(ownership.session(), events)
    // A full disk does not prevent reads.
    await ownership.record().catch(events.onFailure)
    return createPostgresDatabase(ownership, events)
  } catch (error) {
    await ownership.close()
    throw error
  }
}

async function prepareSchema(session: Session, { onMigrated }: StorageEvents): Promise<void> {
  const { rows } = await session.query(`SELECT current_setting('server_encoding') AS encoding`)
  const [{ encoding }] = rows
  if (encoding !== 'UTF8') throw new Error(`Its encoding must be UTF8, but is ${encoding}`)
  const tables = toTables(session)
  await beginChange(session)
  const version = await readVersion(tables)
  const migrated = version === SCHEMA_VERSION ? undefined : await prepareTables(tables, version)
  await session.query('COMMIT')
  if (migrated !== undefined) onMigrated(migrated)
}

/**
 * Creates the database over its lock. Commits run in the session that holds the lock, so that a process which has lost it
 * cannot commit. Reads use other connections.
 */
export function createPostgresDatabase({ session, close }: Ownership, events: StorageEvents): Database {
  return {
    async read<Row>(...statement: Parameters<Session['read']>) {
      const current = session()
      const rows = await current.read<Row>(...statement)
      await current.confirm()
      // Between two sessions of this process, a commit with an unknown outcome can have become visible.
      if (session() !== current) throw unavailable()
      return rows
    },
    async write(steps) {
      const { query } = session()
      let changed: number | null = 0
      try {
        for (const statement of toStatements(steps)) changed = (await query(statement)).rowCount
        return changed ?? 0
      } catch (error) {
        // Without an answer, nothing proves that the transaction is rolled back.
        await query('ROLLBACK').catch(() => {
          events.onForget()
          throw new OutcomeUnknown({ cause: error })
        })
        throw unavailable(error)
      }
    },
    confirm() {
      try {
        return session().confirm()
      } catch (error) {
        return Promise.reject(error)
      }
    },
    close,
  }
}

/** Returns the statements of a transaction. Each slice becomes text only when its turn comes. */
function* toStatements(steps: readonly Step[]) {
  const isOne = steps.length === 1
  if (!isOne) yield 'BEGIN'
  for (const step of steps) yield 'sql' in step ? toStatement(step.sql, step.params) : toSliceStatement(step)
  if (!isOne) yield 'COMMIT'
}
