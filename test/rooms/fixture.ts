import type { Test } from 'tap'
import { defineKind } from '../../src/rooms/board/items.js'
import { OPERATIONS } from '../../src/rooms/board/operations.js'
import { newBoardProfile } from '../../src/rooms/board/profile.js'
import type { Fork, View } from '../../src/rooms/board/version.js'
import { newProfile } from '../../src/rooms/room.js'
import { createRooms, type NewBoard, type NewRoom, type Rooms, type RoomsOptions } from '../../src/rooms/rooms.js'
import type { Storage } from '../../src/rooms/storage/storage.js'
import { observe, open } from './storage/fixture.js'
import { at, query, values } from './store/contract/shared.js'

/** A kind of items of a room, for tests. */
export const COUNT = defineKind<number>('count')

export const PROFILE = newProfile(at(0), { name: 'A room' })

export function newRoom(id: string, values: Partial<NewRoom> = {}): NewRoom {
  return { id, profile: PROFILE, ...values }
}

export function newBoard(id: string, values: Partial<NewBoard> = {}): NewBoard {
  return { id, profile: newBoardProfile(at(0)), ...values }
}

/** Opens rooms on a SQLite file. `wrap` can change the storage. */
export async function openRooms(
  t: Test,
  { wrap = (storage: Storage) => storage, ...options }: RoomsOptions & { wrap?(storage: Storage): Storage } = {},
  url = `sqlite:${t.testdir()}/board.db`,
): Promise<{ rooms: Rooms; storage: Storage }> {
  const storage = wrap(await open(t, url, observe()))
  return { rooms: createRooms(storage, options), storage }
}

export const create = (fork: Fork, title = 'A task') => OPERATIONS.createTask(fork, values({ title }), at(0))

/** Returns the titles of all tasks in the order of their ids. */
export function titles(view: View): string[] {
  return JSON.parse(OPERATIONS.listTasks(view, query({ size: 100_000 })).tasks).map(
    ({ title }: { title: string }) => title,
  )
}

/** Resolves in a later turn of the event loop, when all that runs in this one is done. */
export const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
