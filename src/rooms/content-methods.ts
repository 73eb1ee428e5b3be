import type { Binder } from './bind.js'
import { addAttachments, getAttachment, type NewFile } from './board/attachments.js'
import { fillEmptyBoard, prepareContent, readContent, replaceContent, resetContent } from './board/content.js'
import { endSessions } from './board/sessions.js'
import type { File } from './board/values.js'
import { findTask, type View } from './board/version.js'
import { deleteScore } from './board-life.js'
import type { BoardContent, ContentTask, NewTask } from './board-values.js'
import { deleteDefectNotes } from './defects.js'
import { readFaultPlan, restartPlan } from './fault-plan.js'
import { discardFiles, readFile, withFiles } from './files.js'
import type { BoardFork, BoardHandle } from './handles.js'
import { changeRoom, profileOf } from './room.js'
import type { Rooms } from './rooms.js'
import type { Storage } from './storage/storage.js'
import { hasEnded } from './training/exercise-settings.js'

/** Creates the methods that read or write the bytes of files. */
export function contentMethods({ withBoard, change, read }: Binder, rooms: Rooms, storage: Storage) {
  /** Stores files, and changes a board by a function that gets them without their bytes. */
  function changeWithFiles<Result>(
    id: string,
    files: readonly File[],
    operation: (board: BoardFork, files: NewFile[]) => Result,
  ): Promise<Result> {
    const bytes = files.map((file) => file.bytes)
    return withBoard(id, (handle) => {
      // Does not store bytes for a board that was deleted.
      handle.read(() => {})
      return withFiles(storage, id, bytes, (blobs) =>
        change<Result>(handle, ((board: BoardFork) => operation(board, toNewFiles(files, blobs))) as never),
      )
    })
  }

  /** Stores the files of tasks, and changes a board by a function that gets the tasks. */
  function changeWithTasks(
    id: string,
    tasks: readonly NewTask[],
    operation: (board: BoardFork, tasks: Parameters<typeof fillEmptyBoard>[1]) => void,
  ): Promise<void> {
    return changeWithFiles(
      id,
      tasks.flatMap(({ files = [] }) => files),
      (board, stored) => {
        const rest = stored.values()
        operation(
          board,
          tasks.map((task) => ({ ...task, files: (task.files ?? []).map(() => rest.next().value as NewFile) })),
        )
      },
    )
  }

  return {
    /** @param attach the operation. What it does not attach to the task is deleted. */
    async addAttachments(id: string, taskId: number, files: readonly File[], now: string, attach = addAttachments) {
      let unused: string[] = []
      const attachments = await changeWithFiles(id, files, (board, stored) => {
        const attached = attach(board, taskId, stored, now)
        const blobs = findTask(board.version, taskId)?.blobs
        unused = stored.map(({ blob }) => blob).filter((blob) => !blobs?.includes(blob))
        return attached
      })
      discardFiles(storage, id, unused)
      return attachments
    },

    /** @param get the operation */
    getAttachment: (id: string, taskId: number, attachmentId: number, get = getAttachment) =>
      withBoard(id, async (handle) => {
        const { attachment, blob } = handle.read((board) => get(board, taskId, attachmentId))
        const bytes = await readFile(storage, id, blob)
        if (bytes !== undefined) return { attachment, bytes }
        // It was deleted meanwhile.
        handle.read((board) => get(board, taskId, attachmentId))
        throw new Error(`The bytes of the attachment ${attachmentId} of the board ${id} are missing`)
      }),

    async fillEmptyBoard(id: string, tasks: readonly NewTask[], now: string): Promise<void> {
      const isEmpty = await withBoard(id, (handle) => handle.read(({ version }) => version.tasks.length === 0))
      if (isEmpty) await changeWithTasks(id, tasks, (board, stored) => fillEmptyBoard(board, stored, now))
    },

    resetBoard: (id: string, tasks: readonly NewTask[] = [], now = '', seed?: number) =>
      changeWithTasks(id, tasks, (board, stored) => {
        resetContent(board, stored, now)
        endSessions(board)
        restartPlan(board, seed)
        deleteDefectNotes(board)
        resetScore(board, now)
      }),

    ...read({ measureContent }),

    readContent: (id: string) => withBoard(id, (handle) => readAll(handle, storage)),

    /** @param resetAt the time of a reset. Otherwise, the score stays. */
    async replaceContent(id: string, { lastIds, tasks, faults }: BoardContent, resetAt?: string): Promise<void> {
      const bytes = tasks.flatMap(({ files }) => files)
      await withBoard(id, async (handle) => {
        handle.read(() => {})
        await withFiles(storage, id, bytes, async (blobs) => {
          const keys = blobs.values()
          const stored = tasks.map(({ task, files }) => ({ task, blobs: files.map(() => keys.next().value as string) }))
          const content = await rooms.run(prepareContent({ lastIds, tasks: stored }))
          await change(handle, (board) => {
            replaceContent(board, content)
            endSessions(board)
            deleteDefectNotes(board)
            // The settings of a class apply to all its boards.
            if (board.room.id === board.id) changeRoom(board.room, { faults: faults.settings })
            restartPlan(board, faults.seed, faults.ordinal)
            if (resetAt !== undefined) resetScore(board, resetAt)
          })
        })
      })
    },
  }
}

/** The result of an exercise that has ended stays. */
function resetScore(board: BoardFork, now: string): void {
  if (!hasEnded(profileOf(board.room).exercise, now)) deleteScore(board)
}

/** Returns files whose bytes are stored under keys. */
export function toNewFiles(files: readonly File[], blobs: readonly string[]): NewFile[] {
  return files.map(({ bytes, ...file }, index) => ({
    ...file,
    fileSizeBytes: bytes.length,
    blob: blobs[index] as string,
  }))
}

/** How often the content of a board is read again because bytes were deleted meanwhile. */
const ATTEMPTS = 3

/** Returns the content of a board as of one moment. */
async function readAll(handle: BoardHandle, storage: Storage, attempt = 1): Promise<BoardContent> {
  const { restarts: _, ...faults } = handle.read(readFaultPlan)
  const { lastIds, tasks: stored } = await handle.run(readContent)
  const tasks: ContentTask[] = []
  for (const { task, blobs } of stored) {
    // Most tasks have no files, and an `await` for each would delay others.
    const files = blobs.length === 0 ? [] : await Promise.all(blobs.map((blob) => readFile(storage, handle.id, blob)))
    if (files.includes(undefined)) {
      if (attempt === ATTEMPTS) throw new Error(`Bytes of the board ${handle.id} are missing`)
      return readAll(handle, storage, attempt + 1)
    }
    tasks.push({ task, files: files as Uint8Array[] })
  }
  return { lastIds, tasks, faults }
}

/** Returns the approximate size of the JSON text of a board, and the bytes of its attachments. */
function measureContent({ version: { usage } }: View): { characters: number; attachmentBytes: number } {
  return { characters: usage.rowBytes, attachmentBytes: usage.attachmentBytes }
}
