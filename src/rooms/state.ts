import { DEFAULT_BOARD } from '../contract/board-id.js'
import { type BoardProfile, lastNumber } from './board/profile.js'
import type { BoardVersion } from './board/version.js'
import type { Board } from './board-life.js'
import { nameOf } from './classes/learners.js'
import { type BoardDefects, defectsOf } from './defects.js'
import type { BoardView } from './handles.js'
import { profileOf, type RoomVersion } from './room.js'
import { begunIn, challengeRestarts } from './training/challenges.js'
import { drillIn } from './training/drills.js'
import type { Exercise } from './training/exercise-settings.js'
import { type Score, storedScoreOf } from './training/score.js'
import type { StoredDrill } from './training/values.js'

/** What a request needs to know of a board. */
export interface BoardState extends Pick<Board, 'usedAt'> {
  /** The name of the board, which is that of the learner on a board of a class; `null` if it has none. */
  name: string | null
  /** Changes whenever anything on the board changes. */
  revision: number
  /** The defects of the board; `null` if it has none. */
  defects: BoardDefects | null
  /** The exercise of the board, or of its class; `null` if there is none. */
  exercise: Exercise | null
  /** What is stored of its drill; `null` if there is nothing. */
  drill: StoredDrill | null
  /** The id of the class of the board; `null` if it has none. */
  classId: string | null
  /** When the class of the board expires; `null` for boards without a class. */
  expiresAt: string | null
  /** Whether the class of the board is frozen. */
  isFrozen: boolean
  /** The number of the latest request in the log; 0 if there is none. */
  lastRequest: number
  /** The number of the latest claim; 0 if there is none. */
  lastClaim: number
  /** What the board has reached in the exercise: the same object until it changes. */
  score: Readonly<Score>
  /** The number of the challenge that was solved last; 0 if none was. */
  lastChallenge: number
  /** How often the solved challenges were deleted. */
  challengeRestarts: number
  /** The challenges whose sequences have begun, by name. */
  begun: Readonly<Record<string, unknown>>
  /** The id of the latest task; 0 if there was none. */
  lastTask: number
}

/**
 * The last state of each version of a board, with the settings of its room. What the room has of the board, such as its
 * score, does not change without the board (`withMethods`), but changes often for the other boards of a class.
 */
const states = new WeakMap<BoardVersion, Pick<RoomVersion, 'profile' | 'revision'> & { state: BoardState }>()

/** Returns what a request needs to know of a board. */
export function readState(board: BoardView): BoardState {
  const { version, room } = board
  const known = states.get(version)
  const { profile, revision } = room.version
  if (known?.profile === profile && known?.revision === revision) return known.state
  const state = toState(board)
  states.set(version, { profile, revision, state })
  return state
}

function toState(board: BoardView): BoardState {
  const { version, room } = board
  const { usedAt } = version.profile as BoardProfile
  const { expiresAt, exercise, isFrozen } = profileOf(room)
  const isDefault = board.id === DEFAULT_BOARD
  return {
    name: nameOf(board),
    // Neither becomes smaller, so the sum grows with each change of one of them.
    revision: version.revision + room.version.revision,
    usedAt: isDefault ? null : usedAt,
    expiresAt,
    classId: room.id === board.id ? null : room.id,
    lastTask: version.lastIds.task,
    lastRequest: lastNumber(board, 'request'),
    lastClaim: lastNumber(board, 'claim'),
    score: storedScoreOf(board),
    lastChallenge: lastNumber(board, 'challenge'),
    challengeRestarts: challengeRestarts(board),
    begun: begunIn(board),
    drill: drillIn(room, board.id),
    defects: defectsOf(board),
    exercise,
    isFrozen,
  }
}
