import type { Json } from '../contract/json.js'
import type { Attachment } from '../contract/schemas/attachment.js'
import type { Comment } from '../contract/schemas/comment.js'
import type { Direction, Priority, Sort, Status } from '../contract/schemas/enumerations.js'
import type { Task, TaskSummary } from '../contract/schemas/task.js'

/**
 * Tasks of a board. Methods that take an id reject with `TaskNotFound` if the task does not exist. Methods that only
 * read tasks return their JSON text, byte for byte as responses contain it.
 */
export interface TaskMethods {
  /** @throws BoardFull if the board has reached its quota of tasks */
  createTask(board: string, values: TaskValues, now: string): Promise<Task>
  getTask(board: string, id: number): Promise<Json<Task>>
  /** Returns one page of the matching tasks, and the number of all matching tasks. */
  listTasks(board: string, query: TaskQuery): Promise<{ tasks: Json<Task[]>; total: number }>
  /** Replaces the given values of a task. The values that are left out stay. */
  replaceTask(board: string, id: number, values: Partial<TaskValues>, now: string): Promise<Task>
  /** Moves a task to `targetIndex` of its target column and closes the gap that it leaves (decision 20). */
  moveTask(board: string, id: number, targetStatus: Status, targetIndex: number, now: string): Promise<Task>
  deleteTask(board: string, id: number): Promise<void>
  deleteAllTasks(board: string): Promise<void>
  countTasks(board: string): Promise<TaskSummary>
  /** Counts the tasks by status and by priority, as of one moment. Unlike `countTasks`, it reads all tasks. */
  countByPriority(board: string): Promise<PriorityCounts>
}

/** Comments on tasks. Methods reject with `TaskNotFound` or `CommentNotFound` if an id is unknown. */
export interface CommentMethods {
  /** @throws BoardFull if the board has reached its quota of comments */
  createComment(board: string, taskId: number, text: string, now: string): Promise<Comment>
  updateComment(board: string, taskId: number, id: number, text: string, now: string): Promise<Comment>
  deleteComment(board: string, taskId: number, id: number): Promise<void>
}

/** Attachments of tasks. Methods reject with `TaskNotFound` or `AttachmentNotFound` if an id is unknown. */
export interface AttachmentMethods {
  /**
   * Stores all files or none (decision 25).
   *
   * @param files the files. The store can move their bytes to another thread, so the caller must not use them again.
   * @throws TooManyFiles if the task would exceed its limit, BoardFull if the board would exceed its quota
   */
  addAttachments(board: string, taskId: number, files: File[], now: string): Promise<Attachment[]>
  getAttachment(board: string, taskId: number, id: number): Promise<{ attachment: Attachment; bytes: Uint8Array }>
  deleteAttachment(board: string, taskId: number, id: number): Promise<void>
}

/** The values with which a task is created or replaced, defaults applied. */
export interface TaskValues {
  title: string
  description: string | null
  status: Status
  priority: Priority
  dueDate: string | null
  labels: string[]
  checklistItems: { text: string; done: boolean }[]
}

/** The number of tasks with each status and with each priority. */
export interface PriorityCounts {
  byStatus: Record<Status, number>
  byPriority: Record<Priority, number>
}

/** How a search compares texts. */
export interface SearchOptions {
  /** Whether the search is case-sensitive. Only a fault of the buggy variant sets it (decision 37). */
  matchCase?: boolean | undefined
}

export interface TaskQuery extends SearchOptions {
  page: number
  size: number
  sort: Sort
  direction: Direction
  status?: Status | undefined
  priority?: Priority | undefined
  search?: string | undefined
}

export interface File {
  fileName: string
  contentType: string
  bytes: Uint8Array
}
