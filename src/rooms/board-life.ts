import { DEFAULT_BOARD } from '../contract/board-id.js'
import { TooManyBoards } from '../contract/errors.js'
import { changeProfile } from './board/counters.js'
import type { BoardProfile } from './board/profile.js'
import type { Board, NewBoard as StoreBoard } from './board-values.js'
import { leaveClass, nameOf } from './classes/learners.js'
import type { Listing } from './directory.js'
import { initializePlan } from './fault-plan.js'
import type { BoardFork, BoardView } from './handles.js'
import { DEFAULT_SETTINGS, type RoomProfile } from './room.js'
import type { NewBoard, NewRoom, Rooms } from './rooms.js'
import { changeRoom, profileOf } from './settings.js'

/** Returns a board with its profile. */
export function getBoard(board: BoardView): Board {
  const profile = board.version.profile as BoardProfile
  return describe(board.id, { ...profile, name: nameOf(board) }, profileOf(board.room))
}

function describe(id: string, { name, ownerTokenHash, createdAt, usedAt, room }: BoardProfile, of: RoomProfile): Board {
  const isDefault = id === DEFAULT_BOARD
  return {
    id,
    name,
    ownerTokenHash,
    createdAt: isDefault ? null : createdAt,
    usedAt: isDefault ? null : usedAt,
    classId: room === id ? null : room,
    expiresAt: of.expiresAt,
  }
}

/** Marks a board as deleted. Its handles no longer find it. `sweep` removes its content later. */
export function deleteBoard(board: BoardFork, now: string): void {
  if (board.room.id === board.id) changeRoom(board.room, { deletedAt: now })
  else {
    changeProfile(board, { deletedAt: now })
    leaveClass(board)
  }
}

/**
 * Returns a board to create in a room.
 *
 * @param settings those of the room
 */
export function toNewBoard(
  { id, name, ownerTokenHash, faultSeed }: StoreBoard,
  now: string,
  settings = DEFAULT_SETTINGS,
): NewBoard {
  return {
    id,
    profile: {
      ...{ name, ownerTokenHash, createdAt: now, usedAt: now, deletedAt: null },
      ...{ lastNumbers: {}, counts: {} },
    },
    fill: (fork) => initializePlan(fork, faultSeed, settings.plans.number),
  }
}

/** Returns the room of a board without a class. */
export function toOwnRoom(id: string, now: string, defects: readonly string[] = []): NewRoom {
  return {
    id,
    profile: {
      ...{
        joinCode: null,
        secretHash: null,
        name: null,
        createdAt: now,
        usedAt: now,
        expiresAt: null,
        deletedAt: null,
      },
      settings: { ...DEFAULT_SETTINGS, defects },
    },
  }
}

/** Returns the private boards of a listing, with their rooms. */
export function* privateBoards({ boards, rooms }: Listing): Generator<[string, BoardProfile, RoomProfile]> {
  for (const [id, profile] of boards) {
    const room = rooms.get(profile.room)
    if (room !== undefined && id !== DEFAULT_BOARD) yield [id, profile, room]
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
  async function withRoomFor<Result>(more: number, max: number, create: () => Promise<Result>): Promise<Result> {
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

  return {
    withRoomFor,

    async createBoards(boards: readonly StoreBoard[], max: number, now: string): Promise<void> {
      await withRoomFor(boards.length, max, async () => {
        // All of them are written in one turn of the event loop, so they share a commit.
        await Promise.all(
          boards.map((board) => rooms.create(toOwnRoom(board.id, now, board.defects), [toNewBoard(board, now)])),
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

    /** Deletes the private boards that were not used after a time, and returns their number. */
    async expireBoards(unusedSince: string, now: string): Promise<number> {
      const expired = [...privateBoards(await rooms.list())].filter(
        ([id, profile]) => !isUsed(id, profile, unusedSince),
      )
      for (const [id] of expired) {
        const room = await rooms.openRoom(id)
        await room.write((fork) => changeRoom(fork, { deletedAt: now })).finally(room.release)
      }
      return expired.length
    },
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
