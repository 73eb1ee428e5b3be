import type { RoomProfile } from '../room.js'
import type { ClaimCounts, Grade, StoredDrill } from '../training/values.js'

export interface StoredClass extends RoomProfile {
  id: string
  name: string
  secretHash: string
  joinCode: string
  expiresAt: string
}

/** A class in a list. */
export interface ListedClass extends Pick<StoredClass, 'id' | 'name' | 'createdAt' | 'expiresAt' | 'isFrozen'> {
  boards: number
}

/** The properties to change. */
export type ClassChanges = Partial<
  Pick<
    StoredClass,
    'name' | 'secretHash' | 'joinCode' | 'expiresAt' | 'isJoinable' | 'isFrozen' | 'exercise' | 'faults' | 'defects'
  >
>

export type NewClass = Required<ClassChanges> & { id: string }

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
  /** How many requests its log has recorded. */
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
  isDeleted?: true
}
