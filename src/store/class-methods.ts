import type { NewBoard } from './board-methods.js'
import type { Exercise } from './exercise.js'
import type { FaultSettings } from './fault-plan-methods.js'
import type { ClaimCounts, Grade, StoredDrill } from './training-methods.js'

/** Classes: boards with one trainer, one joining code, and settings that are stored once. */
export interface ClassMethods {
  /**
   * Creates a class with its boards, or nothing.
   *
   * @param max the maximum number of private boards
   * @throws TooManyBoards if there would be more
   */
  createClass(created: NewClass, boards: readonly NewBoard[], max: number, now: string): Promise<void>
  /** @throws ClassNotFound */
  getClass(id: string): Promise<StoredClass>
  /** Returns the id of the class with a joining code, or `undefined` if there is none. */
  findClass(joinCode: string): Promise<string | undefined>
  /**
   * Lists the classes, oldest first.
   *
   * @param query.secretHash lists only the class with this hash of the trainer's secret
   */
  listClasses(query: {
    page: number
    size: number
    secretHash?: string | undefined
  }): Promise<{ classes: ListedClass[]; total: number }>
  /**
   * Changes settings of a class, which apply to all its boards at once.
   *
   * @throws ClassNotFound
   */
  configureClass(id: string, changes: ClassChanges): Promise<void>
  /** Marks a class and its boards as deleted. */
  deleteClass(id: string, now: string): Promise<void>
  /** Marks the classes that expire at `now` or earlier as deleted, with their boards, and returns their number. */
  expireClasses(now: string): Promise<number>
  /**
   * Adds boards to a class.
   *
   * @throws ClassNotFound, TooManyBoards
   * @throws LearnerExists if a learner has one of the names
   */
  addClassBoards(id: string, boards: readonly NewBoard[], max: number, now: string): Promise<void>
  /** Returns the learners of the boards of a class, in the order of the creation of the boards. */
  listLearners(id: string): Promise<Learner[]>
  /**
   * Returns the boards of a class with what their scores are computed from, in the order of their creation.
   *
   * @param challenges the names of the challenges to count
   */
  readClassBoards(id: string, challenges?: readonly string[]): Promise<ClassBoard[]>
  /**
   * Returns the first right claim of each fault and the first solution of each challenge in a class, since the start of
   * the exercise. The latest come first.
   */
  listFirsts(id: string): Promise<ClassFirst[]>
  /**
   * Restarts the fault plan of a board, and deletes its claims and responses from before a time. It can be repeated.
   *
   * @param since the time, or `null` to keep all claims
   */
  restartBoard(board: string, seed: number, since: string | null): Promise<void>
  /**
   * Gives a board of a class to a learner: the one with this name, or else the first free one without a name.
   *
   * @param codeHash the hash of the personal code that the learner gets
   * @returns the id of the board, and the name as the trainer has spelled it
   * @throws ClassNotFound
   * @throws NameTaken if the name belongs to a learner
   * @throws ClassFull if there is no free board
   */
  joinClass(id: string, name: string, codeHash: string): Promise<{ board: string; name: string }>
  /**
   * Marks that the learner of a board has joined, with a personal code that the trainer has handed out.
   *
   * @throws ClassNotFound
   */
  markJoined(id: string, board: string): Promise<void>
  /**
   * Changes a board of a class.
   *
   * @throws ClassNotFound, BoardNotFound
   * @throws LearnerExists if another learner has the name
   * @throws BoardWithoutLearner for a personal code, if the board has no name
   */
  changeClassBoard(id: string, board: string, changes: ClassBoardChanges): Promise<void>
}

export interface NewClass extends ClassSettings {
  id: string
  name: string
  /** The hash of the trainer's secret. The secret itself is never stored. */
  secretHash: string
  joinCode: string
  /** Whether learners can join. Those who have joined can always get their boards again. */
  isJoinable: boolean
  expiresAt: string
}

/** The settings of a class, which apply to all its boards. */
export interface ClassSettings {
  exercise: Exercise | null
  faults: FaultSettings | null
  defects: readonly string[]
  isFrozen: boolean
}

export interface StoredClass extends NewClass {
  createdAt: string
}

/** A class in a list. */
export interface ListedClass extends Pick<StoredClass, 'id' | 'name' | 'createdAt' | 'expiresAt' | 'isFrozen'> {
  boards: number
}

/** The properties to change. */
export type ClassChanges = Partial<Omit<NewClass, 'id'>>

/** The learner of a board. */
export interface Learner {
  /** The id of the board. */
  id: string
  name: string | null
  /** The hash of the learner's personal code. */
  codeHash: string | null
  /** Whether the learner has joined. One whose board was handed out has joined with the first request. */
  isJoined: boolean
}

export interface ClassBoard extends Learner {
  createdAt: string
  usedAt: string
  /** How many requests its journal has recorded. */
  requests: number
  /** The time of the last of them, or `null` if there is none. */
  lastRequestAt: string | null
  counts: ClaimCounts
  /** The number of hints that were taken since the start of the exercise. */
  hintsTaken: number
  /** The number of challenges that were solved since the start of the exercise. */
  challengesSolved: number
  /** When the learner made the last right claim or solved the last challenge, or `null` if there is none. */
  lastProgressAt: string | null
  /** The latest grade of the learner's test suite. */
  grade: Grade | undefined
  /** What is stored of the drill; `null` if there is nothing. */
  drill: StoredDrill | null
  /** How often the solved challenges were deleted. */
  challengeRestarts: number
}

/** The first find of a fault or the first solution of a challenge in a class. */
export interface ClassFirst {
  kind: 'fault' | 'challenge'
  /** The name of the fault or of the challenge. */
  name: string
  /** The id of the board. */
  board: string
  time: string
  /** How often it was found, or how many learners have solved it. */
  times: number
}

export interface ClassBoardChanges {
  /** `null` erases the name. */
  name?: string | null
  /** The hash of the personal code. With the name `null`, a board without a name keeps its own. */
  codeHash?: string | null
  ownerTokenHash?: string
  deletedAt?: string
}
