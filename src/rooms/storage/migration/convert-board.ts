import { PRIORITIES, STATUSES } from '../../../contract/schemas/enumerations.js'
import type { ChecklistItem } from '../../../contract/schemas/task.js'
import { convertTraining, DEFECTS_NUMBER } from './convert-training.js'
import { type Converted, groupBy, isTrue, type OldRow, type OldTables, pad, parse, pick } from './old-rows.js'

/** The gap between two neighbours in a column. */
const GAP = 2 ** 20

/** What is before the number of an attachment in the key of its bytes. */
export const FILE_PREFIX = 'file-'

/** Yields the items of a board, in no order. Bytes are copied by another statement. */
export async function* convertBoard(old: OldTables, board: OldRow): AsyncGenerator<Converted> {
  const id = board.id as string
  const lastIds = {
    ...{ task: board.last_task_id, checklistItem: board.last_checklist_item_id },
    ...{ comment: board.last_comment_id, attachment: board.last_attachment_id },
  }
  yield ['ids', 'last', lastIds]
  if (board.signing_key !== null) yield ['key', 'signing', { key: board.signing_key }]
  const { fault_seed, fault_ordinal, fault_restarts, defects } = board
  yield ['fault-plan', 'current', { seed: fault_seed, ordinal: fault_ordinal, restarts: fault_restarts }]
  // In a class, the class has the names of the defects; the board has its notes.
  if (defects !== null) yield ['defect-notes', String(DEFECTS_NUMBER), parse(defects)]
  yield* convertTasks(old, id)
  for await (const row of old.rows('comment', 'id', id)) {
    yield ['comment', pad(row.id), { task: row.task_id, ...pick(row, 'id', 'text', 'created_at', 'updated_at') }]
  }
  for await (const row of old.rows('session', 'id', id)) {
    const sql = 'SELECT hash, used FROM {refresh_token} WHERE board_id = ? AND session_id = ? ORDER BY expires_at'
    const tokens = (await old.read(sql, id, row.id as string)).map(({ hash, used }) => ({ hash, isUsed: isTrue(used) }))
    yield ['session', row.id as string, { ...pick(row, 'username', 'expires_at'), generation: 0, tokens }]
  }
  yield* convertTraining(old, board)
}

/** Yields the tasks of a board, column by column. */
async function* convertTasks(old: OldTables, board: string): AsyncGenerator<Converted> {
  const columns = 'task_id, id, file_name, content_type, file_size_bytes, uploaded_at'
  const attachments = await old.read(`SELECT ${columns} FROM {attachment} WHERE board_id = ? ORDER BY id`, board)
  const files = groupBy(attachments, 'task_id')
  const places = STATUSES.map(() => 0)
  for (const run of await old.read('SELECT * FROM {run} WHERE board_id = ? ORDER BY status, rank', board)) {
    const status = run.status as number
    const sql = 'SELECT * FROM {task} WHERE board_id = ? AND status = ? AND run_id = ? ORDER BY sort_key, id'
    for (const task of await old.read(sql, board, status, run.id as number)) {
      const place = (places[status] as number) + 1
      places[status] = place
      yield ['task', pad(task.id), toTask(task, place, files.get(task.id) ?? [])]
    }
  }
  for (const { id } of attachments) yield ['file', FILE_PREFIX + id, {}]
}

function toTask(task: OldRow, place: number, files: readonly OldRow[]): object {
  const checklist: ChecklistItem[] = parse(task.checklist_items)
  return {
    ...pick(task, 'id', 'title', 'description'),
    status: STATUSES[task.status as number],
    priority: PRIORITIES[task.priority as number],
    ...pick(task, 'due_date'),
    sortOrder: place * GAP,
    labels: parse(task.labels),
    checklistItems: checklist.map(({ id, text, done }) => ({ id, text, done })),
    comments: [],
    attachments: files.map((file) => pick(file, 'id', 'file_name', 'content_type', 'file_size_bytes', 'uploaded_at')),
    ...pick(task, 'created_at', 'updated_at'),
    ...(files.length > 0 && { blobs: files.map(({ id }) => FILE_PREFIX + id) }),
  }
}
