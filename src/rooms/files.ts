import { randomUUID } from 'node:crypto'
import { OutcomeUnknown } from '../contract/errors.js'
import { FILE_KIND } from './board/rows.js'
import { type Key, type Storage, unavailable } from './storage/storage.js'

/**
 * Stores the bytes of files, and then calls a function with their keys, in the order of the files. The function stores
 * what refers to them. See `withBlobs`.
 *
 * @param write must put the keys into the board with this id, in one write
 */
export async function withFiles<Result>(
  storage: Storage,
  board: string,
  files: readonly Uint8Array[],
  write: (blobs: string[]) => Promise<Result>,
): Promise<Result> {
  const keys = files.map(() => toKey(board, randomUUID()))
  return withBlobs(storage, board, keys, files, () => write(keys.map(({ id }) => id)))
}

/**
 * Stores bytes under keys of a board, and then calls a function. If it fails, the bytes are deleted.
 *
 * @param write must put an item with each key, in one write
 * @returns what the function returns
 * @throws StoreUnavailable, or the error of the function
 */
export async function withBlobs<Result>(
  storage: Storage,
  board: string,
  keys: readonly Key[],
  files: readonly Uint8Array[],
  write: () => Promise<Result>,
): Promise<Result> {
  for (const [index, bytes] of files.entries()) {
    try {
      await storage.putBlob(keys[index] as Key, bytes)
    } catch (error) {
      if (index > 0) discard(storage, board, keys)
      // Nothing refers to the bytes, so the outcome for the caller is known.
      throw unavailable(error)
    }
  }
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) discard(storage, board, keys)
    throw error
  }
}

/** Deletes the bytes of files to which nothing refers. */
export function discardFiles(storage: Storage, board: string, blobs: readonly string[]): void {
  if (blobs.length > 0)
    discard(
      storage,
      board,
      blobs.map((id) => toKey(board, id)),
    )
}

/** Those that a failure leaves are deleted at the next start. */
function discard(storage: Storage, board: string, keys: readonly Key[]): void {
  try {
    storage.commit(board, { items: keys.map((key) => ({ ...key, value: null })) }, () => {})
  } catch {
    // Too much waits.
  }
}

/** Returns the bytes of a file, or `undefined` if it was deleted. */
export function readFile(storage: Storage, board: string, blob: string): Promise<Uint8Array | undefined> {
  return storage.readBlob(toKey(board, blob))
}

function toKey(board: string, id: string): Key {
  return { scope: board, kind: FILE_KIND, id }
}
