import type { Attachment } from '../../schemas/attachment.js'
import type { Comment } from '../../schemas/comment.js'
import { PRIORITIES, STATUSES } from '../../schemas/enumerations.js'
import type { ChecklistItem, Task } from '../../schemas/task.js'
import type { Dialect, Value } from '../database.js'
import type { TaskValues } from '../store.js'
import { searchText } from './search.js'

/** A task as read with `taskColumns`. */
export interface TaskRow {
  id: number
  title: string
  description: string | null
  status: number
  priority: number
  due_date: string | null
  sort_order: number
  labels: string
  checklist_items: string
  comments: string
  attachments: string
  created_at: string
  updated_at: string
}

/**
 * Returns the columns of the full task. Its comments and attachments are aggregated, so that one statement reads it.
 */
export function taskColumns({ jsonArray, jsonObject }: Dialect): string {
  const comment = jsonObject({ id: 'id', text: 'text', createdAt: 'created_at', updatedAt: 'updated_at' })
  const attachment = jsonObject({
    id: 'id',
    fileName: 'file_name',
    contentType: 'content_type',
    fileSizeBytes: 'file_size_bytes',
    uploadedAt: 'uploaded_at',
  })
  const ofTask = 'WHERE board_id = task.board_id AND task_id = task.id'
  return `task.id, task.title, task.description, task.status, task.priority, task.due_date, task.sort_order,
    task.labels, task.checklist_items, task.created_at, task.updated_at,
    (SELECT ${jsonArray(comment, 'id')} FROM comment ${ofTask}) AS comments,
    (SELECT ${jsonArray(attachment, 'id')} FROM attachment ${ofTask}) AS attachments`
}

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: STATUSES[row.status] as Task['status'],
    priority: PRIORITIES[row.priority] as Task['priority'],
    dueDate: row.due_date,
    sortOrder: row.sort_order,
    labels: JSON.parse(row.labels) as string[],
    checklistItems: JSON.parse(row.checklist_items) as ChecklistItem[],
    comments: JSON.parse(row.comments) as Comment[],
    attachments: JSON.parse(row.attachments) as Attachment[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
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
    checklist_items: JSON.stringify(checklistItems),
    search_text: searchText(values),
  }
}
