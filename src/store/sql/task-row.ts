import { PRIORITIES, STATUSES } from '../../contract/schemas/enumerations.js'
import type { ChecklistItem } from '../../contract/schemas/task.js'
import type { Dialect, Value } from '../database.js'
import type { TaskValues } from '../store.js'
import { POSITION } from './lanes.js'
import { searchText } from './search.js'

/** An expression for a JSON object. `members` has an expression for the JSON text of each value. */
function jsonObject(members: Readonly<Record<string, string>>): string {
  const parts = Object.entries(members).flatMap(([key, json], index) => [`'${index === 0 ? '{' : ','}"${key}":'`, json])
  return `concat(${parts.join(', ')}, '}')`
}

/** An expression for the JSON text of an enumerated value that is stored as its index. */
function jsonEnum(column: string, values: readonly string[]): string {
  return `CASE ${column} ${values.map((value, index) => `WHEN ${index} THEN '"${value}"'`).join(' ')} END`
}

/** An expression for a JSON array of the comments or attachments of a task. */
function jsonParts({ joinInOrder }: Dialect, table: 'comment' | 'attachment', element: string): string {
  const ordered = `SELECT id, ${element} AS json FROM ${table} WHERE board_id = task.board_id AND task_id = task.id ORDER BY id`
  return `concat('[', (SELECT ${joinInOrder('json', 'ORDER BY id')} FROM (${ordered}) AS part), ']')`
}

/**
 * Returns an expression for the JSON text of the full task. The keys have the order of the schema `Task`.
 *
 * @param sortOrder an expression for the position of the task
 */
export function taskJson(dialect: Dialect, sortOrder = POSITION): string {
  const { jsonText } = dialect
  const comment = {
    id: 'id',
    text: jsonText('text'),
    createdAt: jsonText('created_at'),
    updatedAt: jsonText('updated_at'),
  }
  const attachment = {
    id: 'id',
    fileName: jsonText('file_name'),
    contentType: jsonText('content_type'),
    fileSizeBytes: 'file_size_bytes',
    uploadedAt: jsonText('uploaded_at'),
  }
  return jsonObject({
    id: 'task.id',
    title: jsonText('task.title'),
    description: jsonText('task.description'),
    status: jsonEnum('task.status', STATUSES),
    priority: jsonEnum('task.priority', PRIORITIES),
    dueDate: jsonText('task.due_date'),
    sortOrder,
    // These columns contain JSON text.
    labels: 'task.labels',
    checklistItems: 'task.checklist_items',
    comments: jsonParts(dialect, 'comment', jsonObject(comment)),
    attachments: jsonParts(dialect, 'attachment', jsonObject(attachment)),
    createdAt: jsonText('task.created_at'),
    updatedAt: jsonText('task.updated_at'),
  })
}

/** The columns that `toValueColumns` fills. */
export const VALUE_COLUMNS = [
  'title',
  'description',
  'status',
  'priority',
  'due_date',
  'labels',
  'checklist_items',
  'search_text',
] as const

type ValueColumn = (typeof VALUE_COLUMNS)[number]

/** Returns the columns that hold the values of a task. */
export function toValueColumns(values: TaskValues, checklistItems: ChecklistItem[]): Record<ValueColumn, Value> {
  return {
    title: values.title,
    description: values.description,
    status: STATUSES.indexOf(values.status),
    priority: PRIORITIES.indexOf(values.priority),
    due_date: values.dueDate,
    labels: JSON.stringify(values.labels),
    // A snapshot can have the fields in another order, and other fields besides.
    checklist_items: JSON.stringify(checklistItems.map(({ id, text, done }) => ({ id, text, done }))),
    search_text: searchText(values),
  }
}
