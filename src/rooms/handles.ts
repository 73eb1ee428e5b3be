import { ClassNotFound } from '../contract/errors.js'
import type { BoardVersion, Fork, View } from './board/version.js'
import type { Commits } from './commits.js'
import { profileOf, type RoomFork, type RoomVersion, type RoomView } from './room.js'
import {
  isGone,
  newWritten,
  revise,
  type Synchronous,
  type Thing,
  type Work,
  type Written,
  withVersion,
} from './versioned.js'

/**
 * The calls of a write, such as `createTask`:
 * 1. Its method (`bindBy`) calls `change`, which finds the board (`withBoard`).
 * 2. `handle.write` calls `commits.write` (commits.ts), which limits what waits, and later waits for the commit.
 * 3. That calls `call`, which makes forks of the room and of the board (`withVersion` in versioned.ts).
 * 4. `revising` calls the operation with them. Methods of `record` and `recordClass` omit this step.
 */

/** A board with its room, as a function reads them, and as it changes them. */
export type BoardView = View & { readonly room: RoomView }
export type BoardFork = Fork & { readonly room: RoomFork }

/** A room or a board in memory, with its methods. */
export type Room = Handle<RoomVersion, RoomView, RoomFork>
export type Board = Handle<BoardVersion, BoardView, BoardFork> & { readonly room: Room }
type Handle<Version, View, Fork> = ReturnType<typeof withMethods<Version, View, Fork>>

/**
 * Adds its methods to a board or a room. They give functions a version of it, and those of a board also its room. Use them in
 * the turn of the event loop in which you get the board or the room. A version is revoked when its function returns. All
 * methods throw `BoardNotFound`, or `ClassNotFound`, if the board or the room was deleted.
 */
export function withMethods<Version, View, Fork>(given: Thing<Version>, commits: Commits) {
  const thing = given as Thing
  const { room, rules } = thing
  const things = room === undefined ? [thing] : [room, thing]

  /** Calls a function with versions of the thing and of its room: with forks, if it writes. */
  function call(written: Written | undefined, work: (given: never) => unknown): unknown {
    const use = (given: { version: unknown; room?: RoomView | undefined }) => {
      const { version, room } = given
      const before = room?.version
      if (isGone(version) || (before !== undefined && isGone(before))) throw rules.notFound()
      const result = work(given as never)
      // If a write changes the room for a board, such as its score, the board gets a new version, because `readState`
      // caches by it.
      if (room?.version !== before && given.version === version) given.version = { ...(version as RoomVersion) }
      return result
    }
    if (room === undefined) return withVersion(thing, written, use)
    return withVersion(room, written, (given) => withVersion(thing, written, use, given as RoomView))
  }

  return Object.assign(given, {
    /** Calls a function with what is stored. It never waits for a write. */
    read: <Result>(work: Work<View, Result>) => call(undefined, work) as Synchronous<Result>,
    /**
     * Calls a function now. Returns its result once everything it has read or written is stored. If it throws, it has
     * changed nothing.
     *
     * @throws StoreUnavailable if nothing was stored, OutcomeUnknown if nobody knows, TooBusy
     */
    write: <Result>(work: Work<Fork, Result>) =>
      commits.write(things, (written) => call(written, work) as Synchronous<Result>),
    /** Returns what `write` would return now, and changes nothing. */
    dryRun: <Result>(work: Work<Fork, Result>) => call(newWritten(), work) as Synchronous<Result>,
  })
}

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

/** How boards and rooms are opened, at once if they are in memory. */
interface Opening {
  openBoard(id: string): Board | Promise<Board>
  openRoom(id: string): Room | Promise<Room>
}

/** Creates what binds operations to the boards and classes of a service. */
export function createBinder({ openBoard, openRoom }: Opening) {
  /** Calls a function with the handle of a board, at once if the board is in memory. */
  async function withBoard<Result>(id: string, use: (handle: Board) => Result | Promise<Result>) {
    const opened = openBoard(id)
    return use(opened instanceof Promise ? await opened : opened)
  }

  /** Changes a board by a function, and gives what has changed new revisions. */
  const change = <Result>(id: string, work: Work<BoardFork, Result>) =>
    withBoard(id, (handle) => handle.write<Result>((board) => revising(board, work)))

  return {
    withBoard,
    change,
    /** Binds operations that read what is stored. */
    read: bindBy<BoardView>((id, work) => withBoard(id, (handle) => handle.read(work))),
    /** Binds operations that change what clients see, so that what has changed gets a new revision. */
    write: bindBy<BoardFork>(change),
    /** Binds operations that record something. Revisions stay, unless an operation changes them. */
    record: bindBy<BoardFork>((id, work) => withBoard(id, (handle) => handle.write(work))),
    /** Binds operations that read a class. */
    readClass: bindBy<RoomView>(async (id, work) => (await openRoom(id)).read((room) => work(requireClass(room)))),
    /** Binds operations that change a class. Its revision stays, unless an operation changes it. */
    recordClass: bindBy<RoomFork>(async (id, work) => (await openRoom(id)).write((room) => work(requireClass(room)))),
  }
}

function bindBy<Given>(call: (id: string, work: (given: Given) => never) => Promise<unknown>): Bind<Given> {
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
