import { BoardNotFound } from '../../errors.js'
import type { Database, Queryable } from '../database.js'
import type { BoardState } from '../store.js'

const STATE = 'SELECT revision, used_at AS "usedAt" FROM board WHERE id = ? AND deleted_at IS NULL'

/**
 * Creates a reader for the states of boards. Calls for the same board in one turn of the event loop share one query,
 * which starts after the last of them.
 */
export function stateReader(database: Database) {
  const reads = new Map<string, Promise<BoardState>>()

  async function read(board: string): Promise<BoardState> {
    await new Promise(setImmediate)
    reads.delete(board)
    const [row] = await database.all<BoardState>(STATE, [board])
    if (row === undefined) throw new BoardNotFound()
    return row
  }

  return (board: string): Promise<BoardState> => {
    const state = reads.get(board) ?? read(board)
    reads.set(board, state)
    return state
  }
}

/** Deletes the tasks of a locked board with their comments and attachments. */
export async function deleteTasks(tx: Queryable, board: string): Promise<void> {
  for (const table of ['task', 'run']) await tx.all(`DELETE FROM ${table} WHERE board_id = ?`, [board])
}

/** Deletes the tasks of a locked board, and ends its sessions. */
export async function emptyBoard(tx: Queryable, board: string): Promise<void> {
  await deleteTasks(tx, board)
  await tx.all('DELETE FROM session WHERE board_id = ?', [board])
}
