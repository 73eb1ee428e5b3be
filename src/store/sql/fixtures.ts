import type { BoardTransaction, Database } from '../database.js'
import type { BoardMethods, NewTask } from '../store.js'
import { insertAttachments } from './attachments.js'
import { emptyBoard } from './board-state.js'
import { insertComment } from './comments.js'
import { deleteDefectNotes } from './defects.js'
import { deleteScore } from './exercises.js'
import { RESTART_AT } from './fault-plan.js'
import type { QuotaOf } from './quotas.js'
import { insertTask } from './tasks.js'

/** The methods of the store that create many tasks at once. */
export function fixtureMethods(database: Database, quotaOf: QuotaOf) {
  async function insert(tx: BoardTransaction, board: string, tasks: readonly NewTask[], now: string): Promise<void> {
    const quota = quotaOf(board)
    for (const { values, comments = [], files = [] } of tasks) {
      const { id } = await insertTask(tx, board, values, now, quota)
      for (const text of comments) await insertComment(tx, board, id, text, now, quota)
      if (files.length > 0) await insertAttachments(tx, board, id, files, now, quota)
    }
  }

  return {
    async fillEmptyBoard(board, tasks, now) {
      await database.changeBoard(board, async (tx) => {
        const found = await tx.all('SELECT 1 FROM task WHERE board_id = ? LIMIT 1', [board])
        if (found.length === 0) await insert(tx, board, tasks, now)
      })
    },

    async resetBoard(board, tasks = [], now = '') {
      await database.changeBoard(board, async (tx) => {
        await emptyBoard(tx, board)
        await tx.all(`UPDATE board SET ${RESTART_AT} WHERE id = ?`, [0, board])
        await deleteDefectNotes(tx, board)
        await deleteScore(tx, board)
        tx.restartIds()
        await insert(tx, board, tasks, now)
      })
    },
  } satisfies Partial<BoardMethods>
}
