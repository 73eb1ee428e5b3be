import type { Task } from '../contract/schemas/task.js'
import type { File, LastIds, TaskValues } from './board/values.js'
import type { FaultPlan } from './fault-plan.js'

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
