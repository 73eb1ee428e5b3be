import type { Database, Dialect, Queryable } from './database.js'
import { STEPS } from './migration-steps.js'

/** A newer version of the service, with more steps, wrote the database. */
export class NewerSchema extends Error {
  constructor(version: number) {
    super(
      `The database has schema version ${version} of a newer version of the service; this one supports versions up to ${STEPS.length}`,
    )
  }
}

/** An older version of the service, with fewer steps, wrote the database, or it has no tables. */
export class OlderSchema extends Error {
  constructor(version: number) {
    super(
      version === 0
        ? 'It has no tables of this service'
        : `The database has schema version ${version}; 'task-board-service database migrate' upgrades it to version ${STEPS.length}`,
    )
  }
}

/** @throws NewerSchema or OlderSchema if the tables are not those of this version */
export async function requireTables(database: Database): Promise<void> {
  const version = await readVersion(database, database.dialect)
  if (version > STEPS.length) throw new NewerSchema(version)
  if (version < STEPS.length) throw new OlderSchema(version)
}

/**
 * Upgrades the tables to this version.
 *
 * @param upTo the last version to upgrade to; tests create the tables of earlier versions
 * @throws NewerSchema if a newer version of the service wrote the database
 */
export async function migrate(database: Database, upTo = STEPS.length): Promise<void> {
  await database.transaction(async (tx) => {
    const { beforeMigration, types } = database.dialect
    for (const statement of beforeMigration) await tx.all(statement)
    const version = await readVersion(tx, database.dialect)
    if (version > STEPS.length) throw new NewerSchema(version)
    if (version === 0) {
      await tx.all(`CREATE TABLE schema_version (version ${types.integer} NOT NULL)`)
      await tx.all('INSERT INTO schema_version (version) VALUES (0)')
    }
    for (const step of STEPS.slice(version, upTo)) {
      for (const statement of step(types, database.dialect)) await tx.all(statement)
    }
    if (version < upTo) await tx.all('UPDATE schema_version SET version = ?', [upTo])
  })
}

/** Returns the number of steps that were applied to the database. */
async function readVersion(tx: Queryable, { tableExists }: Dialect): Promise<number> {
  const found = await tx.all(tableExists, ['schema_version'])
  if (found.length === 0) return 0
  const [row] = await tx.all<{ version: number }>('SELECT version FROM schema_version')
  return row?.version ?? 0
}
