import { BoardNotFound } from '../../contract/errors.js'
import { type Json, parseJson } from '../../contract/json.js'
import type { Task } from '../../contract/schemas/task.js'
import { LAST_IDS } from '../board-transaction.js'
import { groupBySize, joinTasks, parseTasks } from '../content-pieces.js'
import type { Database, LastIds, Queryable } from '../database.js'
import type { BoardMethods, BoardQuota, ContentTask } from '../store.js'
import { emptyBoard } from './board-state.js'
import { settingOf } from './class-settings.js'
import { deleteDefectNotes } from './defects.js'
import { restartPlan, toPlan } from './fault-plan.js'
import { addUsage, insertTasks, type NewContentTask } from './insert-tasks.js'
import { POSITIONS } from './lanes.js'
import { type QuotaOf, requireFits } from './quotas.js'
import { fillRuns } from './runs.js'
import { taskJson } from './task-row.js'

const BOARD = `
  SELECT ${LAST_IDS}, fault_seed AS seed, fault_ordinal AS ordinal,
    ${settingOf('fault_settings')} AS settings
  FROM board WHERE id = ? AND deleted_at IS NULL`

/** Counts the characters of the long columns, and about as many as the JSON text has for the rest of a row. */
const MEASURE = `
  SELECT
    (SELECT coalesce(sum(length(title) + coalesce(length(description), 0) + length(labels) + length(checklist_items)
       + 200), 0)
     FROM task WHERE board_id = ?) +
    (SELECT coalesce(sum(length(text) + 80), 0) FROM comment WHERE board_id = ?) AS characters,
    (SELECT coalesce(sum(file_size_bytes), 0) FROM attachment WHERE board_id = ?) AS bytes`

/** A query for the total size of the attachments of a row of `task`, or NULL if it has none. */
const FILE_BYTES = `
  SELECT sum(file_size_bytes) FROM attachment WHERE attachment.board_id = task.board_id AND attachment.task_id = task.id`

const FILES = 'SELECT id, bytes FROM attachment WHERE board_id = ? AND task_id BETWEEN ? AND ?'

interface TaskRow {
  id: number
  json: Json<Task>
  bytes: number | null
}

type BoardRow = LastIds & NonNullable<Parameters<typeof toPlan>[0]>

/** Decodes the bytes of the attachments of a task. */
function decode({ attachments, ...task }: ContentTask): NewContentTask {
  return {
    ...task,
    attachments: attachments.map(({ data, ...attachment }) => ({ ...attachment, bytes: Buffer.from(data, 'base64') })),
  }
}

/** Adds the bytes of its attachments to the JSON text of a task. */
function withFiles(json: Json<Task>, files: ReadonlyMap<number, Uint8Array>): string {
  const task = parseJson(json)
  const attachments = task.attachments.map(({ id, fileName, contentType, uploadedAt }) => {
    const { buffer, byteOffset, byteLength } = files.get(id) as Uint8Array
    const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
    return { id, fileName, contentType, uploadedAt, data }
  })
  return JSON.stringify({ ...task, attachments } satisfies ContentTask)
}

/** The methods of the store on the content of a board as a whole. */
export function boardContentMethods(database: Database, quotaOf: QuotaOf) {
  const select = `
    SELECT task.id, ${taskJson(database.dialect, 'placed.position')} AS json, (${FILE_BYTES}) AS bytes
    FROM (${POSITIONS}) AS placed JOIN task ON task.board_id = ? AND task.id = placed.id ORDER BY task.id`

  /** Renders consecutive tasks. */
  async function renderPiece(state: Queryable, board: string, rows: readonly TaskRow[]): Promise<Uint8Array> {
    const withBytes = rows.filter(({ bytes }) => bytes !== null)
    const [first, last] = [withBytes[0], withBytes.at(-1)]
    if (first === undefined || last === undefined) return joinTasks(rows.map(({ json }) => json))
    const files = await state.all<{ id: number; bytes: Uint8Array }>(FILES, [board, first.id, last.id])
    const bytesOf = new Map(files.map(({ id, bytes }) => [id, bytes]))
    return joinTasks(rows.map(({ json, bytes }) => (bytes === null ? json : withFiles(json, bytesOf))))
  }

  /** Reads the tasks of a board. The thread does other work between the pieces. */
  async function readTasks(state: Queryable, board: string): Promise<Uint8Array[]> {
    const rows = await state.all<TaskRow>(select, [board, board])
    const pieces: Uint8Array[] = []
    for (const group of groupBySize(rows, ({ json, bytes }) => json.length + Number(bytes))) {
      pieces.push(await renderPiece(state, board, group))
      await new Promise(setImmediate)
    }
    return pieces
  }

  return {
    async readContent(board) {
      return database.readTransaction(async (state) => {
        const [row] = await state.all<BoardRow>(BOARD, [board])
        if (row === undefined) throw new BoardNotFound()
        const { seed, ordinal, settings, ...lastIds } = row
        return {
          lastIds,
          tasks: await readTasks(state, board),
          faults: toPlan({ seed, ordinal, settings }),
        }
      })
    },

    async replaceContent(board, { lastIds, tasks: pieces, faults }) {
      const quota = quotaOf(board)
      await database.changeBoard(board, async (tx) => {
        await emptyBoard(tx, board)
        const usage: BoardQuota = { tasks: 0, comments: 0, attachmentBytes: 0 }
        for (const piece of pieces) {
          const tasks = parseTasks(piece).map(decode)
          addUsage(usage, tasks)
          requireFits(usage, quota)
          await insertTasks(tx, board, tasks)
        }
        tx.addUsage(usage)
        await fillRuns(tx, board)
        await deleteDefectNotes(tx, board)
        const settings = faults.settings === null ? null : JSON.stringify(faults.settings)
        await restartPlan(tx, board, { fault_settings: settings, fault_seed: faults.seed }, faults.ordinal)
        tx.restartIds(lastIds)
      })
    },

    async measureContent(board) {
      const [row] = await database.all<{ characters: number; bytes: number }>(MEASURE, [board, board, board])
      return { characters: Number(row?.characters), attachmentBytes: Number(row?.bytes) }
    },
  } satisfies Partial<BoardMethods>
}
