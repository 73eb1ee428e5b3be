import { BoardNotFound, ClassNotFound } from '../contract/errors.js'
import type { Board } from './board/board.js'
import type { Scheduler } from './board/scheduler.js'
import type { Steps } from './board/steps.js'
import type { BoardVersion, Fork, View } from './board/version.js'
import type { ForkOf, Synchronous, Versioned, Work } from './board/versioned.js'
import type { CommitLoop } from './commit-loop.js'
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

/**
 * A board or a class as requests use it. It stays in memory until it is released. Functions see no version after they have
 * returned. A function that writes must check again whatever depends on an earlier read.
 *
 * Functions of a board get its room, too. All methods throw `BoardNotFound`, or `ClassNotFound`, if it was deleted.
 */
export interface Handle<View, Fork> {
  readonly id: string
  /** Calls a function with what is stored. It never waits for a write. */
  read<Result>(work: Work<View, Result>): Synchronous<Result>
  /**
   * Calls a function now, and returns its result when everything is stored on which that depends. If it throws, it has
   * changed nothing.
   *
   * @throws StoreUnavailable if nothing was stored, OutcomeUnknown if nobody knows, TooBusy
   */
  write<Result>(work: Work<Fork, Result>): Promise<Synchronous<Result>>
  /** Returns what `write` would return now, and changes nothing. */
  rehearse<Result>(work: Work<Fork, Result>): Synchronous<Result>
  /** Must be called once for each call that has returned the handle. */
  release(): void
}

export type RoomHandle = Handle<RoomView, RoomFork>

export interface BoardHandle extends Handle<BoardView, BoardFork> {
  /** Does long work on what is stored now, so that it delays nobody. */
  run<Result>(work: (version: BoardVersion) => Steps<Result>): Result | Promise<Result>
}

/** What handles need. */
export interface Parts {
  memory: Memory
  loop: CommitLoop
  scheduler: Scheduler
}

type How = 'read' | 'write' | 'rehearse'
type Call<Fork> = <Result>(how: How, work: Work<Fork, Result>) => Synchronous<Result>

/** Returns a function that calls others with a version of a thing. */
function callerOf<Version>(thing: Versioned<Version, unknown>) {
  return <Result>(how: How, work: Work<ForkOf<Version>, Result>) => (thing[how] as typeof thing.write)<Result>(work)
}

/** @param entries the thing itself, and its room */
function createHandle<View, Fork extends View>(
  entries: readonly [Entry, ...Entry[]],
  call: Call<Fork>,
  { memory, loop }: Parts,
): Handle<View, Fork> {
  const { thing, room } = entries[0]
  return {
    id: thing.id,
    read: (work) => call('read', work),
    write: (work) => loop.write((room?.thing ?? thing).id, entries, () => call('write', work)),
    rehearse: (work) => call('rehearse', work),
    release: () => memory.unpin(entries[0]),
  }
}

/** @param entry the entry of the room */
export function createRoomHandle(room: Room, entry: Entry, parts: Parts): RoomHandle {
  const callRoom = callerOf(room)
  const call: Call<RoomFork> = (how, work) =>
    callRoom(how, (fork) => {
      if (isGone(fork)) throw new ClassNotFound()
      return work(fork)
    })
  return createHandle<RoomView, RoomFork>([entry], call, parts)
}

/** @param entries the entries of the board and of its room */
export function createBoardHandle(board: Board, room: Room, entries: [Entry, Entry], parts: Parts): BoardHandle {
  const [callRoom, callBoard] = [callerOf(room), callerOf(board)]
  /** If the function throws, both stay as they were. */
  const call: Call<BoardFork> = (how, work) =>
    callRoom(how, (roomFork) =>
      callBoard(how, (fork) => {
        if (isGone(fork) || isGone(roomFork)) throw new BoardNotFound()
        return work(Object.assign(fork, { room: roomFork }))
      }),
    )
  const handle = createHandle<BoardView, BoardFork>(entries, call, parts)
  return {
    ...handle,
    run(work) {
      handle.read(() => {})
      return parts.scheduler.run(board.start(work))
    },
  }
}

/** Whether a board or a room was deleted. */
export function isGone({ version }: View | RoomView): boolean {
  return version.profile?.deletedAt !== null
}
