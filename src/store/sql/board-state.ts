import { BoardNotFound } from '../../errors.js'
import type { Database, Queryable } from '../database.js'
import type { BoardState } from '../store.js'

type Row = BoardState & { id: string }

/**
 * Creates a reader for the states of boards. Calls in one turn of the event loop share one query, which starts after
 * the last of them.
 */
export function stateReader(database: Database) {
  const select = `
    SELECT id, revision, used_at AS "usedAt" FROM board
    WHERE ${database.dialect.isOneOf('id', '?')} AND deleted_at IS NULL`
  /** The boards of this turn, and their states. */
  let turn: { boards: Set<string>; states: Promise<Map<string, Row>> } | undefined

  async function readAll(boards: Set<string>): Promise<Map<string, Row>> {
    await new Promise(setImmediate)
    turn = undefined
    const rows = await database.all<Row>(select, [JSON.stringify([...boards])])
    return new Map(rows.map((row) => [row.id, row]))
  }

  return async (board: string): Promise<BoardState> => {
    if (turn === undefined) {
      const boards = new Set<string>()
      turn = { boards, states: readAll(boards) }
    }
    turn.boards.add(board)
    const state = (await turn.states).get(board)
    if (state === undefined) throw new BoardNotFound()
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
