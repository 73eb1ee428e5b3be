import type { BoardProfile } from './board/profile.js'
import type { RoomProfile } from './room.js'
import type { Changes, Storage } from './storage/storage.js'

/** The profiles of all rooms and boards that are stored and not deleted, also of those that are not in memory. */
export interface Listing {
  readonly rooms: ReadonlyMap<string, RoomProfile>
  readonly boards: ReadonlyMap<string, BoardProfile>
  /** The ids of the classes by the codes to join them. */
  readonly byCode: ReadonlyMap<string, string>
}

/** Compares two texts for sorting. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Keeps the listing of a storage. */
export function createDirectory(storage: Pick<Storage, 'listRooms' | 'listBoards'>) {
  let reading: ReturnType<typeof readAll> | undefined
  const forget = () => {
    reading = undefined
  }

  return {
    /** Returns the listing with everything that was noted before. The first call reads it. */
    async list(): Promise<Listing> {
      reading ??= readAll(storage)
      const own = reading
      return own.catch((error) => {
        if (reading === own) forget()
        throw error
      })
    },
    /** Notes what is stored now. If the listing is being read, it comes after what is read. */
    note(changes: Changes): void {
      reading?.then(
        (listing) => listing.note(changes),
        () => {},
      )
    },
    /** Drops the listing, so that it is read again. */
    forget,
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

  function note({ rooms: roomRows = [], boards: boardRows = [] }: Changes): void {
    for (const row of roomRows) setRoom(row.id, JSON.parse(row.value))
    for (const row of boardRows) {
      if (row.deleted_at === null && rooms.has(row.room_id)) boards.set(row.id, JSON.parse(row.value))
      else boards.delete(row.id)
    }
  }

  for await (const rows of storage.listRooms()) note({ rooms: rows })
  for await (const rows of storage.listBoards()) note({ boards: rows })
  return { rooms, boards, byCode, note }
}
