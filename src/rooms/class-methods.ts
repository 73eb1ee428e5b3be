import type { Binder } from './bind.js'
import { changeProfile } from './board/counters.js'
import { type BoardLife, toNewBoard } from './board-life.js'
import type { NewBoard } from './board-values.js'
import {
  configureClass,
  deleteClass,
  getClass,
  isClass,
  listFirsts,
  readClassBoards,
  requireClass,
  toProfile,
} from './classes/classes.js'
import {
  addLearners,
  changeClassBoard,
  listLearners,
  markJoined,
  requireNewNames,
  seatFor,
  takeSeat,
} from './classes/learners.js'
import type { ClassBoardChanges, ClassChanges, ListedClass, NewClass } from './classes/values.js'
import { configureFaultsOfAll } from './fault-plan.js'
import type { RoomFork, RoomProfile, RoomView } from './room.js'
import type { Rooms } from './rooms.js'
import { configureExercise } from './training/exercise.js'

/** Binds the operations of classes. */
export function classMethods(binder: Binder, rooms: Rooms, withRoomFor: BoardLife['withRoomFor']) {
  const { record, readRoom, recordRoom } = binder
  const read = <Args extends unknown[], Result>(
    operation: (room: RoomView, ...args: Args) => Result,
  ): ((id: string, ...args: Args) => Promise<Result>) => readRoom(ofClass(operation) as never) as never
  const change = <Args extends unknown[], Result>(
    operation: (room: RoomFork, ...args: Args) => Result,
  ): ((id: string, ...args: Args) => Promise<Result>) => recordRoom(ofClass(operation) as never) as never

  const requireExists = read(() => {})
  const configure = change(configureClass)
  const markDeleted = change(deleteClass)
  const add = change(addLearners)
  const requireNew = read(requireNewNames)
  const findSeat = read(seatFor)
  const take = record(takeSeat)
  const mark = record(markJoined)
  const changeBoard = record(changeClassBoard)
  const discard = record((board, deletedAt: string) => changeProfile(board, { deletedAt }))

  /** The codes that are being stored. */
  const newCodes = new Set<string>()

  /**
   * Stores a code to join a class. The codes are unique in the database, and a row that it refuses would make the commits
   * of others fail.
   */
  async function withNewCode(joinCode: string, id: string, work: () => Promise<void>): Promise<void> {
    const owner = (await rooms.list()).byCode.get(joinCode) ?? id
    if (owner !== id || newCodes.has(joinCode)) throw new Error('Another class has this code to join it')
    newCodes.add(joinCode)
    try {
      await work()
    } finally {
      newCodes.delete(joinCode)
    }
  }

  return {
    async createClass(
      { id, ...created }: NewClass,
      boards: readonly NewBoard[],
      max: number,
      now: string,
    ): Promise<void> {
      const fill = (room: RoomFork) => addLearners(room, boards, now)
      await withNewCode(created.joinCode, id, () =>
        withRoomFor(boards.length, max, () =>
          rooms.create({ id, profile: toProfile(created, now), fill }, boards.map(withoutName(now))),
        ),
      )
    },
    getClass: read(getClass),
    async findClass(joinCode: string): Promise<string | undefined> {
      return (await rooms.list()).byCode.get(joinCode)
    },
    async listClasses({ page, size, secretHash }: { page: number; size: number; secretHash?: string | undefined }) {
      const { rooms: all, boards } = await rooms.list()
      const classes = [...all].filter(
        ([, profile]) => isClass(profile) && (secretHash === undefined || profile.secretHash === secretHash),
      )
      const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
      classes.sort(([idA, a], [idB, b]) => compare(a.createdAt, b.createdAt) || compare(idA, idB))
      const listed = new Map(classes.slice(page * size, (page + 1) * size))
      const counts = new Map<string, number>()
      for (const { room } of boards.values()) if (listed.has(room)) counts.set(room, (counts.get(room) ?? 0) + 1)
      const toListed = ([id, { name, createdAt, expiresAt, settings }]: [string, RoomProfile]) =>
        ({ id, name, createdAt, expiresAt, isFrozen: settings.isFrozen, boards: counts.get(id) ?? 0 }) as ListedClass
      return { classes: [...listed].map(toListed), total: classes.length }
    },
    async configureClass(id: string, changes: ClassChanges): Promise<void> {
      const { joinCode } = changes
      await (joinCode === undefined ? configure(id, changes) : withNewCode(joinCode, id, () => configure(id, changes)))
    },
    configureClassExercise: change(configureExercise),
    configureClassFaults: change(configureFaultsOfAll),
    deleteClass: markDeleted,
    async expireClasses(now: string): Promise<number> {
      const { rooms: all } = await rooms.list()
      const expired = [...all].filter(
        ([, profile]) => isClass(profile) && profile.expiresAt !== null && profile.expiresAt <= now,
      )
      await Promise.all(expired.map(([id]) => markDeleted(id, now)))
      return expired.length
    },
    async addClassBoards(id: string, boards: readonly NewBoard[], max: number, now: string): Promise<void> {
      await requireNew(
        id,
        boards.map(({ name }) => name),
      )
      try {
        await withRoomFor(boards.length, max, () => rooms.createBoards(id, boards.map(withoutName(now))))
        await add(id, boards, now)
      } catch (error) {
        // The boards are on no list, so nobody has seen them.
        await Promise.allSettled(boards.map((board) => discard(board.id, now)))
        throw error
      }
    },
    listLearners: read(listLearners),
    readClassBoards: read(readClassBoards),
    listFirsts: read(listFirsts),
    async joinClass(id: string, name: string, codeHash: string): Promise<{ board: string; name: string }> {
      for (;;) {
        const { id: board } = await findSeat(id, name)
        const kept = await take(board, name, codeHash)
        if (kept !== undefined) return { board, name: kept }
      }
    },
    async markJoined(id: string, board: string): Promise<void> {
      await requireExists(id)
      await mark(board)
    },
    async changeClassBoard(id: string, board: string, changes: ClassBoardChanges): Promise<void> {
      await requireExists(id)
      await changeBoard(board, id, changes)
    },
  }
}

/** Requires that the room is a class. */
function ofClass<Room extends RoomView, Args extends unknown[], Result>(
  operation: (room: Room, ...args: Args) => Result,
) {
  return (room: Room, ...args: Args): Result => {
    requireClass(room)
    return operation(room, ...args)
  }
}

/** The class has the names of its learners. */
const withoutName = (now: string) => (board: NewBoard) => toNewBoard({ ...board, name: null }, now)
