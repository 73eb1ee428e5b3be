import type { Database } from '../database.js'
import { migrate } from '../migrations.js'
import { type BoardStore, DEFAULT_BOARD, type Store } from '../store.js'
import { attachmentMethods } from './attachments.js'
import { advanceBoard } from './boards.js'
import { commentMethods } from './comments.js'
import { faultPlanMethods } from './fault-plan.js'
import { sessionMethods } from './sessions.js'
import { taskListMethods } from './task-list.js'
import { taskMethods } from './tasks.js'

function boardMethods(database: Database): BoardStore {
  return {
    ...taskMethods(database),
    ...taskListMethods(database),
    ...commentMethods(database),
    ...attachmentMethods(database),
    ...sessionMethods(database),
    ...faultPlanMethods(database),
  }
}

/**
 * The store on any database that speaks SQL: brings its tables up to date and makes sure that the
 * default board exists. Closes the database where that fails.
 *
 * @throws NewerSchema where a newer version of the service wrote the database
 */
export async function createSqlStore(database: Database): Promise<Store> {
  try {
    await migrate(database)
    await database.transaction(async (tx) => {
      await tx.all('INSERT INTO board (id) VALUES (?) ON CONFLICT DO NOTHING', [DEFAULT_BOARD])
    })
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    ...boardMethods(database),
    async atomically(board, work) {
      return database.transaction(async (tx) => {
        await advanceBoard(tx, board)
        return work(boardMethods({ ...database, ...tx, transaction: (inner) => inner(tx) }))
      })
    },
    async ping() {
      await database.all('SELECT revision FROM board WHERE id = ?', [DEFAULT_BOARD])
    },
    close: database.close,
  }
}
