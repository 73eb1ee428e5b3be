import { PRIORITIES, STATUSES } from '../../../contract/schemas/enumerations.js'
import type { ChecklistItem } from '../../../contract/schemas/task.js'
import type { ItemRow } from '../storage.js'
import { convertTraining, DEFECTS_NUMBER } from './convert-training.js'
import { type Converted, isTrue, type OldRow, type OldTables, pad, parse } from './old-rows.js'

/** The gap between two neighbours in a column. */
const GAP = 2 ** 20

/** Returns the key of the bytes of an attachment. */
export const FILE_PREFIX = 'file-'

/** Yields the items of a board, in no order. Bytes are copied by another statement. */
export async function* convertBoard(old: OldTables, board: OldRow): AsyncGenerator<ItemRow> {
  const scope = board.id as string
  const row = ({ kind, id, value }: Converted): ItemRow => ({
    ...{ scope, kind, id, value: JSON.stringify(value) },
  })
  for (const item of settingsOf(board)) yield row(item)
  for await (const item of tasksOf(old, scope)) yield row(item)
  for await (const { id, task_id, text, created_at, updated_at } of old.of('comment', scope, 'id')) {
    const value = { task: task_id, id, text, createdAt: created_at, updatedAt: updated_at }
    yield row({ kind: 'comment', id: pad(id), value })
  }
  for await (const item of sessionsOf(old, scope)) yield row(item)
  for await (const item of convertTraining(old, board)) yield row(item)
}

function* settingsOf(board: OldRow): Generator<Converted> {
  yield {
    kind: 'ids',
    id: 'last',
    value: {
      task: board.last_task_id,
      checklistItem: board.last_checklist_item_id,
      comment: board.last_comment_id,
      attachment: board.last_attachment_id,
    },
  }
  const { signing_key, fault_seed, fault_ordinal, fault_restarts, defects } = board
  if (signing_key !== null) yield { kind: 'key', id: 'signing', value: { key: signing_key } }
  const plan = { seed: fault_seed, ordinal: fault_ordinal, restarts: fault_restarts }
  yield { kind: 'fault-plan', id: 'current', value: plan }
  // In a class, the class has the names of the defects; the board has its notes.
  if (defects !== null) yield { kind: 'defect-notes', id: String(DEFECTS_NUMBER), value: parse(defects) }
}

/** Yields the tasks of a board, column by column. */
async function* tasksOf(old: OldTables, board: string): AsyncGenerator<Converted> {
  const attachments = await attachmentsOf(old, board)
  const runs = await old.read('SELECT * FROM {run} WHERE board_id = ? ORDER BY status, rank', [board])
  const sql = 'SELECT * FROM {task} WHERE board_id = ? AND status = ? AND run_id = ? ORDER BY sort_key, id'
  const lengths = STATUSES.map(() => 0)
  for (const { status, id } of runs) {
    for (const task of await old.read(sql, [board, status as number, id as number])) {
      const place = (lengths[status as number] as number) + 1
      lengths[status as number] = place
      yield toTask(task, place, attachments.get(task.id as number) ?? [])
    }
  }
  for (const files of attachments.values()) {
    for (const { id } of files) yield { kind: 'file', id: FILE_PREFIX + id, value: {} }
  }
}

async function attachmentsOf(old: OldTables, board: string): Promise<Map<number, OldRow[]>> {
  const files = await old.read(
    `SELECT task_id, id, file_name, content_type, file_size_bytes, uploaded_at FROM {attachment}
     WHERE board_id = ? ORDER BY id`,
    [board],
  )
  const byTask = new Map<number, OldRow[]>()
  for (const file of files) byTask.set(file.task_id as number, [...(byTask.get(file.task_id as number) ?? []), file])
  return byTask
}

function toTask(task: OldRow, place: number, files: readonly OldRow[]): Converted {
  const checklist: ChecklistItem[] = parse(task.checklist_items)
  const value = {
    id: task.id,
    title: task.title,
    description: task.description,
    status: STATUSES[task.status as number],
    priority: PRIORITIES[task.priority as number],
    dueDate: task.due_date,
    sortOrder: place * GAP,
    labels: parse(task.labels),
    checklistItems: checklist.map(({ id, text, done }) => ({ id, text, done })),
    comments: [],
    attachments: files.map(({ id, file_name, content_type, file_size_bytes, uploaded_at }) => ({
      ...{ id, fileName: file_name, contentType: content_type, fileSizeBytes: file_size_bytes },
      uploadedAt: uploaded_at,
    })),
    createdAt: task.created_at,
    updatedAt: task.updated_at,
    ...(files.length > 0 && { blobs: files.map(({ id }) => FILE_PREFIX + id) }),
  }
  return { kind: 'task', id: pad(task.id), value }
}

/** Yields the sessions with the hashes of their refresh tokens. */
async function* sessionsOf(old: OldTables, board: string): AsyncGenerator<Converted> {
  const sql = 'SELECT hash, used FROM {refresh_token} WHERE board_id = ? AND session_id = ? ORDER BY expires_at'
  for await (const { id, username, expires_at } of old.of('session', board, 'id')) {
    const tokens = (await old.read(sql, [board, id as string])).map((token) => ({
      hash: token.hash,
      isUsed: isTrue(token.used),
    }))
    yield { kind: 'session', id: id as string, value: { username, expiresAt: expires_at, generation: 0, tokens } }
  }
}
