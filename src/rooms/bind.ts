import type { EventEmitter } from 'node:events'
import { revise } from './board/revision.js'
import type { Steps } from './board/steps.js'
import type { BoardVersion } from './board/version.js'
import type { Synchronous } from './board/versioned.js'
import type { BoardFork, BoardHandle, BoardView, RoomHandle } from './handles.js'
import type { RoomFork, RoomView } from './room.js'
import type { Rooms } from './rooms.js'

/**
 * Announces `change`, with the ids of the boards and rooms that a write has changed, after its commit, and `regain` when
 * everything that was read before can be wrong.
 */
export type Changes = EventEmitter<{ change: [ids: readonly string[]]; regain: [] }>

type Operation<Given> = (given: Given, ...args: never[]) => unknown

/** The method of an operation. One that returns a promise has none, because it would use a version that was revoked. */
type Method<Bound> = Bound extends (given: never, ...args: infer Args) => infer Result
  ? [Result] extends [PromiseLike<unknown>]
    ? never
    : (id: string, ...args: Args) => Promise<Result>
  : never

type Bind<Given> = <Bound extends Operation<Given>>(operation: Bound) => Method<Bound>

/** Turns operations, which are synchronous functions over a board or a room, into methods that take its id. */
export interface Binder {
  /** Binds an operation that reads what is stored. */
  read: Bind<BoardView>
  /** Binds long work on what is stored now. */
  run<Args extends unknown[], Result>(
    operation: (version: BoardVersion, ...args: Args) => Steps<Result>,
  ): (id: string, ...args: Args) => Promise<Result>
  /** Binds an operation that changes what clients see, so that the board gets a new revision. */
  write: Bind<BoardFork>
  /** Binds an operation that records something. The revision stays, unless the operation changes it. */
  record: Bind<BoardFork>
  /** Binds an operation that reads a class. */
  readRoom: Bind<RoomView>
  /** Binds an operation that changes a class. Its revision stays, unless the operation changes it. */
  recordRoom: Bind<RoomFork>
  /** Calls a function with the handle of a board, which stays in memory until the function is done. */
  withBoard<Result>(id: string, use: (handle: BoardHandle) => Result | Promise<Result>): Promise<Result>
  /** Changes a board as a method that `write` returns. */
  change<Result>(
    handle: BoardHandle,
    operation: (board: BoardFork) => Synchronous<Result>,
  ): Promise<Synchronous<Result>>
}

export function createBinder(rooms: Rooms, changes: Changes): Binder {
  /** So that a write of a board in memory happens in this call, nothing waits for a handle that is there. */
  async function withHandle<Handle extends { release(): void }, Result>(
    opened: Handle | Promise<Handle>,
    use: (handle: Handle) => Result | Promise<Result>,
  ): Promise<Result> {
    const handle = opened instanceof Promise ? await opened : opened
    try {
      return await use(handle)
    } finally {
      handle.release()
    }
  }

  const withBoard: Binder['withBoard'] = async (id, use) => withHandle(rooms.openBoard(id), use)

  function change<Result>(
    handle: BoardHandle,
    operation: (board: BoardFork) => Synchronous<Result>,
    isRecorded = false,
  ): Promise<Synchronous<Result>> {
    return handle.write<Result>((board, emit) => {
      const { version, room } = board
      const before = room.version
      const result = operation(board)
      if (version !== board.version && !isRecorded) revise(board)
      if (before !== room.version && !isRecorded) revise(room)
      if (version !== board.version || before !== room.version) {
        emit(() => changes.emit('change', [board.id, room.id]))
      }
      return result
    })
  }

  function changeRoom<Result>(
    { id, write }: RoomHandle,
    operation: (room: RoomFork) => Synchronous<Result>,
  ): Promise<Synchronous<Result>> {
    return write<Result>((room, emit) => {
      const before = room.version
      const result = operation(room)
      if (before !== room.version) emit(() => changes.emit('change', [id]))
      return result
    })
  }

  /** Returns the binding of operations that get a board or a room from a handle. */
  function bind<Handle extends { release(): void }, Given>(
    open: (id: string) => Handle | Promise<Handle>,
    call: (handle: Handle, work: (given: Given) => never) => unknown,
  ): Bind<Given> {
    return ((operation: (given: Given, ...args: unknown[]) => never) =>
      async (id: string, ...args: unknown[]) =>
        withHandle(open(id), (handle) => call(handle, (given) => operation(given, ...args)))) as Bind<Given>
  }

  return {
    withBoard,
    change,
    run:
      (operation) =>
      (id, ...args) =>
        withBoard(id, (handle) => handle.run((version) => operation(version, ...args))),
    read: bind(rooms.openBoard, (handle, work: (board: BoardView) => never) => handle.read(work)),
    write: bind(rooms.openBoard, (handle, work: (board: BoardFork) => never) => change(handle, work)),
    record: bind(rooms.openBoard, (handle, work: (board: BoardFork) => never) => change(handle, work, true)),
    readRoom: bind(rooms.openRoom, (handle, work: (room: RoomView) => never) => handle.read(work)),
    recordRoom: bind(rooms.openRoom, (handle, work: (room: RoomFork) => never) => changeRoom(handle, work)),
  }
}
