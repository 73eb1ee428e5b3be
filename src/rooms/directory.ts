import { parseRow } from './board/parse-row.js'
import type { BoardProfile } from './board/profile.js'
import type { RoomProfile } from './room.js'
import { BOARDS, type ItemRow, ROOMS, type Storage } from './storage/storage.js'

/** The profiles of all rooms and boards that are stored, also of those that are not in memory. */
export type Listing = Awaited<ReturnType<typeof readAll>>

/** Compares two texts for sorting. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** Keeps the listing of a storage. */
export function createDirectory(storage: Pick<Storage, 'readItems'>) {
  let reading: ReturnType<typeof readAll> | undefined
  const forget = () => {
    reading = undefined
  }

  return {
    /** Returns the listing with everything that was noted before. The first call reads it. */
    async list() {
      reading ??= readAll(storage)
      const own = reading
      return own.catch((error) => {
        if (reading === own) forget()
        throw error
      })
    },
    /** Notes what is stored now. If the listing is being read, it comes after what is read. */
    note(changes: readonly ItemRow[]): void {
      reading?.then(
        (listing) => listing.note(changes),
        () => {},
      )
    },
    /** Drops the listing, so that it is read again. */
    forget,
  }
}

async function readAll(storage: Pick<Storage, 'readItems'>) {
  const rooms = new Map<string, RoomProfile>()
  const boards = new Map<string, BoardProfile>()
  /** The ids of the classes by the codes to join them. */
  const byCode = new Map<string, string>()

  function setRoom(id: string, profile: RoomProfile | undefined): void {
    const before = rooms.get(id)
    if (before?.joinCode != null) byCode.delete(before.joinCode)
    if (profile === undefined) rooms.delete(id)
    else rooms.set(id, profile)
    if (profile?.joinCode != null) byCode.set(profile.joinCode, id)
  }

  function note(items: readonly ItemRow[]): void {
    for (const { value, ...key } of items) {
      if (key.scope === ROOMS) setRoom(key.id, value === null ? undefined : parseRow(key, value))
      else if (key.scope === BOARDS && value === null) boards.delete(key.id)
      else if (key.scope === BOARDS && value !== null) boards.set(key.id, parseRow(key, value))
    }
  }

  // A room is read before its boards, so that each board has its room.
  for (const scope of [ROOMS, BOARDS]) {
    for await (const items of storage.readItems(scope)) note(items.map((item) => ({ scope, ...item })))
  }
  return { rooms, boards, byCode, note }
}
