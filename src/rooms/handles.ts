import { BoardNotFound, ClassNotFound } from '../contract/errors.js'
import type { Board } from './board/board.js'
import type { Scheduler } from './board/scheduler.js'
import type { Steps } from './board/steps.js'
import type { BoardVersion, Fork, View } from './board/version.js'
import type { Synchronous, Work } from './board/versioned.js'
import type { CommitLoop, Emit } from './commit-loop.js'
import type { Entry, Memory } from './memory.js'
import type { Room, RoomFork, RoomView } from './room.js'

/** A board with its room, as a function reads them. */
export interface BoardView extends View {
  readonly room: RoomView
}

/** A board with its room, as a function changes them. */
export interface BoardFork extends Fork {
  readonly room: RoomFork
}

/** A function that changes a board and its room. */
type BoardWork<Result> = (board: BoardFork, emit: Emit) => Synchronous<Result>

/**
 * A board as requests use it, with its room. It keeps the board in memory until it is released. Functions see no version
 * after they have returned. A function that writes must check again whatever depends on an earlier read.
 */
export interface BoardHandle {
  readonly id: string
  /**
   * Calls a function with what is stored. It never waits for a write.
   *
   * @throws BoardNotFound if the board or its room was deleted
   */
  read<Result>(work: Work<BoardView, Result>): Synchronous<Result>
  /**
   * Calls a function now, and returns its result when everything is stored on which that depends. If it throws, it has
   * changed nothing.
   *
   * @throws BoardNotFound, StoreUnavailable if nothing was stored, OutcomeUnknown if nobody knows
   */
  write<Result>(work: BoardWork<Result>): Promise<Synchronous<Result>>
  /** Returns what `write` would return now, and changes nothing. */
  rehearse<Result>(work: BoardWork<Result>): Synchronous<Result>
  /**
   * Does long work on what is stored now, so that it delays nobody.
   *
   * @throws BoardNotFound
   */
  run<Result>(work: (version: BoardVersion) => Steps<Result>): Result | Promise<Result>
  /** Must be called once for each call that has returned the handle. */
  release(): void
}

/** A class as requests use it. See `BoardHandle`. */
export interface RoomHandle {
  readonly id: string
  /** @throws ClassNotFound if the class was deleted */
  read<Result>(work: Work<RoomView, Result>): Synchronous<Result>
  /** @throws ClassNotFound, StoreUnavailable, OutcomeUnknown */
  write<Result>(work: (room: RoomFork, emit: Emit) => Synchronous<Result>): Promise<Synchronous<Result>>
  release(): void
}

/** What handles need. */
export interface Parts {
  memory: Memory
  loop: CommitLoop
  scheduler: Scheduler
}

/** @param entry the entry of the room */
export function createRoomHandle(room: Room, entry: Entry, { memory, loop }: Parts): RoomHandle {
  return {
    id: room.id,
    read: <Result>(work: Work<RoomView, Result>) =>
      room.read<Result>((view) => {
        requireRoom(view)
        return work(view)
      }),
    write: <Result>(work: (room: RoomFork, emit: Emit) => Synchronous<Result>) =>
      loop.write(room.id, [entry], (emit) =>
        room.write<Result>((fork) => {
          requireRoom(fork)
          return work(fork, emit)
        }),
      ),
    release: () => memory.unpin(entry),
  }
}

/** @param entries the entries of the board and of its room */
export function createBoardHandle(
  board: Board,
  room: Room,
  entries: readonly [Entry, Entry],
  { memory, loop, scheduler }: Parts,
): BoardHandle {
  /** Calls a function with forks of both. If it throws, both stay as they were. */
  function change<Result>(how: 'write' | 'rehearse', work: BoardWork<Result>, emit: Emit): Synchronous<Result> {
    return room[how]<Result>((roomFork) =>
      board[how]<Result>((fork) => {
        requireBoard(fork, roomFork)
        return work(Object.assign(fork, { room: roomFork }), emit)
      }),
    )
  }

  function read<Result>(work: Work<BoardView, Result>): Synchronous<Result> {
    return room.read<Result>((roomView) =>
      board.read<Result>((view) => {
        requireBoard(view, roomView)
        return work(Object.assign(view, { room: roomView }))
      }),
    )
  }

  return {
    id: board.id,
    read,
    write: <Result>(work: BoardWork<Result>) =>
      loop.write(room.id, entries, (emit) => change<Result>('write', work, emit)),
    rehearse: <Result>(work: BoardWork<Result>) => change<Result>('rehearse', work, () => {}),
    run(work) {
      read(() => {})
      return scheduler.run(board.start(work))
    },
    release: () => memory.unpin(entries[0]),
  }
}

function requireRoom({ version: { profile } }: RoomView): void {
  if (profile?.deletedAt !== null) throw new ClassNotFound()
}

function requireBoard({ version: { profile } }: View, { version: { profile: room } }: RoomView): void {
  if (profile?.deletedAt !== null || room?.deletedAt !== null) throw new BoardNotFound()
}
