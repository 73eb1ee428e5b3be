import { ClassNotFound } from '../contract/errors.js'
import { revise } from './board/revision.js'
import type { Synchronous } from './board/versioned.js'
import type { BoardFork, BoardHandle, BoardView } from './handles.js'
import { profileOf, type RoomFork, type RoomView } from './room.js'
import type { Rooms } from './rooms.js'

/** The method of an operation. One that returns a promise has none, because it would use a version that was revoked. */
type Method<Operation> = Operation extends (given: never, ...args: infer Args) => infer Result
  ? [Result] extends [PromiseLike<unknown>]
    ? never
    : (id: string, ...args: Args) => Promise<Result>
  : never

/** Turns operations, which are synchronous functions over a board or a class, into methods that take its id. */
type Bind<Given> = <Operations extends Record<string, (given: Given, ...args: never[]) => unknown>>(
  operations: Operations,
) => { [Name in keyof Operations]: Method<Operations[Name]> }

export type Binder = ReturnType<typeof createBinder>

export function createBinder(rooms: Rooms) {
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

  /** Changes a board, and gives what has changed new revisions, unless the change only records something. */
  function change<Result>(
    handle: BoardHandle,
    operation: (board: BoardFork) => Synchronous<Result>,
    isRecorded = false,
  ): Promise<Synchronous<Result>> {
    return handle.write<Result>((board) => {
      const { version, room } = board
      const before = room.version
      const result = operation(board)
      if (version !== board.version && !isRecorded) revise(board)
      if (before !== room.version && !isRecorded) revise(room)
      return result
    })
  }

  function bind<Handle extends { release(): void }, Given>(
    open: (id: string) => Handle | Promise<Handle>,
    call: (handle: Handle, work: (given: Given) => never) => unknown,
  ): Bind<Given> {
    const toMethod =
      (operation: (given: Given, ...args: never[]) => unknown) =>
      async (id: string, ...args: never[]) =>
        withHandle(open(id), (handle) => call(handle, (given) => operation(given, ...args) as never))
    return ((operations: Record<string, (given: Given, ...args: never[]) => unknown>) =>
      Object.fromEntries(Object.entries(operations).map(([name, each]) => [name, toMethod(each)]))) as never
  }

  return {
    /** Calls a function with the handle of a board, which stays in memory until the function is done. */
    withBoard: async <Result>(id: string, use: (handle: BoardHandle) => Result | Promise<Result>) =>
      withHandle(rooms.openBoard(id), use),
    change,
    /** Binds operations that read what is stored. */
    read: bind(rooms.openBoard, (handle, work: (board: BoardView) => never) => handle.read(work)),
    /** Binds operations that change what clients see, so that the board gets a new revision. */
    write: bind(rooms.openBoard, (handle, work: (board: BoardFork) => never) => change(handle, work)),
    /** Binds operations that record something. Revisions stay, unless an operation changes them. */
    record: bind(rooms.openBoard, (handle, work: (board: BoardFork) => never) => change(handle, work, true)),
    /** Binds operations that read a class. */
    readClass: bind(rooms.openRoom, (handle, work: (room: RoomView) => never) => handle.read(ofClass(work))),
    /** Binds operations that change a class. Its revision stays, unless an operation changes it. */
    recordClass: bind(rooms.openRoom, (handle, work: (room: RoomFork) => never) => handle.write(ofClass(work))),
  }
}

/** @returns a function that throws ClassNotFound for the room of a board without a class */
function ofClass<Room extends RoomView>(work: (room: Room) => never) {
  return (room: Room) => {
    if (profileOf(room).joinCode === null) throw new ClassNotFound()
    return work(room)
  }
}
