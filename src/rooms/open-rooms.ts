import { createRooms, type Rooms, type RoomsOptions } from './rooms.js'
import type { WaitOptions } from './storage/lock.js'
import { openStorage } from './storage/open-storage.js'
import type { Storage, StorageEvents } from './storage/storage.js'
import { explain } from './storage/unusable.js'

/**
 * Opens the rooms of the database that a `DATABASE_URL` names.
 *
 * @param events the process must end after `onLost`
 * @throws StoreUnusable; see `openStorage`
 */
export async function openRooms(
  url: string,
  events: Omit<StorageEvents, 'onForget'>,
  options?: RoomsOptions,
  wait?: WaitOptions,
): Promise<{ rooms: Rooms; storage: Storage }> {
  let rooms: Rooms | undefined
  const onForget = () => rooms?.forget()
  const onLost = (error: Error) => {
    onForget()
    events.onLost(error)
  }
  const storage = await openStorage(url, { ...events, onForget, onLost }, wait)
  rooms = createRooms(storage, options)
  // A full disk does not prevent reads.
  await storage.sweep(true).catch((error: Error) => {
    events.onFailure(new Error(`Writes return 503 until the database can be written: ${explain(error)}`))
  })
  return { rooms, storage }
}
