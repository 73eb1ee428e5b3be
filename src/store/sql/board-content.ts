import { BoardNotFound } from '../../errors.js'
import type { Database, Transaction } from '../database.js'
import type { BoardContent, BoardMethods, BoardQuota, QuotaOf } from '../store.js'
import { type Counters, emptyBoard, lockBoard, restartIds } from './boards.js'
import { toPlan } from './fault-plan.js'
import { insertRows, type Row } from './insert-rows.js'
import { requireWithin } from './quotas.js'
import { type TaskRow, taskColumns, toTask, toValueColumns } from './task-row.js'

/** The number of attachments that one statement writes. Each can have 1 MiB. */
const ATTACHMENT_ROWS = 4

/** Locks the board, so that everything read in the transaction is of the same moment. */
const LOCK = `
  UPDATE board SET name = name WHERE id = ? AND deleted_at IS NULL
  RETURNING last_task_id AS task, last_checklist_item_id AS checklist_item, last_comment_id AS comment,
    last_attachment_id AS attachment, fault_seed AS seed, fault_ordinal AS ordinal, fault_settings AS settings`

/** Counts the characters of the long columns only. */
const MEASURE = `
  SELECT
    (SELECT coalesce(sum(length(title) + coalesce(length(description), 0) + length(labels) + length(checklist_items)), 0)
     FROM task WHERE board_id = ?) +
    (SELECT coalesce(sum(length(text)), 0) FROM comment WHERE board_id = ?) AS characters,
    (SELECT coalesce(sum(file_size_bytes), 0) FROM attachment WHERE board_id = ?) AS bytes`

type LockedBoard = Counters & Parameters<typeof toPlan>[0]

async function insertContent(tx: Transaction, board: string, { tasks }: BoardContent): Promise<void> {
  const taskRows = tasks.map(
    (task): Row => ({
      board_id: board,
      id: task.id,
      sort_order: task.sortOrder,
      created_at: task.createdAt,
      updated_at: task.updatedAt,
      ...toValueColumns(task, task.checklistItems),
    }),
  )
  await insertRows(tx, 'task', taskRows)
  const comments = tasks.flatMap((task) =>
    task.comments.map(
      ({ id, text, createdAt, updatedAt }): Row => ({
        board_id: board,
        id,
        task_id: task.id,
        text,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
    ),
  )
  await insertRows(tx, 'comment', comments)
  const attachments = tasks.flatMap((task) =>
    task.attachments.map(
      ({ id, fileName, contentType, uploadedAt, bytes }): Row => ({
        board_id: board,
        id,
        task_id: task.id,
        file_name: fileName,
        content_type: contentType,
        file_size_bytes: bytes.length,
        uploaded_at: uploadedAt,
        bytes,
      }),
    ),
  )
  await insertRows(tx, 'attachment', attachments, ATTACHMENT_ROWS)
}

/** @throws BoardFull if the content exceeds the quota */
function requireFits({ tasks }: BoardContent, quota: BoardQuota | undefined): void {
  if (quota === undefined) return
  const files = tasks.flatMap((task) => task.attachments)
  const sizes = {
    tasks: tasks.length,
    comments: tasks.reduce((total, task) => total + task.comments.length, 0),
    attachmentBytes: files.reduce((total, { bytes }) => total + bytes.length, 0),
  }
  for (const [kind, size] of Object.entries(sizes) as [keyof BoardQuota, number][]) {
    requireWithin(quota, kind, size)
  }
}

/** The methods of the store on the content of a board as a whole. */
export function boardContentMethods(database: Database, quotaOf: QuotaOf) {
  const select = `SELECT ${taskColumns(database.dialect)} FROM task WHERE task.board_id = ? ORDER BY task.id`

  return {
    async readContent(board) {
      return database.transaction(async (tx) => {
        const [row] = await tx.all<LockedBoard>(LOCK, [board])
        if (row === undefined) throw new BoardNotFound()
        const { seed, ordinal, settings, ...stored } = row as Required<LockedBoard>
        // Other work in this transaction may have changed the counters in memory.
        const counters = (tx.locked.get(board)?.values ?? stored) as Counters
        const tasks = (await tx.all<TaskRow>(select, [board])).map(toTask)
        const files = await tx.all<{ id: number; bytes: Uint8Array }>(
          'SELECT id, bytes FROM attachment WHERE board_id = ?',
          [board],
        )
        const bytesOf = new Map(files.map(({ id, bytes }) => [id, bytes]))
        return {
          lastIds: {
            task: counters.task,
            checklistItem: counters.checklist_item,
            comment: counters.comment,
            attachment: counters.attachment,
          },
          tasks: tasks.map((task) => ({
            ...task,
            attachments: task.attachments.map((attachment) => ({
              ...attachment,
              bytes: bytesOf.get(attachment.id) as Uint8Array,
            })),
          })),
          faults: toPlan({ seed, ordinal, settings }),
        }
      }, board)
    },

    async replaceContent(board, content) {
      const { lastIds, faults } = content
      requireFits(content, quotaOf(board))
      await database.transaction(async (tx) => {
        await lockBoard(tx, board)
        await emptyBoard(tx, board)
        await insertContent(tx, board, content)
        await tx.all('UPDATE board SET fault_settings = ?, fault_seed = ?, fault_ordinal = ? WHERE id = ?', [
          faults.settings === null ? null : JSON.stringify(faults.settings),
          faults.seed,
          faults.ordinal,
          board,
        ])
        await restartIds(tx, board, {
          task: lastIds.task,
          checklist_item: lastIds.checklistItem,
          comment: lastIds.comment,
          attachment: lastIds.attachment,
        })
      }, board)
    },

    async measureContent(board) {
      const [row] = await database.all<{ characters: number; bytes: number }>(MEASURE, [board, board, board])
      return { characters: Number(row?.characters), attachmentBytes: Number(row?.bytes) }
    },
  } satisfies Partial<BoardMethods>
}
