import { randomInt } from 'node:crypto'
import { BoardNotFound } from '../../errors.js'
import type { Database, Transaction } from '../database.js'
import type { BoardState } from '../store.js'

const COUNTERS = ['task', 'checklist_item', 'comment', 'attachment'] as const
type Counter = (typeof COUNTERS)[number]

export type Counters = Record<Counter, number>

/** Locks the row of the board: the writers of a board wait for each other. */
const LOCK = `
  UPDATE board SET revision = revision + ?,
    last_task_id = last_task_id + ?, last_checklist_item_id = last_checklist_item_id + ?,
    last_comment_id = last_comment_id + ?, last_attachment_id = last_attachment_id + ?
  WHERE id = ? AND deleted_at IS NULL
  RETURNING last_task_id AS task, last_checklist_item_id AS checklist_item,
    last_comment_id AS comment, last_attachment_id AS attachment`

const UPDATE = `
  UPDATE board SET revision = revision + ?, last_task_id = ?, last_checklist_item_id = ?, last_comment_id = ?,
    last_attachment_id = ?
  WHERE id = ?`

const STATE = 'SELECT revision, used_at AS "usedAt" FROM board WHERE id = ? AND deleted_at IS NULL'

const RESTART = `
  UPDATE board SET ${COUNTERS.map((counter) => `last_${counter}_id = ?`).join(', ')} WHERE id = ?`

/**
 * The upper bound of the random step by which a revision grows. After a restore from a backup the steps differ, so that
 * a revision from before the restore is not reused for another state of the board.
 */
const STEP_END = 2 ** 20

/**
 * Locks a board, gives it a new revision, and reserves ids. Every change of a board starts with this.
 *
 * If other work in the same transaction has locked the board, this only updates the counters in memory. They are
 * written once before the commit.
 *
 * @param reserved the number of ids to reserve, by kind
 * @returns the highest id of each kind, including the reserved ones. Ids are never reused (decision 21).
 * @throws BoardNotFound
 */
export async function lockBoard(tx: Transaction, board: string, reserved: Partial<Counters> = {}): Promise<Counters> {
  const numbers = COUNTERS.map((counter) => reserved[counter] ?? 0)
  const step = randomInt(1, STEP_END)
  const row = tx.locked.get(board)?.values
  if (row === undefined) {
    const [values] = await tx.all<Counters>(LOCK, [step, ...numbers, board])
    if (values === undefined) throw new BoardNotFound()
    tx.locked.set(board, { values: { ...values, advances: 0 } })
    return values
  }
  const values = { ...row, advances: (row.advances ?? 0) + step } as Counters & { advances: number }
  COUNTERS.forEach((counter, index) => {
    values[counter] += numbers[index] ?? 0
  })
  const params = [values.advances, ...COUNTERS.map((counter) => values[counter]), board]
  tx.locked.set(board, { values, update: [UPDATE, params] })
  return values
}

/** Sets the highest ids of a locked board after its content was replaced. */
export async function restartIds(
  tx: Transaction,
  board: string,
  ids: Counters = { task: 0, checklist_item: 0, comment: 0, attachment: 0 },
): Promise<void> {
  await tx.all(RESTART, [...COUNTERS.map((counter) => ids[counter]), board])
  tx.locked.set(board, { values: { ...ids, advances: 0 } })
}

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

/** Deletes the tasks of a locked board with their comments and attachments, and ends its sessions. */
export async function emptyBoard(tx: Transaction, board: string): Promise<void> {
  for (const table of ['session', 'task']) {
    await tx.all(`DELETE FROM ${table} WHERE board_id = ?`, [board])
  }
}
