import type { Attachment } from '../../contract/schemas/attachment.js'
import type { Comment } from '../../contract/schemas/comment.js'
import { PRIORITIES, STATUSES } from '../../contract/schemas/enumerations.js'
import type { Task } from '../../contract/schemas/task.js'
import { ITEM_BYTES } from './items.js'

/**
 * A task as a board keeps it: the text of its JSON, and the values by which lists sort and search. It never changes. The
 * position and the comments are not in the text, because they change without the task.
 */
export type TaskRecord = Readonly<ReturnType<typeof fromText>>

/** A comment as a board keeps it. */
export interface CommentRecord {
  readonly id: number
  /** Its JSON with the id of its task before the other values. */
  readonly row: string
  /** The size of its row in bytes. */
  readonly size: number
  /** Its approximate size in memory in bytes. */
  readonly memory: number
}

/** A task without what is kept outside of its text. */
type TaskText = Omit<Task, 'sortOrder' | 'comments'>

/** Shared by all tasks without comments or without attachments. */
const NONE: readonly never[] = []

/** The bytes that the key of a task takes in its row. */
const NUMBER_BYTES = 16

/** What a task takes in memory besides its texts, in bytes (measured with Node.js 20). */
const TASK_BYTES = 300

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
  return fromText(text, task, key, comments, blobs)
}

/** The marks before the position and the comments. No value contains them, because JSON escapes quotation marks. */
const POSITION = ',"sortOrder":'
const COMMENTS = ',"comments":['

/** Returns the index after a mark in a text. */
const after = (text: string, mark: string, from = 0) => text.indexOf(mark, from) + mark.length

/** Returns the record of a task with a JSON text. */
function fromText(
  text: string,
  task: TaskText,
  key: number,
  comments: readonly CommentRecord[],
  blobs: readonly string[],
) {
  const { id, title, description, dueDate, labels, createdAt, updatedAt } = task
  const positionAt = after(text, POSITION)
  const ordered = toCodePointOrder(title)
  const searched = [title, description, ...labels].join('\0')
  return {
    id,
    /** The place in the column: tasks are in the order of their keys. */
    key,
    /** The index of the status in `STATUSES`, and of the priority in `PRIORITIES`. */
    status: STATUSES.indexOf(task.status),
    priority: PRIORITIES.indexOf(task.priority),
    dueDate,
    createdAt,
    // Equal texts share their memory.
    updatedAt: updatedAt === createdAt ? createdAt : updatedAt,
    /** The title in a form that `<` compares by code points (decision 14). */
    title: ordered,
    /** The texts that a search reads, separated by U+0000, which no text contains (decision 39). */
    searched,
    /** The JSON without comments. Its `sortOrder` is a placeholder: rows have the key there, responses the position. */
    text,
    /** Where the placeholder begins in the text. */
    positionAt,
    comments,
    /** The keys of the bytes of the attachments, in their order. */
    blobs,
    attachmentBytes: task.attachments.reduce((sum, { fileSizeBytes }) => sum + fileSizeBytes, 0),
    /** The size of the rows of the task and of its comments in bytes. The key, which changes without the text, has a fixed one. */
    size: Buffer.byteLength(text) - (text.indexOf(',', positionAt) - positionAt) + NUMBER_BYTES + sum(comments, 'size'),
    /** Their approximate size in memory in bytes. */
    memory: TASK_BYTES + bytesInMemory(text, ordered, searched) + sum(comments, 'memory'),
  }
}

/** Returns an attachment without other fields. */
function toAttachment({ id, fileName, contentType, fileSizeBytes, uploadedAt }: Attachment): Attachment {
  return { id, fileName, contentType, fileSizeBytes, uploadedAt }
}

/** Returns the JSON text of the full task, byte for byte as responses contain it. */
export function renderTask({ text, positionAt, comments }: TaskRecord, position: number): string {
  const start = text.slice(0, positionAt) + position
  const positionEnd = text.indexOf(',', positionAt)
  if (comments.length === 0) return start + text.slice(positionEnd)
  const commentsAt = after(text, COMMENTS, positionEnd)
  return start + text.slice(positionEnd, commentsAt) + comments.map(jsonOf).join(',') + text.slice(commentsAt)
}

const BLOBS = ',"blobs":'

/** Returns the text of the row of a task: its JSON without comments, with the key as `sortOrder`, and its blobs. */
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
  // See `toRow`.
  const key = task.sortOrder
  return fromText(text, task, key, comments.get(task.id) ?? NONE, task.blobs ?? NONE)
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

/** What is before the id of the task in the row of a comment. */
const TASK = '{"task":'

/** Returns the record of a comment of a task. */
export function toComment(task: number, { id, text, createdAt, updatedAt }: Comment): CommentRecord {
  return fromCommentRow(id, `${TASK}${task},${JSON.stringify({ id, text, createdAt, updatedAt }).slice(1)}`)
}

/** Returns the record of a comment with an id. */
export function fromCommentRow(id: number, row: string): CommentRecord {
  return { id, row, size: Buffer.byteLength(row), memory: bytesInMemory(row) + ITEM_BYTES }
}

/** Returns the id of the task of a comment. */
export function taskOfComment({ row }: CommentRecord): number {
  return Number.parseInt(row.slice(TASK.length), 10)
}

/** Returns the JSON of a comment. */
export function jsonOf({ row }: CommentRecord): string {
  return `{${row.slice(row.indexOf(',') + 1)}`
}

/** Returns the size of some comments in bytes: that of their rows, or that in memory. */
function sum(comments: readonly CommentRecord[], of: 'size' | 'memory'): number {
  return comments.reduce((total, comment) => total + comment[of], 0)
}

/** Returns the size of a JSON text and of parts of it in memory. One character above U+00FF makes all take two bytes. */
function bytesInMemory(text: string, ...parts: string[]): number {
  const length = parts.reduce((sum, part) => sum + part.length, text.length)
  return /[\u0100-\uffff]/.test(text) ? length * 2 : length
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
