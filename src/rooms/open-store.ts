import { DEFAULT_BOARD } from '../contract/board-id.js'
import { toTimestamp } from '../contract/time.js'
import { newBoardProfile } from './board/profile.js'
import type { BoardQuotas } from './board/values.js'
import { newProfile } from './room.js'
import { createRooms, type Rooms, type RoomsOptions } from './rooms.js'
import type { WaitOptions } from './storage/lock.js'
import { openStorage } from './storage/open-storage.js'
import { BOARDS, profileKey, type Storage, type StorageEvents } from './storage/storage.js'
import { explain, StoreUnusable } from './storage/unusable.js'
import { createStore, type Store } from './store.js'

/** What a store tells the process that opens it, and the memory that it takes. */
export interface StoreEvents
  extends WaitOptions,
    Partial<Omit<StorageEvents, 'onForget'>>,
    Pick<RoomsOptions, 'memoryBytes'> {}

/**
 * Opens the store that a `DATABASE_URL` names, and serves its database until the store is closed.
 *
 * @param quotas the quotas of boards; by default boards have none
 * @throws StoreUnusable; see `openStorage`
 */
export async function openStore(
  url: string,
  quotas: BoardQuotas = {},
  { onLost = () => {}, onFailure = () => {}, onMigrated = () => {}, memoryBytes, ...wait }: StoreEvents = {},
): Promise<Store> {
  const limitsOf = (board: string) => ({ quota: board === DEFAULT_BOARD ? quotas.default : quotas.private })
  const events = { onLost, onFailure, onMigrated }
  const { rooms, storage } = await openRooms(url, events, { memoryBytes, limitsOf }, wait)
  const now = toTimestamp(Date.now())
  try {
    if ((await storage.readItem(profileKey(BOARDS, DEFAULT_BOARD))) === undefined) {
      // A mark that a failed copy has left would delete the new board, if the first sweep could not delete the mark.
      await storage.sweep(true)
      const board = { id: DEFAULT_BOARD, profile: newBoardProfile(now) }
      await rooms.create([{ id: DEFAULT_BOARD, profile: newProfile(now) }, [board]])
    }
    return createStore(rooms, storage)
  } catch (error) {
    await rooms.close()
    throw StoreUnusable.because(url, error as Error)
  }
}

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
