import { type ItemRow, type Reads, type RoomRow, SERVICE, type Storage, scopeOfRoom } from './storage.js'
import { StoreUnusable } from './unusable.js'

/** What was copied. */
export interface Copied {
  rooms: number
  boards: number
  items: number
  blobs: number
}

/**
 * Copies everything into an empty storage. The rooms come last, in one commit: until then, the next start of a service
 * deletes what a copy that failed has left.
 *
 * @throws StoreUnusable if the target is not empty
 */
export async function copyStorage(from: Reads, to: Storage): Promise<Copied> {
  await to.sweep(true)
  await requireEmpty(to)
  const copied: Copied = { rooms: 0, boards: 0, items: 0, blobs: 0 }

  async function copyScope(scope: string, put: (items: ItemRow[]) => unknown): Promise<void> {
    for await (const keys of from.listBlobs(scope)) {
      for (const key of keys) await to.write({ blobs: [{ ...key, bytes: (await from.readBlob(key)) as Uint8Array }] })
      copied.blobs += keys.length
    }
    for await (const items of from.readItems(scope)) {
      copied.items += items.length
      await put(items.map((item) => ({ scope, ...item })))
    }
  }

  for await (const boards of from.listBoards()) {
    copied.boards += boards.length
    await to.write({ boards })
    for (const { id } of boards) await copyScope(id, (items) => to.write({ items }))
  }

  const rooms: RoomRow[] = []
  for await (const slice of from.listRooms()) rooms.push(...slice)
  copied.rooms = rooms.length
  const items: ItemRow[] = []
  for (const scope of [SERVICE, ...rooms.map(({ id }) => scopeOfRoom(id))]) {
    await copyScope(scope, (rows) => items.push(...rows))
  }
  await to.write({ rooms, items })
  return copied
}

async function requireEmpty(storage: Storage): Promise<void> {
  for (const rows of [storage.listRooms(), storage.listBoards()]) {
    for await (const _ of rows) throw new StoreUnusable('The target database is not empty: copy into a new one')
  }
}
