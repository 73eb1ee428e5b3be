import type { BoardProfile } from './board/profile.js'
import { toBoardProfile } from './board-rows.js'
import { fromRoomRow, type RoomProfile } from './room.js'
import type { Storage } from './storage/storage.js'

/** The profiles of all rooms and boards that are stored and not deleted, also of those that are not in memory. */
export interface Listing {
  readonly rooms: ReadonlyMap<string, RoomProfile>
  /** Boards without a stored room, which do not exist yet, are among them. */
  readonly boards: ReadonlyMap<string, BoardProfile>
  /** The ids of the classes by the codes to join them. */
  readonly byCode: ReadonlyMap<string, string>
}

/** Keeps the listing of a storage. */
export interface Directory {
  /** Returns the listing with everything that was noted before. The first call reads it. */
  list(): Promise<Listing>
  /** Notes a profile that is stored now. */
  noteRoom(id: string, profile: RoomProfile): void
  noteBoard(id: string, profile: BoardProfile): void
  /** Drops the listing, so that it is read again. */
  forget(): void
}

export function createDirectory(storage: Pick<Storage, 'listRooms' | 'listBoards'>): Directory {
  let reading: ReturnType<typeof readAll> | undefined

  async function list() {
    reading ??= readAll(storage)
    try {
      return await reading
    } catch (error) {
      reading = undefined
      throw error
    }
  }

  /** What is noted while the listing is read comes after what is read. */
  const note = (change: (listing: Awaited<ReturnType<typeof readAll>>) => void) => {
    reading?.then(change, () => {})
  }

  return {
    list,
    noteRoom: (id, profile) => note((listing) => listing.setRoom(id, profile)),
    noteBoard: (id, profile) => note((listing) => listing.setBoard(id, profile)),
    forget() {
      reading = undefined
    },
  }
}

async function readAll(storage: Pick<Storage, 'listRooms' | 'listBoards'>) {
  const rooms = new Map<string, RoomProfile>()
  const boards = new Map<string, BoardProfile>()
  const byCode = new Map<string, string>()

  function setRoom(id: string, profile: RoomProfile): void {
    const before = rooms.get(id)
    if (before?.joinCode != null) byCode.delete(before.joinCode)
    if (profile.deletedAt === null) {
      rooms.set(id, profile)
      if (profile.joinCode !== null) byCode.set(profile.joinCode, id)
    } else {
      rooms.delete(id)
      // Most rooms are boards without a class.
      if (boards.delete(id)) return
      for (const [board, { room }] of boards) if (room === id) boards.delete(board)
    }
  }

  function setBoard(id: string, profile: BoardProfile): void {
    if (profile.deletedAt === null) boards.set(id, profile)
    else boards.delete(id)
  }

  for await (const rows of storage.listRooms()) for (const row of rows) setRoom(row.id, fromRoomRow(row))
  for await (const rows of storage.listBoards()) for (const row of rows) setBoard(row.id, toBoardProfile(row))
  return { rooms, boards, byCode, setRoom, setBoard }
}
