import { DEFAULT_BOARD } from '../contract/board-id.js'
import { TooManyBoards } from '../contract/errors.js'
import { type BoardProfile, newBoardProfile } from './board/profile.js'
import { leaveClass, touchLearner } from './classes/learners.js'
import { compare, type Listing } from './directory.js'
import { initializePlan } from './fault-plan.js'
import type { BoardFork } from './handles.js'
import { deleteSegments } from './log/exchanges.js'
import { deleteRoom, newProfile, type RoomProfile } from './room.js'
import type { Rooms, NewBoard as StoredBoard } from './rooms.js'
import { describe } from './state.js'
import { deleteSolved } from './training/challenges.js'
import { deleteClaims } from './training/claims.js'
import { deleteDrill } from './training/drills.js'
import { emptyScore, putScore } from './training/score.js'

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

/** Deletes a board. Its handles no longer find it. */
export function deleteBoard(board: BoardFork): void {
  const { id, room } = board
  if (room.id === id) deleteRoom(room, [id])
  else leaveClass(board)
}

/**
 * Deletes the claims, the hints, the counts, the exchanges, the solved challenges, the drill and the grade of the exercise.
 * Numbers of claims and challenges are not reused.
 */
export function deleteScore(board: BoardFork): void {
  deleteClaims(board)
  deleteSolved(board)
  deleteSegments(board)
  deleteDrill(board.room, board.id)
  putScore(board, emptyScore())
  touchLearner(board)
}

/** Returns a board to create in a room. */
export function toNewBoard({ id, name, ownerTokenHash, faultSeed }: NewBoard, now: string): StoredBoard {
  return {
    id,
    profile: newBoardProfile(now, { name, ownerTokenHash }),
    fill: (fork) => initializePlan(fork, faultSeed),
  }
}

/** Returns the private boards of a listing, with their rooms. */
export function* privateBoards({ boards, rooms }: Listing): Generator<[string, BoardProfile, RoomProfile]> {
  for (const [id, profile] of boards) {
    if (id !== DEFAULT_BOARD) yield [id, profile, rooms.get(profile.room) as RoomProfile]
  }
}

/** Whether a board was used after a time. Boards of classes expire with their class. */
const isUsed = (id: string, { room, usedAt }: BoardProfile, unusedSince: string) => room !== id || usedAt > unusedSince

export type BoardLife = ReturnType<typeof createBoardLife>

/** Creates the methods that list, create and delete boards. */
export function createBoardLife(rooms: Rooms) {
  /** The number of boards that are being created. */
  let pending = 0

  /**
   * Calls a function that creates private boards, unless there would be too many.
   *
   * @param more the number of boards
   * @throws TooManyBoards
   */
  async function withBoardQuota<Result>(more: number, max: number, create: () => Promise<Result>): Promise<Result> {
    const { boards } = await rooms.list()
    // The default board is none of them.
    if (boards.size - 1 + pending + more > max) throw new TooManyBoards(max)
    pending += more
    try {
      return await create()
    } finally {
      pending -= more
    }
  }

  /** Deletes a board without a class. */
  async function remove(id: string): Promise<void> {
    const room = await rooms.openRoom(id)
    await room.write((fork) => deleteRoom(fork, [id]))
  }

  return {
    withBoardQuota,

    async createBoards(boards: readonly NewBoard[], max: number, now: string): Promise<void> {
      await withBoardQuota(boards.length, max, async () => {
        const roomOf = ({ id, defects }: NewBoard) => ({ id, profile: newProfile(now, defects && { defects }) })
        await rooms.create(
          ...boards.map((board): Parameters<Rooms['create']>[0] => [roomOf(board), [toNewBoard(board, now)]]),
        )
      })
    },

    async listBoards({ page, size, unusedSince = '' }: { page: number; size: number; unusedSince?: string }) {
      const used = [...privateBoards(await rooms.list())].filter(([id, profile]) => isUsed(id, profile, unusedSince))
      used.sort(([a, { createdAt }], [b, { createdAt: other }]) => compare(createdAt, other) || compare(a, b))
      const boards = used.slice(page * size, (page + 1) * size)
      return { boards: boards.map((each) => describe(...each)), total: used.length }
    },

    /** Returns the numbers of private boards and of classes, and the bytes of the attachments of all boards. */
    async measure() {
      const listing = await rooms.list()
      let boards = 0
      for (const _ of privateBoards(listing)) boards++
      let attachmentBytes = 0
      for (const { counts } of listing.boards.values()) attachmentBytes += counts.attachmentBytes ?? 0
      return { boards, classes: listing.byCode.size, attachmentBytes }
    },

    /**
     * Deletes the private boards that were not used after a time, and returns their number.
     *
     * @throws the first error, after all others were deleted
     */
    async expireBoards(unusedSince: string): Promise<number> {
      const ids = [...(await rooms.list()).boards.keys()]
      let expired = 0
      const failures: unknown[] = []
      for (const id of ids) {
        // It may have been used or deleted while others were deleted.
        const profile = (await rooms.list()).boards.get(id)
        if (id === DEFAULT_BOARD || profile === undefined || isUsed(id, profile, unusedSince)) continue
        await remove(id).then(
          () => expired++,
          (error) => failures.push(error),
        )
      }
      if (failures.length > 0) throw failures[0]
      return expired
    },
  }
}
