import type { Queryable } from '../database.js'

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
