import type { Attachment } from '../schemas/attachment.js'
import type { Comment } from '../schemas/comment.js'
import type { Direction, Priority, Sort, Status, Task, TaskSummary } from '../schemas/task.js'

/** Tasks of a board. */
export interface TaskMethods {
  /** @throws BoardFull if the board has reached its quota of tasks */
  createTask(board: string, values: TaskValues, now: string): Promise<Task>
  /** @throws TaskNotFound */
  getTask(board: string, id: number): Promise<Task>
  /** Returns one page of the matching tasks, and the number of all matching tasks. */
  listTasks(board: string, query: TaskQuery): Promise<{ tasks: Task[]; total: number }>
  /** @throws TaskNotFound */
  replaceTask(board: string, id: number, values: TaskValues, now: string): Promise<Task>
  /**
   * Moves a task to `targetIndex` of its target column and closes the gap that it leaves (decision 20).
   *
   * @throws TaskNotFound
   */
  moveTask(board: string, id: number, targetStatus: Status, targetIndex: number, now: string): Promise<Task>
  /** @throws TaskNotFound */
  deleteTask(board: string, id: number): Promise<void>
  deleteAllTasks(board: string): Promise<void>
  countTasks(board: string): Promise<TaskSummary>
}

/** Comments on the tasks of a board. */
export interface CommentMethods {
  /** @throws TaskNotFound, or BoardFull if the board has reached its quota of comments */
  createComment(board: string, taskId: number, text: string, now: string): Promise<Comment>
  /** @throws TaskNotFound or CommentNotFound */
  updateComment(board: string, taskId: number, id: number, text: string, now: string): Promise<Comment>
  /** @throws TaskNotFound or CommentNotFound */
  deleteComment(board: string, taskId: number, id: number): Promise<void>
}

/** Attachments of the tasks of a board. */
export interface AttachmentMethods {
  /**
   * Stores all files or none (decision 25).
   *
   * @throws TooManyFiles if the task would have more attachments than allowed, TaskNotFound, or BoardFull if the
   *   board has reached its quota of attachment bytes
   */
  addAttachments(board: string, taskId: number, files: File[], now: string): Promise<Attachment[]>
  /** @throws TaskNotFound or AttachmentNotFound */
  getAttachment(
    board: string,
    taskId: number,
    id: number,
  ): Promise<{ attachment: Attachment; bytes: Uint8Array }>
  /** @throws TaskNotFound or AttachmentNotFound */
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
