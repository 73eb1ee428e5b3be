import { BoardNotFound, ClassNotFound } from '../contract/errors.js'
import type { BoardVersion, Fork, View } from './board/version.js'
import type { Commits } from './commits.js'
import type { RoomFork, RoomVersion, RoomView } from './room.js'
import {
  isGone,
  newWritten,
  type Synchronous,
  type Thing,
  type Work,
  type Written,
  withFork,
  withView,
} from './versioned.js'

/** A board with its room, as a function reads them. */
export interface BoardView extends View {
  readonly room: RoomView
}

/** A board with its room, as a function changes them. */
export interface BoardFork extends Fork {
  readonly room: RoomFork
}

/**
 * How a request uses a board or a room, in the turn of the event loop in which it gets this. Functions see no version after
 * they have returned, and those of a board get its room, too. All methods throw `BoardNotFound`, or `ClassNotFound`, if it
 * was deleted.
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
}

export type RoomHandle = Handle<RoomView, RoomFork>
export type BoardHandle = Handle<BoardView, BoardFork>

/** A room or a board in memory, with its methods. */
export type Room = Thing<RoomVersion> & RoomHandle
export type Board = Thing<BoardVersion> & BoardHandle & { readonly room: Room }

/** Adds its methods to a room. */
export function withRoomMethods(room: Thing<RoomVersion>, commits: Commits): Room {
  const check = <Given extends RoomView>(given: Given) => {
    if (isGone(given.version)) throw new ClassNotFound()
    return given
  }
  return Object.assign(
    room,
    toMethods<RoomView, RoomFork>([room], commits, {
      read: (work) => withView(room, { id: room.id, version: room.committed }, (view) => work(check(view))),
      change: (written, work) => withFork(room, written, (fork) => work(check(fork))),
    }),
  )
}

/** Adds its methods to a board. */
export function withBoardMethods(board: Thing<BoardVersion>, room: Room, commits: Commits): Board {
  const check = <Given extends BoardView>(given: Given) => {
    if (isGone(given.version) || isGone(given.room.version)) throw new BoardNotFound()
    return given
  }
  return Object.assign(
    board,
    { room },
    toMethods<BoardView, BoardFork>([room, board], commits, {
      read: (work) =>
        withView(room, { id: room.id, version: room.committed }, (roomView) =>
          withView(board, { id: board.id, version: board.committed, room: roomView }, (view) => work(check(view))),
        ),
      change: (written, work) =>
        withFork(room, written, (roomFork) =>
          withFork(board, written, (fork) => {
            const board = check(Object.assign(fork, { room: roomFork }))
            const before = { room: roomFork.version, board: fork.version }
            const result = work(board)
            // What the room has of a board, such as its score, also changes the board for those who watch it.
            if (roomFork.version !== before.room && fork.version === before.board) fork.version = { ...fork.version }
            return result
          }),
        ),
    }),
  )
}

interface Calls<View, Fork> {
  /** Calls a function with the committed versions. */
  read<Result>(work: Work<View, Result>): Synchronous<Result>
  /** Calls a function with forks of the newest versions. */
  change<Result>(written: Written, work: Work<Fork, Result>): Synchronous<Result>
}

function toMethods<View, Fork extends View>(
  things: readonly Thing[],
  commits: Commits,
  { read, change }: Calls<View, Fork>,
): Omit<Handle<View, Fork>, 'id'> {
  return {
    read,
    write: (work) => commits.write(things, (written) => change(written, work)),
    rehearse: (work) => change(newWritten(), work),
  }
}
