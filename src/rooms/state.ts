import { DEFAULT_BOARD } from '../contract/board-id.js'
import { type BoardProfile, lastNumber } from './board/profile.js'
import type { BoardVersion } from './board/version.js'
import { nameOf } from './classes/learners.js'
import { defectsOf } from './defects.js'
import type { BoardView } from './handles.js'
import { profileOf, type RoomProfile, type RoomVersion } from './room.js'
import { begunIn, challengeRestarts } from './training/challenges.js'
import { drillIn } from './training/drills.js'
import { scoreIn } from './training/score.js'

export type BoardState = ReturnType<typeof toState>

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

function toState(board: BoardView) {
  const { version, room } = board
  const profile = profileOf(room)
  const { id, ownerTokenHash, createdAt, usedAt, classId, expiresAt } = describe(
    board.id,
    version.profile as BoardProfile,
    profile,
  )
  // Named one by one, because adding fields to a spread object takes longer than all the rest.
  return {
    id,
    /** The name of the learner on a board of a class. */
    name: nameOf(board),
    ownerTokenHash,
    createdAt,
    usedAt,
    classId,
    expiresAt,
    /**
     * Changes whenever anything on the board changes. Neither part becomes smaller, so the sum grows with each change of one of
     * them.
     */
    revision: version.revision + room.version.revision,
    /** The id of the latest task; 0 if there was none. */
    lastTask: version.lastIds.task,
    /** The numbers of the latest request, claim, and solved challenge; 0 if there is none. */
    lastRequest: lastNumber(board, 'request'),
    lastClaim: lastNumber(board, 'claim'),
    lastChallenge: lastNumber(board, 'challenge'),
    /** What the board has reached in the exercise: the same object until it changes. */
    score: scoreIn(board.room, board.id),
    /** How often the solved challenges were deleted. */
    challengeRestarts: challengeRestarts(board),
    /** The challenges whose sequences have begun, by name. */
    begun: begunIn(board),
    drill: drillIn(room, board.id),
    defects: defectsOf(board),
    /** The exercise of the board, or of its class; `null` if there is none. */
    exercise: profile.exercise,
    /** Whether the class of the board is frozen. */
    frozen: profile.frozen,
  }
}

export type Board = ReturnType<typeof describe>

/** Returns a board with its profile and that of its room. The default board has no times, and never expires. */
export function describe(id: string, { name, ownerTokenHash, createdAt, usedAt, room }: BoardProfile, of: RoomProfile) {
  const isDefault = id === DEFAULT_BOARD
  return {
    id,
    name,
    ownerTokenHash,
    createdAt: isDefault ? null : createdAt,
    /** When the board was last used, approximately. */
    usedAt: isDefault ? null : usedAt,
    /** The id of its class; `null` if it has none. */
    classId: room === id ? null : room,
    /** When its class expires; `null` without a class. */
    expiresAt: of.expiresAt,
  }
}
