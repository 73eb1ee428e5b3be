import { getHeapStatistics } from 'node:v8'
import pLimit from 'p-limit'
import { BoardNotFound, ClassNotFound } from '../contract/errors.js'
import { type Board, type BoardOptions, createBoard } from './board/board.js'
import type { BoardProfile } from './board/profile.js'
import { createScheduler } from './board/scheduler.js'
import { emptyVersion, type Fork } from './board/version.js'
import { toChanges } from './board-rows.js'
import { createCommitLoop } from './commit-loop.js'
import { createDirectory } from './directory.js'
import {
  type BoardHandle,
  createBoardHandle,
  createRoomHandle,
  isGone,
  type Parts,
  type RoomHandle,
} from './handles.js'
import { loadBoard, loadRoom } from './load.js'
import { createMemory, type Entry, type Loaded } from './memory.js'
import { createRoom, EMPTY_ROOM, type Room, type RoomFork, type RoomProfile } from './room.js'
import type { Storage } from './storage/storage.js'

/** A board to create. */
export interface NewBoard {
  id: string
  profile: Omit<BoardProfile, 'room'>
  /** Adds its content. It must be synchronous. */
  fill?(fork: Fork): void
}

/** A room to create. */
export interface NewRoom {
  id: string
  profile: RoomProfile
  /** Adds its items, such as its learners. It must be synchronous. */
  fill?(fork: RoomFork): void
}

export interface RoomsOptions {
  /** The size in bytes from which boards leave memory. By default, a share of the heap. */
  memoryBytes?: number | undefined
  /** Returns the limits of a board. */
  limitsOf?(board: string): BoardOptions
  /** Is called with the ids of boards and rooms that writes have changed, after the responses of the writes. */
  onChange?(ids: readonly string[]): void
  /** Is called when everything in memory was dropped. */
  onForget?(): void
}

/** The share of the heap that boards take by default. */
const HEAP_SHARE = 0.5

/** The maximum number of boards that are loaded at once, so that their slices delay nobody. */
const LOADS_AT_ONCE = 4

export type Rooms = ReturnType<typeof createRooms>

/**
 * Creates all boards and rooms of a storage. Those in use are in memory, and the storage has the rows of all. The caller
 * calls `forget` when the storage was lost, or memory must be dropped.
 */
export function createRooms(
  storage: Storage,
  { memoryBytes, limitsOf = () => ({}), onChange = () => {}, onForget = () => {} }: RoomsOptions = {},
) {
  const memory = createMemory(memoryBytes ?? getHeapStatistics().heap_size_limit * HEAP_SHARE)
  const directory = createDirectory(storage)
  const loop = createCommitLoop(storage, (entries, stored) => {
    const ids: string[] = []
    for (const entry of entries) {
      memory.measure(entry)
      ids.push(entry.thing.id, ...(entry.room ? [entry.room.thing.id] : []))
    }
    if (stored === undefined) return
    directory.note(stored)
    setImmediate(onChange, ids)
  })
  const parts: Parts = { memory, loop, scheduler: createScheduler(() => performance.now()) }
  const limit = pLimit(LOADS_AT_ONCE)
  const keyOf = { room: (id: string) => `room ${id}`, board: (id: string) => `board ${id}` }

  function ofRoom(room: Room): Loaded<RoomHandle> {
    return {
      thing: room,
      isDeleted: () => isDeleted(room),
      toHandle: (entry) => createRoomHandle(room, entry, parts),
    }
  }

  /** @param room the entry of the room, pinned for the board */
  function ofBoard(board: Board, room: Entry<RoomHandle>): Loaded<BoardHandle> {
    function close() {
      const difference = board.close()
      return difference && toChanges(board.id, difference)
    }
    return {
      thing: { ...board, close },
      room,
      isDeleted: () => isDeleted(board) || room.isDeleted(),
      toHandle: (entry) => createBoardHandle(board, room.thing as Room, [entry, room], parts),
    }
  }

  function pinRoom(id: string) {
    return memory.pin(keyOf.room(id), async () => ofRoom(await loadRoom(storage, id)))
  }

  function pinBoard(id: string) {
    return memory.pin(keyOf.board(id), () => limit(() => load(id)))
  }

  async function load(id: string): Promise<Loaded<BoardHandle>> {
    const row = await storage.readBoard(id)
    if (row === undefined) throw new BoardNotFound()
    const room = await pinRoom(row.room_id)
    try {
      return ofBoard(await loadBoard(storage, parts.scheduler, row, limitsOf(id)), room)
    } catch (error) {
      memory.unpin(room)
      throw error
    }
  }

  /**
   * Creates boards of a room in one commit.
   *
   * @param room the entry of the room, pinned. This function unpins it.
   * @param change changes the room before the boards are created
   */
  async function createIn(room: Entry<RoomHandle>, boards: readonly NewBoard[], change: (fork: RoomFork) => void) {
    const created = boards.map((values) => {
      const board = createBoard(values.id, emptyVersion(), limitsOf(values.id))
      room.pins++
      return { values, board, entry: memory.add(keyOf.board(values.id), ofBoard(board, room)) }
    })
    const entries = created.map(({ entry }) => entry)
    try {
      await loop.write(room.thing.id, [room, ...entries], () =>
        (room.thing as Room).write((roomFork) => {
          change(roomFork)
          for (const { values, board } of created) {
            board.write((fork) => {
              fork.version = { ...fork.version, profile: { ...values.profile, room: room.thing.id } }
              values.fill?.(fork)
            })
          }
        }),
      )
    } catch (error) {
      for (const entry of entries) memory.remove(entry)
      throw error
    } finally {
      for (const entry of [...entries, room]) memory.unpin(entry)
    }
  }

  return {
    /**
     * Returns a board, which stays in memory until its handle is released. It is loaded when it is first used.
     *
     * @throws BoardNotFound if it was never stored; its handle throws it if it was deleted
     * @throws TooBusy if too many wait, StoreUnavailable
     */
    openBoard: (id: string) => then(pinBoard(id), ({ handle }) => handle),
    /** Returns a board that is in memory, for a call in this turn of the event loop. */
    findBoard: (id: string) => memory.find<BoardHandle>(keyOf.board(id)),
    /** Returns a room. See `openBoard`. It throws ClassNotFound instead. */
    openRoom: (id: string) => then(pinRoom(id), ({ handle }) => handle),
    /**
     * Creates a room with boards in one commit.
     *
     * @throws StoreUnavailable, OutcomeUnknown
     */
    async create({ id, profile, fill }: NewRoom, boards: readonly NewBoard[]): Promise<void> {
      const room = memory.add(keyOf.room(id), ofRoom(createRoom(id, EMPTY_ROOM)))
      try {
        await createIn(room, boards, (fork) => {
          fork.version = { ...fork.version, profile }
          fill?.(fork)
        })
      } catch (error) {
        memory.remove(room)
        throw error
      }
    },
    /**
     * Creates boards of a room that exists in one commit.
     *
     * @param change changes the room in the same commit. If it throws, no board is created.
     * @throws ClassNotFound, StoreUnavailable, OutcomeUnknown, the error of `change`
     */
    async createBoards(id: string, boards: readonly NewBoard[], change: (fork: RoomFork) => void): Promise<void> {
      await createIn(await pinRoom(id), boards, (fork) => {
        if (isGone(fork)) throw new ClassNotFound()
        change(fork)
      })
    },
    list: directory.list,
    /** Does long work in steps, so that it delays nobody. */
    run: parts.scheduler.run,
    /** Drops everything in memory. What was not sent to the storage yet is refused. */
    forget(): void {
      directory.forget()
      memory.forget()
      loop.forget()
      onForget()
    },
    bytes: memory.bytes,
    /** Refuses new writes. Resolves when all writes have their outcome, and the storage is closed. */
    async close(): Promise<void> {
      await loop.close()
      memory.forget()
      await storage.close()
    },
  }
}

/** Whether a room or a board is stored as deleted. */
function isDeleted(thing: Board | Room): boolean {
  return thing.read(({ version }) => version.profile != null && version.profile.deletedAt !== null)
}

/** Does something with a value, at once if it is there already. */
function then<Value, Result>(value: Value | Promise<Value>, next: (value: Value) => Result): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
