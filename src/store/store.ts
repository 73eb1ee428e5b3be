import type { FaultSettings } from '../chaos/settings.js'
import type { Attachment } from '../schemas/attachment.js'
import type { Comment } from '../schemas/comment.js'
import type { Direction, Priority, Sort, Status, Task, TaskSummary } from '../schemas/task.js'

/**
 * The store: everything that the service remembers. A method is one atomic unit: when its promise
 * resolves, what it wrote is durable; when it rejects, nothing was written. Methods that change
 * something name the moment at which they do (`now`, as a timestamp of the API), because time is
 * given, never taken.
 *
 * Methods reject with `BoardNotFound`, `TaskNotFound`, `CommentNotFound`, `AttachmentNotFound` and `TooManyFiles` of the
 * error catalogue where the board's state calls for it, with `BoardFull` where its quota does, and with `StoreUnavailable` when the database
 * cannot answer.
 */
export interface Store {
  createTask(board: string, values: TaskValues, now: string): Promise<Task>
  getTask(board: string, id: number): Promise<Task>
  listTasks(board: string, query: TaskQuery): Promise<{ tasks: Task[]; total: number }>
  replaceTask(board: string, id: number, values: TaskValues, now: string): Promise<Task>
  /** Moves the task to `targetIndex` of its target column and closes the gap it leaves (decision 20). */
  moveTask(board: string, id: number, targetStatus: Status, targetIndex: number, now: string): Promise<Task>
  deleteTask(board: string, id: number): Promise<void>
  deleteAllTasks(board: string): Promise<void>
  countTasks(board: string): Promise<TaskSummary>

  createComment(board: string, taskId: number, text: string, now: string): Promise<Comment>
  updateComment(board: string, taskId: number, id: number, text: string, now: string): Promise<Comment>
  deleteComment(board: string, taskId: number, id: number): Promise<void>

  /** Stores all files or none (decision 25). */
  addAttachments(board: string, taskId: number, files: File[], now: string): Promise<Attachment[]>
  getAttachment(
    board: string,
    taskId: number,
    id: number,
  ): Promise<{ attachment: Attachment; bytes: Uint8Array }>
  deleteAttachment(board: string, taskId: number, id: number): Promise<void>

  /** The board's key for signing tokens: the stored one, or `candidate`, which is then stored. */
  signingKey(board: string, candidate: string): Promise<string>
  /** Also forgets the sessions whose last refresh token has expired at `now`. */
  createSession(board: string, session: Session, refreshToken: RefreshToken, now: string): Promise<void>
  /** The account of a session that has not ended, or `undefined`. */
  findSession(board: string, id: string): Promise<{ username: string } | undefined>
  /**
   * Exchanges the refresh token with the hash `used` for `next`. A token that was used before ends its
   * session (decision 32).
   *
   * @returns the session, or `undefined` where the token is unknown, used, expired or its session ended
   */
  rotateRefreshToken(
    board: string,
    used: string,
    next: RefreshToken,
    now: string,
  ): Promise<{ id: string; username: string } | undefined>
  endSession(board: string, id: string): Promise<void>

  /**
   * Starts the plan of faults: keeps the stored seed and count where `seed` is undefined or the same,
   * begins at 0 with `seed` where it is another one, and with `candidate` where none is stored yet.
   */
  startFaultPlan(board: string, seed: number | undefined, candidate: number): Promise<FaultPlan>
  /** Settles the faults of a board, and begins its plan at 0 with that seed. */
  configureFaults(board: string, settings: FaultSettings, seed: number): Promise<void>
  readFaultPlan(board: string): Promise<FaultPlan>
  /** Begins the plan again at 0, with the same seed. */
  restartFaultPlan(board: string): Promise<void>
  /** Takes the next ordinal number of the plan; no two callers get the same one. */
  takeFaultOrdinal(board: string): Promise<FaultPlan>

  /**
   * Makes boards: all of them or none.
   *
   * @param max how many there may be in all, the default board not counted
   * @throws TooManyBoards where there would be more
   */
  createBoards(boards: NewBoard[], max: number, now: string): Promise<void>
  getBoard(board: string): Promise<Board>
  /** The boards that were made, in the order in which they were, but for those that nobody has used since a moment. */
  listBoards(query: {
    page: number
    size: number
    unusedSince?: string
  }): Promise<{ boards: Board[]; total: number }>
  /** Nobody finds the board from now on; what it holds is left to `sweepBoards`. */
  deleteBoard(board: string, now: string): Promise<void>
  /** Empties the board: ids start at 1 again, sessions end, the plan of faults begins again. */
  resetBoard(board: string): Promise<void>
  /** All that a board holds, sessions apart, as it is at one moment. */
  readContent(board: string): Promise<BoardContent>
  /** Puts this in the place of all that the board holds; sessions end. */
  replaceContent(board: string, content: BoardContent): Promise<void>
  /** How much a board holds: the characters of its texts, roughly, and the bytes of its attachments. */
  measureContent(board: string): Promise<{ characters: number; attachmentBytes: number }>
  /** How many boards were made and not deleted, and how many bytes the attachments of all boards have. */
  measure(): Promise<{ boards: number; attachmentBytes: number }>
  /** Deletes the boards that nobody has used since that moment. @returns how many they were */
  expireBoards(unusedSince: string, now: string): Promise<number>
  /**
   * Removes a piece of what a board holds that was deleted by that moment, or the board once it is empty; each call is
   * short.
   *
   * @returns whether there was anything
   */
  sweepBoards(deletedUntil: string): Promise<boolean>

  /**
   * Adds requests to the end of the journal of a board, which holds the last `JOURNAL_MAX`, and takes note that the board was
   * used. Where there is no such board any more, nothing happens.
   */
  recordRequests(board: string, requests: JournalEntry[], now: string): Promise<void>
  /** The journal, the last request first. */
  listRequests(board: string, query: JournalQuery): Promise<{ requests: NumberedEntry[]; total: number }>

  /** Asked for with every request. Who asks in the same turn of the event loop shares one query. */
  readState(board: string): Promise<BoardState>

  /**
   * Does several things to a board as one: all of them or, where `work` rejects, none; nobody else writes to the board
   * meanwhile. `work` must await nothing but the store that it is given.
   */
  atomically<T>(board: string, work: (store: BoardStore) => Promise<T>): Promise<T>

  /** Resolves when the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What can be done to boards. */
export type BoardStore = Omit<Store, 'readState' | 'atomically' | 'ping' | 'close'>

/** A task as it is created or replaced, defaults applied. */
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

export interface Session {
  id: string
  username: string
}

export interface RefreshToken {
  /** The hash of the token, never the token. */
  hash: string
  expiresAt: string
}

export interface FaultPlan {
  seed: number
  /** The ordinal number of a request: the one that was taken, else the next. */
  ordinal: number
  /** What the board has settled, or `null` where it has not settled anything. */
  settings: FaultSettings | null
}

/** How much a board may hold. */
export interface BoardQuota {
  tasks: number
  comments: number
  attachmentBytes: number
}

/** The quota of a board, `undefined` where it may hold whatever it likes. */
export type QuotaOf = (board: string) => BoardQuota | undefined

/** A board that is to be made. */
export interface NewBoard {
  id: string
  name: string | null
  /** The hash of the token that its owner has, never the token. */
  ownerTokenHash: string
  faultSeed: number
}

/** A board as such; the default one was never made, belongs to nobody and does not expire. */
export interface Board {
  id: string
  name: string | null
  ownerTokenHash: string | null
  createdAt: string | null
  /** When it was last used, roughly. */
  usedAt: string | null
}

/** All that a board holds, sessions apart. */
export interface BoardContent {
  /** The last id of each kind that was given. */
  lastIds: { task: number; checklistItem: number; comment: number; attachment: number }
  /** The tasks with the bytes of their attachments, by ascending id. */
  tasks: (Omit<Task, 'attachments'> & {
    attachments: (Omit<Attachment, 'fileSizeBytes'> & { bytes: Uint8Array })[]
  })[]
  faults: FaultPlan
}

/** A request that was answered. */
export interface JournalEntry {
  time: string
  /** Its ordinal number in the plan of faults, where it took one. */
  ordinal: number | null
  method: string
  /** The pattern of the route, `null` where there is none. */
  route: string | null
  /** The path below the address of the board, without the query. */
  path: string
  status: number
  /** In microseconds. */
  duration: number
  requestId: string
  /** The faults that it drew, and those of them that have changed the answer. */
  drawn: readonly string[]
  changed: readonly string[]
}

/** With its place in the journal, counted from 1. */
export interface NumberedEntry extends JournalEntry {
  number: number
}

export interface JournalQuery {
  page: number
  size: number
  /** Only those whose answers a fault has changed, or only the others. */
  faulted?: boolean | undefined
  status?: number | undefined
  since?: string | undefined
}

export interface BoardState extends Pick<Board, 'usedAt'> {
  /** As long as it is the same, so is everything on the board. */
  revision: number
}

/** The board behind `/api`. */
export const DEFAULT_BOARD = 'default'
