import { getAttachment } from './board/attachments.js'
import {
  type Content,
  fillEmptyBoard,
  type NewTask,
  type Prepared,
  prepareContent,
  readContent,
  replaceContent,
  resetContent,
} from './board/content.js'
import { FILE_KIND } from './board/items.js'
import { endSessions } from './board/sessions.js'
import type { View } from './board/version.js'
import { deleteScore } from './board-life.js'
import { deleteDefectNotes } from './defects.js'
import { type FaultPlan, readFaultPlan, restartPlan } from './fault-plan.js'
import type { Binder, BoardFork, BoardView } from './handles.js'
import { changeRoom, profileOf } from './room.js'
import type { Rooms } from './rooms.js'
import type { Storage } from './storage/storage.js'
import { hasEnded } from './training/exercise-settings.js'

/** The content of a board except its sessions and its log. */
export interface BoardContent extends Content {
  faults: FaultPlan
}

/** How often the content of a board is read again because bytes were deleted meanwhile. */
const ATTEMPTS = 3

/** Creates the methods that read or write all tasks of a board, or read the bytes of files. */
export function contentMethods({ read, write, withBoard }: Binder, rooms: Rooms, storage: Storage) {
  const { start } = read({ start: startReading })
  const { replaceAll } = write({ replaceAll: replaceBoard })

  /** Returns the bytes of a file, or `undefined` if it was deleted. */
  const readFile = (board: string, blob: string) => storage.readBlob({ scope: board, kind: FILE_KIND, id: blob })

  /** Returns the content of a board as of one moment. */
  async function readAll(id: string, attempt = 1): Promise<BoardContent> {
    const { faults, steps } = await start(id)
    const { missing, ...content } = await rooms.run(steps)
    for (const { files, blobs } of missing) {
      const found = await Promise.all(blobs.map((blob) => readFile(id, blob)))
      if (found.includes(undefined)) {
        if (attempt === ATTEMPTS) throw new Error(`Bytes of the board ${id} are missing`)
        return readAll(id, attempt + 1)
      }
      files.push(...(found as Uint8Array[]))
    }
    return { ...content, faults }
  }

  return {
    ...read({ measureContent }),
    ...write({ fillEmptyBoard, resetBoard }),

    /** @param get the operation */
    async getAttachment(id: string, taskId: number, attachmentId: number, get = getAttachment) {
      const find = () => withBoard(id, (handle) => handle.read((board) => get(board, taskId, attachmentId)))
      const { attachment, blob } = await find()
      const bytes = await readFile(id, blob)
      if (bytes !== undefined) return { attachment, bytes }
      // It was deleted meanwhile.
      await find()
      throw new Error(`The bytes of the attachment ${attachmentId} of the board ${id} are missing`)
    },

    readContent: (id: string) => readAll(id),

    /** @param resetAt the time of a reset. Otherwise, the score stays. */
    async replaceContent(id: string, { faults, ...content }: BoardContent, resetAt?: string): Promise<void> {
      const prepared = await rooms.run(prepareContent(id, content))
      // This fails now if the content exceeds a quota, before bytes are stored.
      await withBoard(id, (handle) => handle.dryRun((board) => replaceBoard(board, prepared, faults, resetAt)))
      // The writes of others come in between. If the process is killed, the next start deletes these bytes.
      for (const { blobs } of prepared.written) if (blobs.length > 0) await storage.write({ blobs })
      await replaceAll(id, prepared, faults, resetAt)
    },
  }
}

function startReading(board: BoardView) {
  const { restarts: _, ...faults } = readFaultPlan(board)
  return { faults, steps: readContent(board.version) }
}

/** Deletes everything of a board, and creates the given tasks. */
function resetBoard(board: BoardFork, tasks: readonly NewTask[] = [], now = '', seed?: number): void {
  resetContent(board, tasks, now)
  endSessions(board)
  deleteDefectNotes(board)
  restartPlan(board, seed)
  resetScore(board, now)
}

function replaceBoard(board: BoardFork, content: Prepared, faults: FaultPlan, resetAt?: string): void {
  replaceContent(board, content)
  endSessions(board)
  deleteDefectNotes(board)
  // The settings of a class apply to all its boards.
  if (board.room.id === board.id) changeRoom(board.room, { faults: faults.settings })
  restartPlan(board, faults.seed, faults.ordinal)
  if (resetAt !== undefined) resetScore(board, resetAt)
}

/** The result of an exercise that has ended stays. */
function resetScore(board: BoardFork, now: string): void {
  if (!hasEnded(profileOf(board.room).exercise, now)) deleteScore(board)
}

/** Returns the approximate size of the JSON text of a board, and the bytes of its attachments. */
function measureContent({ version: { usage } }: View): { characters: number; attachmentBytes: number } {
  return { characters: usage.rowBytes, attachmentBytes: usage.attachmentBytes }
}
