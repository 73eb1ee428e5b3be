import type { Attachment } from '../../contract/schemas/attachment.js'
import type { Comment } from '../../contract/schemas/comment.js'
import { PRIORITIES, STATUSES } from '../../contract/schemas/enumerations.js'
import type { Task } from '../../contract/schemas/task.js'

/**
 * A task as a board keeps it: the text of its JSON, and the values by which lists sort and search. It never changes. The
 * text has neither the position nor the comments, because they change without the task.
 */
export interface TaskRecord {
  readonly id: number
  /** The place in the column: tasks are in the order of their keys. */
  readonly key: number
  /** The index of the status in `STATUSES`, and of the priority in `PRIORITIES`. */
  readonly status: number
  readonly priority: number
  readonly dueDate: string | null
  readonly createdAt: string
  readonly updatedAt: string
  /** The title in a form that `<` compares by code points (decision 14). */
  readonly title: string
  /** The texts that a search reads, separated by U+0000, which no text contains (decision 39). */
  readonly searched: string
  /** The text before the position, between the position and the comments, and after the comments. */
  readonly head: string
  readonly middle: string
  readonly tail: string
  readonly comments: readonly CommentRecord[]
  /** The keys of the bytes of the attachments, in their order. */
  readonly blobs: readonly string[]
  readonly attachmentBytes: number
  /** The size of the rows of the task and of its comments in bytes. */
  readonly size: number
}

/** A comment as a board keeps it. */
export interface CommentRecord {
  readonly id: number
  readonly json: string
  /** The size of its row in bytes. */
  readonly size: number
}

/** A task without what is kept outside of its text. */
export type TaskText = Omit<Task, 'sortOrder' | 'comments'>

/** Shared by all tasks without comments or without attachments. */
const NONE: readonly never[] = []

/** The bytes that the key of a task takes in its row, and the id of the task in the row of a comment. */
const NUMBER_BYTES = 16

/**
 * Returns the record of a task.
 *
 * @param task the task. Other fields, such as those that a snapshot can have, are left out.
 * @param key its place in the column
 * @param blobs the keys of the bytes of its attachments
 */
export function toRecord(
  task: TaskText,
  key: number,
  comments: readonly CommentRecord[] = NONE,
  blobs: readonly string[] = NONE,
): TaskRecord {
  const { id, title, description, status, priority, dueDate, labels, createdAt, updatedAt } = task
  const text = JSON.stringify({
    id,
    title,
    description,
    status,
    priority,
    dueDate,
    sortOrder: key,
    labels,
    checklistItems: task.checklistItems.map(({ id, text, done }) => ({ id, text, done })),
    comments: [],
    attachments: task.attachments.map(toAttachment),
    createdAt,
    updatedAt,
  } satisfies Task)
  return divide(text, task, key, comments, blobs)
}

function toAttachment({ id, fileName, contentType, fileSizeBytes, uploadedAt }: Attachment): Attachment {
  return { id, fileName, contentType, fileSizeBytes, uploadedAt }
}

/** Returns the text of the row of a task: its JSON with the key as the position, and the keys of its bytes. */
export function toRow({ head, key, middle, tail, blobs }: TaskRecord): string {
  const text = `${head}${key}${middle}${tail}`
  return blobs.length === 0 ? text : `${text.slice(0, -1)}${BLOBS}${JSON.stringify(blobs)}}`
}

/** Returns the record of a task without comments. */
export function fromRow(row: string): TaskRecord {
  const { blobs = NONE, ...task }: Task & { blobs?: readonly string[] } = JSON.parse(row)
  const text = blobs.length === 0 ? row : `${row.slice(0, row.lastIndexOf(BLOBS))}}`
  return divide(text, task, task.sortOrder, NONE, blobs)
}

/** Divides the JSON text of a task. No value has text like these names: within a text, a quotation mark is escaped. */
function divide(
  text: string,
  task: TaskText,
  key: number,
  comments: readonly CommentRecord[],
  blobs: readonly string[],
): TaskRecord {
  const { id, title, description, status, priority, dueDate, labels, attachments, createdAt, updatedAt } = task
  const position = text.indexOf(POSITION) + POSITION.length
  const labelsStart = text.indexOf(LABELS, position)
  const commentsStart = text.indexOf(COMMENTS, labelsStart) + COMMENTS.length
  return {
    id,
    key,
    status: STATUSES.indexOf(status),
    priority: PRIORITIES.indexOf(priority),
    dueDate,
    createdAt,
    // Equal texts share their memory.
    updatedAt: updatedAt === createdAt ? createdAt : updatedAt,
    title: toCodePointOrder(title),
    searched: [title, description, ...labels].join('\0'),
    head: text.slice(0, position),
    middle: text.slice(labelsStart, commentsStart),
    tail: text.slice(commentsStart),
    comments,
    blobs,
    attachmentBytes: attachments.reduce((sum, { fileSizeBytes }) => sum + fileSizeBytes, 0),
    // Does not depend on the key, which changes without the text.
    size: Buffer.byteLength(text) - (labelsStart - position) + NUMBER_BYTES + sizeOf(comments),
  }
}

const POSITION = ',"sortOrder":'
const LABELS = ',"labels":'
const COMMENTS = ',"comments":['
const BLOBS = ',"blobs":'

/** Returns the JSON text of the full task, byte for byte as responses contain it. */
export function renderTask({ head, middle, tail, comments }: TaskRecord, position: number): string {
  return `${head}${position}${middle}${joinComments(comments)}${tail}`
}

function joinComments(comments: readonly CommentRecord[]): string {
  return comments.length === 0 ? '' : comments.map(({ json }) => json).join(',')
}

/** Returns the values of a task at a position. */
export function taskOf(record: TaskRecord, position: number): Task {
  return JSON.parse(renderTask(record, position))
}

/**
 * Returns a task with other comments.
 *
 * @param growth the number of bytes by which its rows grow
 */
export function withComments(record: TaskRecord, comments: readonly CommentRecord[], growth: number): TaskRecord {
  return { ...record, comments, size: record.size + growth }
}

/** Returns the record of a comment. */
export function toComment({ id, text, createdAt, updatedAt }: Comment): CommentRecord {
  const json = `{"id":${id},"text":${JSON.stringify(text)},"createdAt":"${createdAt}","updatedAt":"${updatedAt}"}`
  return { id, json, size: Buffer.byteLength(json) + NUMBER_BYTES }
}

/** Returns the size of the rows of some comments in bytes. */
export function sizeOf(comments: readonly CommentRecord[]): number {
  return comments.reduce((sum, { size }) => sum + size, 0)
}

/**
 * Changes a text so that `<` compares it by code points. JavaScript compares UTF-16 code units, and surrogates are smaller
 * than U+E000 to U+FFFF.
 */
function toCodePointOrder(text: string): string {
  return text.replace(/[\ud800-\uffff]/g, (unit) =>
    String.fromCharCode(unit.charCodeAt(0) + (unit < '\ue000' ? 0x2000 : -0x800)),
  )
}
