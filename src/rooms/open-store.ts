import { EventEmitter } from 'node:events'
import { DEFAULT_BOARD } from '../contract/board-id.js'
import { toTimestamp } from '../contract/time.js'
import type { Changes } from './bind.js'
import type { BoardQuotas } from './board/values.js'
import { toOwnRoom } from './board-life.js'
import { openRooms } from './open-rooms.js'
import type { RoomsOptions } from './rooms.js'
import type { WaitOptions } from './storage/lock.js'
import type { StorageEvents } from './storage/storage.js'
import { StoreUnusable } from './storage/unusable.js'
import type { Store } from './store.js'
import { createStore } from './store.js'

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
  const changes: Changes = new EventEmitter()
  const onForget = () => changes.emit('regain')
  const events = { onLost, onFailure, onMigrated }
  const { rooms, storage } = await openRooms(url, events, { memoryBytes, limitsOf, onForget }, wait)
  const now = toTimestamp(Date.now())
  try {
    if ((await storage.readBoard(DEFAULT_BOARD)) === undefined) {
      const profile = { name: null, ownerTokenHash: null, createdAt: now, usedAt: now, deletedAt: null }
      const counters = { lastNumbers: {}, counts: {} }
      await rooms.create(toOwnRoom(DEFAULT_BOARD, now), [{ id: DEFAULT_BOARD, profile: { ...profile, ...counters } }])
    }
    return createStore(rooms, storage, changes)
  } catch (error) {
    await rooms.close()
    throw StoreUnusable.because(url, error as Error)
  }
}
