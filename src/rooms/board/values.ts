import type { Attachment } from '../../contract/schemas/attachment.js'
import type { Direction, Priority, Sort, Status } from '../../contract/schemas/enumerations.js'
import type { Paging } from '../../contract/schemas/paging.js'
import type { ChecklistItem, Task } from '../../contract/schemas/task.js'

/** The values with which a task is created or replaced, defaults applied. */
export type TaskValues = Pick<Task, 'title' | 'description' | 'status' | 'priority' | 'dueDate' | 'labels'> & {
  checklistItems: Omit<ChecklistItem, 'id'>[]
}

/** How a search compares texts. */
export interface SearchOptions {
  /** Whether the search is case-sensitive. Only a fault of the buggy variant sets it (decision 37). */
  matchCase?: boolean | undefined
}

export interface TaskQuery extends SearchOptions, Paging {
  sort: Sort
  direction: Direction
  status?: Status | undefined
  priority?: Priority | undefined
  search?: string | undefined
}

/** The maximum content of a board. */
export type BoardQuota = Record<'tasks' | 'comments' | 'attachmentBytes', number>

export interface BoardLimits {
  quota?: BoardQuota | undefined
  /** The maximum size of the rows in bytes. A write that exceeds it throws `BoardFull`. */
  rowBytesMax?: number
}

export type IdKind = 'task' | 'checklistItem' | 'comment' | 'attachment'

/** The highest id of each kind that was ever assigned on a board. */
export type LastIds = Readonly<Record<IdKind, number>>

/** The quotas of the default board and of each private board. A board without a quota has no limits. */
export interface BoardQuotas {
  default?: BoardQuota
  private?: BoardQuota
}

export interface File extends Pick<Attachment, 'fileName' | 'contentType'> {
  bytes: Uint8Array
  /** The key of the bytes; by default, a new one. */
  blob?: string
}
