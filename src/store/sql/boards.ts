import type { Database, Queryable } from '../database.js'

const COUNTERS = ['task', 'checklist_item', 'comment', 'attachment'] as const
type Counter = (typeof COUNTERS)[number]

/**
 * The first statement of every writing transaction: takes the board's row, which is the lock that
 * puts the writers of a board in a queue, and reserves ids.
 *
 * @param reserved how many ids of which kind
 * @returns the last id of each kind, the reserved ones included; ids never come back (decision 21)
 */
export async function advanceBoard(
  tx: Queryable,
  board: string,
  reserved: Partial<Record<Counter, number>> = {},
): Promise<Record<Counter, number>> {
  const [row] = await tx.all<Record<Counter, number>>(
    `UPDATE board SET revision = revision + 1,
       last_task_id = last_task_id + ?, last_checklist_item_id = last_checklist_item_id + ?,
       last_comment_id = last_comment_id + ?, last_attachment_id = last_attachment_id + ?
     WHERE id = ?
     RETURNING last_task_id AS task, last_checklist_item_id AS checklist_item,
       last_comment_id AS comment, last_attachment_id AS attachment`,
    [...COUNTERS.map((counter) => reserved[counter] ?? 0), board],
  )
  if (row === undefined) throw new Error(`Board ${board} does not exist`)
  return row
}

/**
 * Makes a reader of revisions. One query answers all who ask in one turn of the event loop: it begins when they have
 * asked.
 */
export function revisionReader(database: Database) {
  const reads = new Map<string, Promise<number>>()

  async function read(board: string): Promise<number> {
    await new Promise(setImmediate)
    reads.delete(board)
    const [row] = await database.all<{ revision: number }>('SELECT revision FROM board WHERE id = ?', [board])
    if (row === undefined) throw new Error(`Board ${board} does not exist`)
    return row.revision
  }

  return (board: string): Promise<number> => {
    const revision = reads.get(board) ?? read(board)
    reads.set(board, revision)
    return revision
  }
}
