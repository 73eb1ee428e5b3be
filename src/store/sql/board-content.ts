import { BoardNotFound } from '../../errors.js'
import { type Json, parseJson } from '../../json.js'
import type { Task } from '../../schemas/task.js'
import type { Database, LastIds, Queryable } from '../database.js'
import type { BoardContent, BoardMethods, BoardQuota } from '../store.js'
import { emptyBoard } from './board-state.js'
import { RESTART_AT, toPlan } from './fault-plan.js'
import { insertRows, type Row } from './insert-rows.js'
import { POSITIONS } from './lanes.js'
import { type QuotaOf, requireWithin } from './quotas.js'
import { fillRuns, placeAt } from './runs.js'
import { taskJson, toValueColumns } from './task-row.js'

/** The number of attachments that one statement writes. Each can have 1 MiB. */
const ATTACHMENT_ROWS = 4

const BOARD = `
  SELECT last_task_id AS task, last_checklist_item_id AS checklist_item, last_comment_id AS comment,
    last_attachment_id AS attachment, fault_seed AS seed, fault_ordinal AS ordinal, fault_settings AS settings
  FROM board WHERE id = ? AND deleted_at IS NULL`

/** Counts the characters of the long columns only. */
const MEASURE = `
  SELECT
    (SELECT coalesce(sum(length(title) + coalesce(length(description), 0) + length(labels) + length(checklist_items)), 0)
     FROM task WHERE board_id = ?) +
    (SELECT coalesce(sum(length(text)), 0) FROM comment WHERE board_id = ?) AS characters,
    (SELECT coalesce(sum(file_size_bytes), 0) FROM attachment WHERE board_id = ?) AS bytes`

type BoardRow = LastIds & NonNullable<Parameters<typeof toPlan>[0]>

async function insertContent(tx: Queryable, board: string, { tasks }: BoardContent): Promise<void> {
  const taskRows = tasks.map(
    (task): Row => ({
      board_id: board,
      id: task.id,
      ...placeAt(task.sortOrder),
      created_at: task.createdAt,
      updated_at: task.updatedAt,
      ...toValueColumns(task, task.checklistItems),
    }),
  )
  await insertRows(tx, 'task', taskRows)
  await fillRuns(tx, board)
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
  const select = `
    SELECT ${taskJson(database.dialect, 'placed.position')} AS json FROM (${POSITIONS}) AS placed
    JOIN task ON task.board_id = ? AND task.id = placed.id ORDER BY task.id`

  return {
    async readContent(board) {
      return database.readTransaction(async (state) => {
        const [row] = await state.all<BoardRow>(BOARD, [board])
        if (row === undefined) throw new BoardNotFound()
        const { seed, ordinal, settings, ...lastIds } = row
        const tasks = (await state.all<{ json: Json<Task> }>(select, [board, board])).map(({ json }) => parseJson(json))
        const files = await state.all<{ id: number; bytes: Uint8Array }>(
          'SELECT id, bytes FROM attachment WHERE board_id = ?',
          [board],
        )
        const bytesOf = new Map(files.map(({ id, bytes }) => [id, bytes]))
        return {
          lastIds: {
            task: lastIds.task,
            checklistItem: lastIds.checklist_item,
            comment: lastIds.comment,
            attachment: lastIds.attachment,
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
      })
    },

    async replaceContent(board, content) {
      const { lastIds, faults } = content
      requireFits(content, quotaOf(board))
      await database.changeBoard(board, async (tx) => {
        await emptyBoard(tx, board)
        await insertContent(tx, board, content)
        await tx.all(`UPDATE board SET fault_settings = ?, fault_seed = ?, ${RESTART_AT} WHERE id = ?`, [
          faults.settings === null ? null : JSON.stringify(faults.settings),
          faults.seed,
          faults.ordinal,
          board,
        ])
        tx.restartIds({
          task: lastIds.task,
          checklist_item: lastIds.checklistItem,
          comment: lastIds.comment,
          attachment: lastIds.attachment,
        })
      })
    },

    async measureContent(board) {
      const [row] = await database.all<{ characters: number; bytes: number }>(MEASURE, [board, board, board])
      return { characters: Number(row?.characters), attachmentBytes: Number(row?.bytes) }
    },
  } satisfies Partial<BoardMethods>
}
