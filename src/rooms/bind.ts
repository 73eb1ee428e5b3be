import { ClassNotFound } from '../contract/errors.js'
import type { BoardFork, BoardHandle, BoardView } from './handles.js'
import { profileOf, type RoomFork, type RoomView } from './room.js'
import type { Rooms } from './rooms.js'
import { revise, type Work } from './versioned.js'

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

/** Creates what binds operations to the boards and classes of a service. */
export function createBinder({ openBoard, openRoom }: Rooms) {
  /** Calls a function with the handle of a board, at once if the board is in memory. */
  async function withBoard<Result>(id: string, use: (handle: BoardHandle) => Result | Promise<Result>) {
    const opened = openBoard(id)
    return use(opened instanceof Promise ? await opened : opened)
  }

  /** Binds operations to boards. */
  function bind<Given>(call: (handle: BoardHandle, work: (board: Given) => never) => unknown): Bind<Given> {
    return toMethods((id, work) => withBoard(id, (handle) => call(handle, work)))
  }

  /** Changes a board by a function, and gives what has changed new revisions. */
  const change = <Result>(id: string, work: Work<BoardFork, Result>) =>
    withBoard(id, (handle) => handle.write<Result>((board) => revising(board, work)))

  return {
    withBoard,
    change,
    /** Binds operations that read what is stored. */
    read: bind<BoardView>((handle, work) => handle.read(work)),
    /** Binds operations that change what clients see, so that what has changed gets a new revision. */
    write: toMethods<BoardFork>(change),
    /** Binds operations that record something. Revisions stay, unless an operation changes them. */
    record: bind<BoardFork>((handle, work) => handle.write(work)),
    /** Binds operations that read a class. */
    readClass: toMethods<RoomView>(async (id, work) => (await openRoom(id)).read((room) => work(requireClass(room)))),
    /** Binds operations that change a class. Its revision stays, unless an operation changes it. */
    recordClass: toMethods<RoomFork>(async (id, work) =>
      (await openRoom(id)).write((room) => work(requireClass(room))),
    ),
  }
}

function toMethods<Given>(call: (id: string, work: (given: Given) => never) => Promise<unknown>): Bind<Given> {
  const toMethod =
    (operation: (given: Given, ...args: never[]) => unknown) =>
    (id: string, ...args: never[]) =>
      call(id, (given) => operation(given, ...args) as never)
  return ((operations: Parameters<Bind<Given>>[0]) =>
    Object.fromEntries(Object.entries(operations).map(([name, each]) => [name, toMethod(each)]))) as never
}

/** Calls an operation, and gives what it has changed new revisions. */
function revising<Result>(board: BoardFork, work: (board: BoardFork) => Result): Result {
  const { version, room } = board
  const before = room.version
  const result = work(board)
  if (version !== board.version) revise(board)
  if (before !== room.version) revise(room)
  return result
}

/** @throws ClassNotFound for the room of a board without a class */
function requireClass<Room extends RoomView>(room: Room): Room {
  if (profileOf(room).joinCode === null) throw new ClassNotFound()
  return room
}
