import type { Attachment } from '../contract/schemas/attachment.js'
import type { Task } from '../contract/schemas/task.js'
import type { FaultPlan } from './fault-plan-methods.js'
import type { File, TaskValues } from './task-methods.js'

/** Boards and their content as a whole. */
export interface BoardMethods {
  /**
   * Creates all of the boards or none.
   *
   * @param max the maximum number of private boards
   * @throws TooManyBoards if there would be more
   */
  createBoards(boards: NewBoard[], max: number, now: string): Promise<void>
  getBoard(board: string): Promise<Board>
  /** Lists the private boards used after `unusedSince`, by ascending time of creation. */
  listBoards(query: { page: number; size: number; unusedSince?: string }): Promise<{ boards: Board[]; total: number }>
  /** Marks a board as deleted. The other methods no longer find it. `sweepBoards` removes its content later. */
  deleteBoard(board: string, now: string): Promise<void>
  /**
   * Creates all of the tasks if the board has none.
   *
   * @throws BoardFull if they exceed a quota of the board. Then none is created.
   */
  fillEmptyBoard(board: string, tasks: readonly NewTask[], now: string): Promise<void>
  /**
   * Deletes the tasks, ends the sessions, restarts ids and the fault plan, and creates the given tasks.
   *
   * @throws BoardFull if they exceed a quota of the board. Then nothing changes.
   */
  resetBoard(board: string, tasks?: readonly NewTask[], now?: string): Promise<void>
  /** Returns the content of a board as of one moment. */
  readContent(board: string): Promise<BoardContent>
  /**
   * Replaces the content of a board, and ends its sessions.
   *
   * @param content the content. The store can move its bytes to another thread, so the caller must not use them again.
   * @throws BoardFull if the content exceeds a quota of the board
   */
  replaceContent(board: string, content: BoardContent): Promise<void>
  /** Returns the approximate number of characters in the JSON text of a board, and the bytes of its attachments. */
  measureContent(board: string): Promise<{ characters: number; attachmentBytes: number }>
  /** Returns the numbers of private boards and of classes, and the bytes of the attachments of all boards. */
  measure(): Promise<{ boards: number; classes: number; attachmentBytes: number }>
  /** Marks the private boards not used after `unusedSince` as deleted, and returns their number. */
  expireBoards(unusedSince: string, now: string): Promise<number>
  /**
   * Removes one batch of rows of a board deleted at `deletedUntil` or earlier, or the board itself once it is empty.
   * Each call is short.
   *
   * @returns `false` if there was nothing to remove
   */
  sweepBoards(deletedUntil: string): Promise<boolean>
}

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
  lastIds: { task: number; checklistItem: number; comment: number; attachment: number }
  /**
   * The tasks by ascending id, in pieces of about 1 MiB. A piece has the JSON texts of some `ContentTask`s in UTF-8,
   * separated by commas. Bytes move between threads without a copy, and the thread of the service need not parse them.
   */
  tasks: Uint8Array[]
  faults: FaultPlan
}

/** A task with the bytes of its attachments in Base64. */
export type ContentTask = Omit<Task, 'attachments'> & {
  attachments: (Omit<Attachment, 'fileSizeBytes'> & { data: string })[]
}

/** The maximum content of a board. */
export interface BoardQuota {
  tasks: number
  comments: number
  attachmentBytes: number
}

/** The quotas of the default board and of each private board. A board without a quota has no limits. */
export interface BoardQuotas {
  default?: BoardQuota
  private?: BoardQuota
}
