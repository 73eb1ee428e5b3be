/** Boards and classes in memory, and the commits that make their changes durable. @module */

import { EventEmitter } from 'node:events'
import { getHeapStatistics } from 'node:v8'
import pLimit from 'p-limit'
import { BoardNotFound, ClassNotFound } from '../contract/errors.js'
import { toItems } from './board/items.js'
import { createLoader } from './board/load.js'
import { parseRow } from './board/parse-row.js'
import type { BoardProfile } from './board/profile.js'
import { createScheduler } from './board/steps.js'
import type { BoardLimits } from './board/values.js'
import { emptyVersion, type Fork } from './board/version.js'
import { toBoard } from './board.js'
import { createCommits } from './commits.js'
import { createDirectory } from './directory.js'
import { type Board, type Room, withMethods } from './handles.js'
import { createMemory } from './memory.js'
import { EMPTY_ROOM, type RoomFork, type RoomProfile, toRoom } from './room.js'
import { BOARDS, type Item, profileKey, ROOMS, type Storage, scopeOfRoom } from './storage/storage.js'
import { isGone, type Written, withVersion } from './versioned.js'

/** A board or a room to create. */
interface New<Profile, Fork> {
  id: string
  profile: Profile
  /** Adds its content, such as the learners of a room. It must be synchronous. */
  fill?(fork: Fork): void
}
export type NewBoard = New<Omit<BoardProfile, 'room'>, Fork>
export type NewRoom = New<RoomProfile, RoomFork>

export interface RoomsOptions {
  /** The size in bytes from which boards leave memory. By default, a share of the heap. */
  memoryBytes?: number | undefined
  /** Returns the limits of a board. */
  limitsOf?(board: string): BoardLimits
}

/**
 * Announces `change` in a later turn of the event loop than the commit: the ids of the boards and rooms that it has changed,
 * and those of the rooms whose settings it has changed. Announces `forget` when everything that was read before can be wrong.
 */
export type ChangeEvents = EventEmitter<{ change: [ids: readonly string[], configured: readonly string[]]; forget: [] }>

/** The share of the heap that boards take by default. */
const HEAP_SHARE = 0.5

/** The maximum number of boards that are loaded at once, so that their slices delay nobody. */
const LOADS_AT_ONCE = 4

export type Rooms = ReturnType<typeof createRooms>

/**
 * Creates all boards and rooms of a storage. Those in use are in memory, and the storage has the rows of all. The caller
 * calls `forget` when the storage was lost, or memory must be dropped.
 */
export function createRooms(storage: Storage, { memoryBytes, limitsOf = () => ({}) }: RoomsOptions = {}) {
  const memory = createMemory(memoryBytes ?? getHeapStatistics().heap_size_limit * HEAP_SHARE)
  const directory = createDirectory(storage)
  const changes: ChangeEvents = new EventEmitter()
  const commits = createCommits(storage, (things, stored) => {
    for (const thing of things) memory.measure(thing)
    if (stored === undefined) return
    const profiles = (stored.items ?? []).filter(({ scope }) => scope === ROOMS || scope === BOARDS)
    if (profiles.length > 0) directory.note(profiles)
    const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id)
    const rooms = profiles.filter(({ scope }) => scope === ROOMS)
    setImmediate(() => changes.emit('change', idsOf(things), idsOf(rooms)))
  })
  const scheduler = createScheduler(() => performance.now())
  const limit = pLimit(LOADS_AT_ONCE)

  const openBoard = (id: string) => memory.get(id, () => limit(load, id)) as Board | Promise<Board>
  const openRoom = (id: string) => memory.get(scopeOfRoom(id), () => loadRoom(id)) as Room | Promise<Room>

  async function loadRoom(id: string): Promise<Room> {
    const slices = storage.readItems(scopeOfRoom(id))
    const key = profileKey(ROOMS, id)
    const profile = await storage.readItem(key)
    if (profile === undefined) throw new ClassNotFound()
    const items: Item[] = []
    for await (const slice of slices) items.push(...slice)
    const version = { profile: parseRow<RoomProfile>(key, profile), items: toItems(items), revision: 0 }
    return withMethods(toRoom(id, version), commits)
  }

  async function load(id: string): Promise<Board> {
    const key = profileKey(BOARDS, id)
    const stored = await storage.readItem(key)
    if (stored === undefined) throw new BoardNotFound()
    const profile = parseRow<BoardProfile>(key, stored)
    const slices = storage.readItems(id)
    const room = await Promise.resolve(openRoom(profile.room)).catch((error) => {
      // It can be deleted meanwhile.
      throw error instanceof ClassNotFound ? new BoardNotFound() : error
    })
    // It stays in memory while it has boards there.
    room.boards++
    try {
      const loader = createLoader(id)
      // Others work between the slices and within them.
      for await (const slice of slices) await scheduler.run(loader.add(slice))
      const version = { ...(await scheduler.run(loader.finish())), profile }
      return withMethods(toBoard(id, version, limitsOf(id), room), commits) as Board
    } catch (error) {
      room.boards--
      throw error
    }
  }

  /** Creates boards in the write of their room. They are loaded when they are first used. */
  function createIn(room: string, boards: readonly NewBoard[], written: Written): void {
    for (const { id, profile, fill } of boards) {
      const board = toBoard(id, emptyVersion(), limitsOf(id))
      withVersion(board, written, (fork) => {
        fork.version = { ...fork.version, profile: { ...profile, room } }
        fill?.(fork)
      })
    }
  }

  return {
    /**
     * Returns a board. It is loaded when it is first used, and can leave memory in any later turn of the event loop.
     *
     * @throws BoardNotFound if it was never stored or was deleted, TooBusy if too many wait, StoreUnavailable
     */
    openBoard,
    /** Returns a board that is in memory, unless it was deleted. */
    findBoard(id: string): Board | undefined {
      const board = memory.find(id) as Board | undefined
      return board && isGone(board.room.committed) ? undefined : board
    },
    /** Returns a room. See `openBoard`. It throws ClassNotFound instead. */
    openRoom,
    /**
     * Creates rooms with their boards in one commit, or nothing.
     *
     * @throws StoreUnavailable, OutcomeUnknown
     */
    async create(...rooms: [room: NewRoom, boards: readonly NewBoard[]][]): Promise<void> {
      const created = rooms.map(([values, boards]) => ({ ...values, boards, room: toRoom(values.id, EMPTY_ROOM) }))
      await commits.write(
        created.map(({ room }) => room),
        (written) => {
          for (const { room, profile, fill, boards } of created) {
            withVersion(room, written, (fork) => {
              fork.version = { ...fork.version, profile }
              fill?.(fork)
            })
            createIn(room.id, boards, written)
          }
        },
      )
    },
    /**
     * Creates boards of a room that exists in one commit.
     *
     * @param change changes the room in the same commit. If it throws, no board is created.
     * @throws ClassNotFound, StoreUnavailable, OutcomeUnknown, the error of `change`
     */
    async createBoards(id: string, boards: readonly NewBoard[], change: (fork: RoomFork) => void): Promise<void> {
      const room = await openRoom(id)
      await room.write((fork) => {
        change(fork)
        createIn(id, boards, fork.written)
      })
    },
    changes,
    list: directory.list,
    /** Does long work in steps, so that it delays no other request. */
    run: scheduler.run,
    /** Drops everything in memory. What was not sent to the storage yet is refused. */
    forget(): void {
      directory.forget()
      memory.forget()
      commits.forget()
      changes.emit('forget')
    },
    bytes: memory.bytes,
    /** Refuses new writes. Resolves when all writes have their outcome, and the storage is closed. */
    async close(): Promise<void> {
      await commits.close()
      memory.forget()
      await storage.close()
    },
  }
}
