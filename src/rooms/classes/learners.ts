import {
  BoardFrozen,
  BoardNotFound,
  BoardWithoutLearner,
  ClassFull,
  JoiningClosed,
  LearnerExists,
  NameTaken,
  NameUnknown,
} from '../../contract/errors.js'
import { defineKind } from '../board/items.js'
import { changeProfile, lastNumber } from '../board/profile.js'
import type { BoardFork, BoardView } from '../handles.js'
import { profileOf, type RoomFork, type RoomView } from '../room.js'
import { ownRestarts } from '../training/challenges.js'
import { deleteScores } from '../training/drills.js'
import { revise } from '../versioned.js'
import { nameKey } from './same-name.js'

/** What a class has of the learner of a board, and of the requests to the board. */
interface Learner {
  /** The place of the board in the class. */
  place: number
  name: string | null
  /** The hash of the learner's personal code. */
  codeHash: string | null
  /** Whether the learner has joined. One whose board was handed out has joined with the first request. */
  joined: boolean
  /** How many requests the board has recorded. */
  requests: number
  /** The time of the last of them, or `null` if there is none. */
  lastActivity: string | null
  /** What `ownRestarts` returned when the board was used last. */
  restarts: number
}

/** The id is that of the board. */
export const LEARNER = defineKind<Learner>('learner')

/** Returns the learner of a board; `undefined` for a board without a class. */
function learnerOf({ room, id }: BoardView): Readonly<Learner> | undefined {
  return LEARNER.read(room, id)
}

/** Returns the name of a board, which is that of its learner in a class; `null` if it has none. */
export function nameOf(board: BoardView): string | null {
  return learnerOf(board)?.name ?? board.version.profile?.name ?? null
}

/** Returns the learners of the boards of a class, in the order of the creation of the boards. */
export function learnersOf(room: RoomView): (Learner & { id: string })[] {
  return LEARNER.list(room)
    .map(({ id, value }) => ({
      id,
      ...value,
      joined: value.joined || (value.name !== null && value.requests > 0),
    }))
    .sort((a, b) => a.place - b.place)
}

/**
 * Adds boards to the end of the list of a class.
 *
 * @throws LearnerExists if a learner has one of the names
 */
export function addLearners(room: RoomFork, boards: readonly { id: string; name: string | null }[]): void {
  requireNewNames(
    room,
    boards.map(({ name }) => name),
  )
  const last = learnersOf(room).at(-1)?.place ?? 0
  for (const [index, { id, name }] of boards.entries()) {
    const unused = { codeHash: null, joined: false, requests: 0, lastActivity: null, restarts: 0 }
    LEARNER.put(room, id, { place: last + 1 + index, name, ...unused })
  }
}

/**
 * Requires that no learner has one of some names.
 *
 * @param except the board whose learner can have it
 * @throws LearnerExists
 */
export function requireNewNames(room: RoomView, names: readonly (string | null)[], except?: string): void {
  const keys = names.flatMap((name) => (name === null ? [] : [nameKey(name)]))
  if (keys.length === 0) return
  const others = learnersOf(room).filter(({ id, name }) => name !== null && id !== except)
  const taken = new Set(others.map(({ name }) => nameKey(name as string)))
  if (keys.some((key) => taken.has(key))) throw new LearnerExists()
}

/**
 * Returns the board that a learner gets: the one with this name, or else the first free one without a name.
 *
 * @throws BoardFrozen, JoiningClosed, NameTaken, NameUnknown, ClassFull
 */
export function seatFor(room: RoomView, name: string): { id: string; name: string | null } {
  const { frozen, joinable } = profileOf(room)
  if (frozen) throw new BoardFrozen()
  if (!joinable) throw new JoiningClosed()
  const learners = learnersOf(room)
  const key = nameKey(name)
  const named = learners.find((learner) => learner.name !== null && nameKey(learner.name) === key)
  if (named !== undefined && named.codeHash !== null) throw new NameTaken()
  const seat = named ?? learners.find((learner) => learner.name === null && learner.codeHash === null)
  if (seat !== undefined) return seat
  // A learner who is not on the list of the class could have a board under another name.
  throw learners.some(({ codeHash }) => codeHash === null) ? new NameUnknown() : new ClassFull()
}

/**
 * Gives a board to a learner, if it is the one that the learner gets.
 *
 * @param codeHash the hash of the personal code that the learner gets
 * @returns the name as the trainer has spelled it; `undefined` if the learner gets another board by now
 * @throws as `seatFor`
 */
export function takeSeat(board: BoardFork, name: string, codeHash: string): string | undefined {
  const seat = seatFor(board.room, name)
  if (seat.id !== board.id) return undefined
  const kept = seat.name ?? name
  changeLearner(board, { name: kept, codeHash, joined: true })
  return kept
}

/** Marks that the learner of a board has joined, with a personal code that the trainer has handed out. */
export function markJoined(board: BoardFork): void {
  if (learnerOf(board)?.joined === false) changeLearner(board, { joined: true })
}

export interface ClassBoardChanges {
  /** `null` erases the name. */
  name?: string | null
  /** The hash of the personal code. With the name `null`, a board without a name keeps its own. */
  codeHash?: string | null
  ownerTokenHash?: string
  isDeleted?: true
}

/**
 * Changes a board of a class.
 *
 * @throws BoardNotFound if the board belongs to another room
 * @throws LearnerExists if another learner has the name
 * @throws BoardWithoutLearner for a personal code, if the board has no name
 */
export function changeClassBoard(
  board: BoardFork,
  room: string,
  { name, codeHash, ownerTokenHash, isDeleted }: ClassBoardChanges,
): void {
  const learner = learnerOf(board)
  if (board.room.id !== room || learner === undefined) throw new BoardNotFound()
  if (name !== undefined) requireNewNames(board.room, [name], board.id)
  if (codeHash != null && name === undefined && learner.name === null) throw new BoardWithoutLearner()
  // A board that never had a name stays free. One whose name is erased would look like a free seat.
  const isErased = name === null && learner.name !== null
  changeLearner(board, {
    ...(name !== undefined && { name }),
    ...(codeHash !== undefined && (name !== null || isErased) && { codeHash }),
    ...(codeHash != null && isErased && { joined: true }),
  })
  if (ownerTokenHash !== undefined) changeProfile(board, { ownerTokenHash })
  if (isDeleted) leaveClass(board)
}

/** Deletes a board of a class, with the name of its learner and its scores. */
export function leaveClass(board: BoardFork): void {
  const { room, id } = board
  LEARNER.delete(room, id)
  deleteScores(room, id)
  board.version = { ...board.version, profile: undefined }
}

/** Records in a class that a board was used, or that its score was deleted. */
export function touchLearner(board: BoardFork, lastActivity?: string): void {
  const learner = learnerOf(board)
  if (learner === undefined) return
  LEARNER.putShared(board.room, board.id, {
    ...learner,
    requests: lastNumber(board, 'request'),
    lastActivity: lastActivity ?? learner.lastActivity,
    restarts: ownRestarts(board),
  })
}

/** Changes the learner of a board, which then has a new revision. */
function changeLearner(board: BoardFork, changes: Partial<Learner>): void {
  const learner = learnerOf(board)
  if (learner === undefined) throw new BoardNotFound()
  LEARNER.put(board.room, board.id, { ...learner, ...changes })
  revise(board)
}
