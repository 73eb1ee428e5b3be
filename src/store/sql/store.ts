import { EventEmitter } from 'node:events'
import { announceChanges, type Changes } from '../changes.js'
import type { Database } from '../database.js'
import { migrate } from '../migrations.js'
import { type BoardQuotas, DEFAULT_BOARD, type Store } from '../store.js'
import { attachmentMethods } from './attachments.js'
import { boardContentMethods } from './board-content.js'
import { boardLifeMethods } from './board-life.js'
import { stateReader } from './board-state.js'
import { challengeMethods } from './challenges.js'
import { claimMethods } from './claims.js'
import { classBoardMethods } from './class-boards.js'
import { classMethods } from './classes.js'
import { commentMethods } from './comments.js'
import { defectMethods } from './defects.js'
import { exerciseMethods } from './exercises.js'
import { faultPlanMethods } from './fault-plan.js'
import { fixtureMethods } from './fixtures.js'
import { hintMethods } from './hints.js'
import { journalMethods } from './journal.js'
import { createQuotaLookup } from './quotas.js'
import { createReadQueue } from './read-queue.js'
import { rollingBack } from './rehearsal.js'
import { sessionMethods } from './sessions.js'
import { taskListMethods } from './task-list.js'
import { taskMethods } from './tasks.js'

/**
 * Upgrades the tables of a database to this version, and creates the default board if it does not exist.
 *
 * @throws NewerSchema if a newer version of the service wrote the database
 */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database)
  await database.transaction(async (tx) => {
    await tx.all('INSERT INTO board (id) VALUES (?) ON CONFLICT DO NOTHING', [DEFAULT_BOARD])
  })
}

/**
 * Creates the store on a prepared database.
 *
 * @param quotas the quotas of boards; by default boards have none
 */
export function createSqlStore(database: Database, quotas: BoardQuotas = {}): Store {
  const quotaOf = createQuotaLookup(quotas)
  const changes: Changes = new EventEmitter()
  database.onRegain?.(() => changes.emit('regain'))
  const readState = stateReader(database, changes)
  const reads = createReadQueue()
  const createMethods = (database: Database) => ({
    ...taskMethods(database, quotaOf),
    ...commentMethods(database, quotaOf),
    ...attachmentMethods(database, quotaOf),
    ...sessionMethods(database),
  })
  const rehearsed = createMethods(rollingBack(database))
  const methods: Omit<Store, 'changes'> = {
    ...createMethods(database),
    ...taskListMethods(database, reads),
    ...faultPlanMethods(database),
    ...defectMethods(database),
    ...boardLifeMethods(database),
    ...boardContentMethods(database, quotaOf),
    ...fixtureMethods(database, quotaOf),
    ...journalMethods(database),
    ...exerciseMethods(database),
    ...claimMethods(database),
    ...hintMethods(database),
    ...challengeMethods(database),
    ...classMethods(database),
    ...classBoardMethods(database),
    rehearse: (method, ...args) => (rehearsed[method] as (...args: unknown[]) => never)(...args),
    readState,
    confirm: () => database.confirm?.(),
    async ping() {
      await database.all('SELECT id FROM board LIMIT 1')
    },
    async close() {
      await reads.drain()
      await database.close()
    },
  }
  return announceChanges(methods, changes)
}
