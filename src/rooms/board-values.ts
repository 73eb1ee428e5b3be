import type { Task } from '../contract/schemas/task.js'
import type { File, LastIds, TaskValues } from './board/values.js'
import type { FaultPlan } from './fault-settings.js'

/** A board. The default board has no creation time and no owner, and never expires. */
export interface Board {
  id: string
  name: string | null
  ownerTokenHash: string | null
  createdAt: string | null
  /** When the board was last used, approximately. */
  usedAt: string | null
  /** The id of its class; `null` if it has none. */
  classId: string | null
  /** When its class expires; `null` without a class. */
  expiresAt: string | null
}

/** A private board to create. */
export interface NewBoard {
  id: string
  name: string | null
  /** The hash of the owner's token. The token itself is never stored. */
  ownerTokenHash: string
  faultSeed: number
  /** The names of its defects. By default, it has none. */
  defects?: readonly string[]
}

/** A task to create with its comments and files. */
export interface NewTask {
  values: TaskValues
  comments?: readonly string[]
  files?: readonly File[]
}

/** The content of a board except its sessions and its journal. */
export interface BoardContent {
  /** The highest id of each kind that was ever assigned. */
  lastIds: LastIds
  /** The tasks by ascending id. */
  tasks: ContentTask[]
  faults: FaultPlan
}

/** A task with the bytes of its attachments, in their order. */
export interface ContentTask {
  task: Task
  files: readonly Uint8Array[]
}
