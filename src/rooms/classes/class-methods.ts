import { type BoardLife, type NewBoard, toNewBoard } from '../board-life.js'
import { compare } from '../directory.js'
import { configureFaultsOfAll } from '../fault-plan.js'
import type { Binder } from '../handles.js'
import { newProfile, type RoomFork, type RoomProfile } from '../room.js'
import type { Rooms } from '../rooms.js'
import { outcomeIn } from '../training/drills.js'
import { configureExercise } from '../training/exercise.js'
import {
  type ClassChanges,
  configureClass,
  deleteClass,
  getClass,
  isClass,
  listFirsts,
  type NewClass,
  readClassBoards,
  type StoredClass,
} from './classes.js'
import {
  addLearners,
  type ClassBoardChanges,
  changeClassBoard,
  learnersOf,
  markJoined,
  seatFor,
  takeSeat,
} from './learners.js'

/** Binds the operations of classes. */
export function classMethods(binder: Binder, rooms: Rooms, withBoardQuota: BoardLife['withBoardQuota']) {
  const { record, readClass, recordClass } = binder
  const { configure, remove } = recordClass({ configure: configureClass, remove: deleteClass })
  const { requireExists, findSeat } = readClass({ requireExists: () => {}, findSeat: seatFor })
  const boards = record({ changeClassBoard, markJoined, takeSeat })

  /** The codes that are being stored. */
  const newCodes = new Set<string>()

  /**
   * Stores a code to join a class, which no other class can have.
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

  /** Returns the boards to create, and the function that gives a class their learners, whose names the class has. */
  function toNewBoards(created: readonly NewBoard[], now: string) {
    return {
      created: created.map((board) => toNewBoard({ ...board, name: null }, now)),
      fill: (room: RoomFork) => addLearners(room, created),
    }
  }

  return {
    ...readClass({
      getClass,
      listLearners: learnersOf,
      readClassBoards,
      listFirsts,
      /** Lists the outcomes of the finished drills of the boards of a class. */
      listDrillOutcomes: (room) => learnersOf(room).flatMap(({ id }) => outcomeIn(room, id) ?? []),
    }),
    ...recordClass({ configureClassExercise: configureExercise, configureClassFaults: configureFaultsOfAll }),
    deleteClass: remove,

    /** Creates a class with its boards, or nothing. */
    async createClass({ id, ...values }: NewClass, of: readonly NewBoard[], max: number, now: string): Promise<void> {
      const { created, fill } = toNewBoards(of, now)
      const create = () => rooms.create([{ id, profile: newProfile(now, values), fill }, created])
      await withNewCode(values.joinCode, id, () => withBoardQuota(of.length, max, create))
    },
    /** Creates boards of a class, or none. */
    async addClassBoards(id: string, of: readonly NewBoard[], max: number, now: string): Promise<void> {
      await requireExists(id)
      const { created, fill } = toNewBoards(of, now)
      await withBoardQuota(of.length, max, () => rooms.createBoards(id, created, fill))
    },
    async findClass(joinCode: string): Promise<string | undefined> {
      return (await rooms.list()).byCode.get(joinCode)
    },
    async listClasses({ page, size, secretHash }: { page: number; size: number; secretHash?: string | undefined }) {
      const { rooms: all, boards } = await rooms.list()
      const classes = [...all].filter(
        ([, profile]) => isClass(profile) && (secretHash === undefined || profile.secretHash === secretHash),
      )
      classes.sort(([idA, a], [idB, b]) => compare(a.createdAt, b.createdAt) || compare(idA, idB))
      const listed = new Map(classes.slice(page * size, (page + 1) * size))
      const counts = new Map<string, number>()
      for (const { room } of boards.values()) if (listed.has(room)) counts.set(room, (counts.get(room) ?? 0) + 1)
      const toListed = ([id, profile]: [string, RoomProfile]) => {
        const { name, createdAt, expiresAt, frozen } = profile as StoredClass
        return { id, name, createdAt, expiresAt, frozen, boards: counts.get(id) ?? 0 }
      }
      return { classes: [...listed].map(toListed), total: classes.length }
    },
    async configureClass(id: string, changes: ClassChanges, now?: string): Promise<void> {
      const { joinCode } = changes
      const change = () => configure(id, changes, now)
      await (joinCode == null ? change() : withNewCode(joinCode, id, change))
    },
    async expireClasses(now: string): Promise<number> {
      const expired = [...(await rooms.list()).rooms].filter(
        ([, profile]) => isClass(profile) && profile.expiresAt !== null && profile.expiresAt <= now,
      )
      await Promise.all(expired.map(([id]) => remove(id)))
      return expired.length
    },
    async joinClass(id: string, name: string, codeHash: string): Promise<{ board: string; name: string }> {
      for (;;) {
        const { id: board } = await findSeat(id, name)
        const kept = await boards.takeSeat(board, name, codeHash)
        if (kept !== undefined) return { board, name: kept }
      }
    },
    async markJoined(id: string, board: string): Promise<void> {
      await requireExists(id)
      await boards.markJoined(board)
    },
    async changeClassBoard(id: string, board: string, changes: ClassBoardChanges): Promise<void> {
      await requireExists(id)
      await boards.changeClassBoard(board, id, changes)
    },
  }
}
