import type { Attachment } from '../../contract/schemas/attachment.js'
import type { Comment } from '../../contract/schemas/comment.js'
import { PRIORITIES, STATUSES } from '../../contract/schemas/enumerations.js'
import type { Task } from '../../contract/schemas/task.js'
import { ITEM_BYTES } from './items.js'

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
  /** Their approximate size in memory in bytes. */
  readonly memory: number
}

/** A comment as a board keeps it. */
export interface CommentRecord {
  readonly id: number
  readonly json: string
  /** The size of its row in bytes. */
  readonly size: number
  /** Its approximate size in memory in bytes. */
  readonly memory: number
}

/** A task without what is kept outside of its text. */
type TaskText = Omit<Task, 'sortOrder' | 'comments'>

/** Shared by all tasks without comments or without attachments. */
const NONE: readonly never[] = []

/** The bytes that the key of a task takes in its row, and the id of the task in the row of a comment. */
const NUMBER_BYTES = 16

/** What a task takes in memory besides its texts, in bytes (measured with Node.js 20). */
const TASK_BYTES = 320

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

/** Where the text of a task is divided. No value has such a text: within a text, a quotation mark is escaped. */
const POSITION = ',"sortOrder":'
const LABELS = ',"labels":'
const COMMENTS = ',"comments":['

/** Divides the JSON text of a task. */
function divide(
  text: string,
  task: TaskText,
  key: number,
  comments: readonly CommentRecord[],
  blobs: readonly string[],
): TaskRecord {
  const { id, title, description, dueDate, labels, createdAt, updatedAt } = task
  const headEnd = text.indexOf(POSITION) + POSITION.length
  const middleStart = text.indexOf(LABELS, headEnd)
  const middleEnd = text.indexOf(COMMENTS, middleStart) + COMMENTS.length
  const ordered = toCodePointOrder(title)
  const searched = [title, description, ...labels].join('\0')
  return {
    id,
    key,
    status: STATUSES.indexOf(task.status),
    priority: PRIORITIES.indexOf(task.priority),
    dueDate,
    createdAt,
    // Equal texts share their memory.
    updatedAt: updatedAt === createdAt ? createdAt : updatedAt,
    title: ordered,
    searched,
    head: text.slice(0, headEnd),
    middle: text.slice(middleStart, middleEnd),
    tail: text.slice(middleEnd),
    comments,
    blobs,
    attachmentBytes: task.attachments.reduce((sum, { fileSizeBytes }) => sum + fileSizeBytes, 0),
    // Does not depend on the key, which changes without the text.
    size: Buffer.byteLength(text) - (middleStart - headEnd) + NUMBER_BYTES + sum(comments, 'size'),
    memory:
      TASK_BYTES + bytesInMemory(text) + bytesInMemory(ordered) + bytesInMemory(searched) + sum(comments, 'memory'),
  }
}

/** Returns an attachment without other fields. */
function toAttachment({ id, fileName, contentType, fileSizeBytes, uploadedAt }: Attachment): Attachment {
  return { id, fileName, contentType, fileSizeBytes, uploadedAt }
}

/** Returns the JSON text of the full task, byte for byte as responses contain it. */
export function renderTask({ head, middle, tail, comments }: TaskRecord, position: number): string {
  const texts = comments.length === 0 ? '' : comments.map(({ json }) => json).join(',')
  return `${head}${position}${middle}${texts}${tail}`
}

const BLOBS = ',"blobs":'

/** Returns the text of the row of a task: its JSON with the key as the position, without comments, and its blobs. */
export function toRow(record: TaskRecord): string {
  const { key, blobs } = record
  const text = renderTask({ ...record, comments: NONE }, key)
  return blobs.length === 0 ? text : `${text.slice(0, -1)}${BLOBS}${JSON.stringify(blobs)}}`
}

/**
 * Returns the record of a task.
 *
 * @param comments the comments by the id of their task
 */
export function fromRow(row: string, comments: ReadonlyMap<number, readonly CommentRecord[]>): TaskRecord {
  const task: Task & { blobs?: readonly string[] } = JSON.parse(row)
  const text = task.blobs === undefined ? row : `${row.slice(0, row.lastIndexOf(BLOBS))}}`
  return divide(text, task, task.sortOrder, comments.get(task.id) ?? NONE, task.blobs ?? NONE)
}

/** Returns the values of a task at a position. */
export function taskOf(record: TaskRecord, position: number): Task {
  return JSON.parse(renderTask(record, position))
}

/** Returns a task with other comments. */
export function withComments(record: TaskRecord, comments: readonly CommentRecord[]): TaskRecord {
  const changed = (of: 'size' | 'memory') => record[of] + sum(comments, of) - sum(record.comments, of)
  return { ...record, comments, size: changed('size'), memory: changed('memory') }
}

/** Returns the record of a comment. */
export function toComment({ id, text, createdAt, updatedAt }: Comment): CommentRecord {
  const json = `{"id":${id},"text":${JSON.stringify(text)},"createdAt":"${createdAt}","updatedAt":"${updatedAt}"}`
  return { id, json, size: Buffer.byteLength(json) + NUMBER_BYTES, memory: bytesInMemory(json) + ITEM_BYTES }
}

/** Returns the size of some comments in bytes: that of their rows, or that in memory. */
function sum(comments: readonly CommentRecord[], of: 'size' | 'memory'): number {
  return comments.reduce((total, comment) => total + comment[of], 0)
}

/** Returns the size of a text in memory. One character above U+00FF makes all of them take two bytes. */
function bytesInMemory(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? text.length * 2 : text.length
}

/** Returns the later timestamp: `updatedAt` never goes back, even when the clock does (decision 22). */
export function later(a: string, b: string): string {
  return a > b ? a : b
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
