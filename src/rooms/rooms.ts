import { getHeapStatistics } from 'node:v8'
import { BoardNotFound, ClassNotFound } from '../contract/errors.js'
import { type Board, type BoardOptions, createBoard } from './board/board.js'
import type { BoardProfile } from './board/profile.js'
import { createScheduler } from './board/scheduler.js'
import type { Steps } from './board/steps.js'
import { emptyVersion, type Fork } from './board/version.js'
import { toChanges, withUsage } from './board-rows.js'
import { createCommitLoop } from './commit-loop.js'
import { createDirectory, type Listing } from './directory.js'
import { type BoardHandle, createBoardHandle, createRoomHandle, type Parts, type RoomHandle } from './handles.js'
import { createLimiter, loadBoard, loadRoom } from './load.js'
import { createMemory, type Entry, type Loaded } from './memory.js'
import { createRoom, EMPTY_ROOM, fromRoomRow, type Room, type RoomFork, type RoomProfile } from './room.js'
import type { BoardRow, Storage } from './storage/storage.js'

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

/** All boards and rooms. Those in use are in memory, and the storage has the rows of all. */
export interface Rooms {
  /**
   * Returns a board, which stays in memory until its handle is released. It is loaded when it is first used.
   *
   * @throws BoardNotFound if it was never stored; its handle throws it if it was deleted
   * @throws TooBusy if too many wait, StoreUnavailable
   */
  openBoard(id: string): BoardHandle | Promise<BoardHandle>
  /** Returns a board that is in memory, for a call in this turn of the event loop. */
  findBoard(id: string): Pick<BoardHandle, 'read'> | undefined
  /** Returns a room. See `openBoard`. It throws ClassNotFound instead. */
  openRoom(id: string): RoomHandle | Promise<RoomHandle>
  /**
   * Creates a room with boards. One with a single board is one commit. Otherwise, the boards are stored one by one, and the
   * room at the end makes them visible. If that fails, the next start of the service deletes them.
   *
   * @throws StoreUnavailable, OutcomeUnknown
   */
  create(room: NewRoom, boards: readonly NewBoard[]): Promise<void>
  /** Creates boards of a room that exists. If that fails, some of them may exist. */
  createBoards(room: string, boards: readonly NewBoard[]): Promise<void>
  /**
   * Returns the profiles of all rooms and boards that are stored, also of those that are not in memory.
   *
   * @throws StoreUnavailable
   */
  list(): Promise<Listing>
  /** Does long work in steps, so that it delays nobody. */
  run<Result>(steps: Steps<Result>): Result | Promise<Result>
  /** Drops everything in memory. What was not sent to the storage yet is refused. */
  forget(): void
  /** The size of everything in memory in bytes. */
  bytes(): number
  /** Refuses new writes. Resolves when all writes have their outcome, and the storage is closed. */
  close(): Promise<void>
}

export interface RoomsOptions {
  /** The size in bytes from which boards leave memory. By default, a share of the heap. */
  memoryBytes?: number | undefined
  /** Returns the limits of a board. */
  limitsOf?(board: string): BoardOptions
  /** Is called when everything in memory was dropped. */
  onForget?(): void
}

/** The share of the heap that boards take by default. */
const HEAP_SHARE = 0.5

/** The maximum number of boards that are loaded at once, so that their slices delay nobody. */
const LOADS_AT_ONCE = 4

/** Creates the rooms of a storage. The caller calls `forget` when the storage was lost, or memory must be dropped. */
export function createRooms(
  storage: Storage,
  { memoryBytes, limitsOf = () => ({}), onForget = () => {} }: RoomsOptions = {},
): Rooms {
  const memory = createMemory(memoryBytes ?? getHeapStatistics().heap_size_limit * HEAP_SHARE)
  const loop = createCommitLoop(storage, (entry, isStored) => {
    memory.measure(entry)
    if (isStored) entry.onStored?.()
  })
  const directory = createDirectory(storage)
  const parts: Parts = { memory, loop, scheduler: createScheduler(() => performance.now()) }
  const limit = createLimiter(LOADS_AT_ONCE)

  function toLoadedRoom(room: Room): Loaded<RoomHandle> {
    let stored: RoomProfile | undefined
    return {
      thing: room,
      close() {
        const changes = room.close()
        const [row] = changes?.rooms ?? []
        stored = row && fromRoomRow(row)
        return changes
      },
      onStored: () => stored && directory.noteRoom(room.id, stored),
      isDeleted: () => isDeleted(room),
      toHandle: (entry) => createRoomHandle(room, entry, parts),
    }
  }

  function toLoadedBoard(board: Board, roomEntry: Entry<RoomHandle>): Loaded<BoardHandle> {
    let stored: BoardProfile | undefined
    return {
      thing: board,
      close() {
        const difference = board.close()
        stored = difference?.board && withUsage(difference.board)
        return difference && toChanges(board.id, difference)
      },
      onStored: () => stored && directory.noteBoard(board.id, stored),
      isDeleted: () => isDeleted(board) || isDeleted(roomEntry.thing as Room),
      toHandle: (entry) => createBoardHandle(board, roomEntry.thing as Room, [entry, roomEntry], parts),
      onLeave: () => memory.unpin(roomEntry),
    }
  }

  function pinRoom(id: string) {
    return memory.pin(`room ${id}`, async () => toLoadedRoom(await loadRoom(storage, id)))
  }

  /** A room that is missing was not stored yet, so neither is its board. */
  async function pinRoomOf({ room_id }: BoardRow): Promise<Entry<RoomHandle>> {
    try {
      return await pinRoom(room_id)
    } catch (error) {
      throw error instanceof ClassNotFound ? new BoardNotFound() : error
    }
  }

  const keyOf = (board: string) => `board ${board}`

  function pinBoard(id: string) {
    return memory.pin(keyOf(id), () =>
      limit(async () => {
        const row = await storage.readBoard(id)
        if (row === undefined) throw new BoardNotFound()
        const room = await pinRoomOf(row)
        try {
          return toLoadedBoard(await loadBoard(storage, parts.scheduler, row, limitsOf(id)), room)
        } catch (error) {
          memory.unpin(room)
          throw error
        }
      }),
    )
  }

  /**
   * Stores a board of a room, together with changes of the room.
   *
   * @param pinned the entry of the room, pinned once for the board
   * @param changeRoom changes the room, and calls its parameter meanwhile, so that an error leaves both as they were
   */
  async function store(
    pinned: Entry<RoomHandle>,
    { id, profile, fill }: NewBoard,
    changeRoom = (then: () => void) => then(),
  ): Promise<void> {
    const room = pinned.thing.id
    const board = createBoard(id, emptyVersion(), limitsOf(id))
    const entry = memory.add(keyOf(id), toLoadedBoard(board, pinned))
    try {
      await loop.write(room, [pinned, entry], () =>
        changeRoom(() =>
          board.write((fork) => {
            fork.version = { ...fork.version, profile: { ...profile, room } }
            fill?.(fork)
          }),
        ),
      )
    } catch (error) {
      memory.remove(entry)
      throw error
    } finally {
      memory.unpin(entry)
    }
  }

  return {
    openBoard: (id) => then(pinBoard(id), ({ handle }) => handle),
    findBoard: (id) => memory.find<BoardHandle>(keyOf(id)),
    openRoom: (id) => then(pinRoom(id), ({ handle }) => handle),
    async create({ id, profile, fill }, boards) {
      const room = createRoom(id, EMPTY_ROOM)
      const entry = memory.add(`room ${id}`, toLoadedRoom(room))
      const changeRoom = (then = () => {}) =>
        room.write((fork) => {
          fork.version = { ...fork.version, profile }
          fill?.(fork)
          then()
        })
      try {
        for (const board of boards) {
          entry.pins++
          await store(entry, board, boards.length === 1 ? changeRoom : undefined)
        }
        if (boards.length !== 1) await loop.write(id, [entry], () => changeRoom())
      } catch (error) {
        memory.remove(entry)
        throw error
      } finally {
        memory.unpin(entry)
      }
    },
    async createBoards(id, boards) {
      for (const board of boards) await store(await pinRoom(id), board)
    },
    list: directory.list,
    run: parts.scheduler.run,
    forget() {
      directory.forget()
      memory.forget()
      loop.forget()
      onForget()
    },
    bytes: memory.bytes,
    async close() {
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
