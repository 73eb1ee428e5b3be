import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { StoreUnusable } from '../unusable.js'

/** The suffix of the file whose lock the process holds that serves the database (`lock.ts`). */
export const LOCK_SUFFIX = '-lock'

/** The suffixes of the files of an open database: the database, its write-ahead log, the index of that log, and the lock. */
const SUFFIXES = ['', '-wal', '-shm', LOCK_SUFFIX]

/** The suffix of the copy of a file as it was before its migration. */
export const COPY_SUFFIX = '.before-3'

/** The mounts that this process sees, on Linux (proc_pid_mountinfo(5)). */
const MOUNTS = '/proc/self/mountinfo'

/** Returns the file of a `DATABASE_URL`; `undefined` for a database that has none. */
export function fileOf(url: string): string | undefined {
  const [, file] = /^sqlite:(.*)$/s.exec(url) ?? []
  // A relative path stays the same file when the program changes its working directory.
  return file === undefined || file === ':memory:' ? undefined : resolve(file)
}

/**
 * Returns the file of a `DATABASE_URL`.
 *
 * @throws StoreUnusable if there is none
 */
export function requireFile(url: string): string {
  const file = fileOf(url)
  if (file === undefined || !existsSync(file)) throw StoreUnusable.because(url, new Error('The file does not exist'))
  return file
}

/** Removes the file of a database that did not exist, if work with it fails: on a full disk, it takes space. */
export async function withNewFile<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const file = fileOf(url)
  const isNew = file !== undefined && !existsSync(file)
  return work().catch((error) => {
    if (isNew) for (const suffix of SUFFIXES) rmSync(file + suffix, { force: true })
    throw error
  })
}

/** Removes the copy of a file as it was before its migration, if the database is a file that has one. */
export function removeCopy(url: string): void {
  const file = fileOf(url)
  if (file !== undefined) rmSync(file + COPY_SUFFIX, { force: true })
}

/**
 * Follows symbolic links, so that all names of a database have one lock. SQLite follows them too, and its other files are
 * next to the target.
 *
 * @returns the path that SQLite uses, or would create if the file does not exist
 */
export function resolveLinks(file: string): string {
  try {
    return realpathSync.native(file)
  } catch {
    // It does not exist.
  }
  try {
    return resolveLinks(resolve(dirname(file), readlinkSync(file)))
  } catch {
    return existsSync(dirname(file)) ? join(realpathSync.native(dirname(file)), basename(file)) : file
  }
}

/**
 * Returns the identity of the files of an open database. It stays the same while a connection is open that has read,
 * unless another program deletes or replaces a file. Then SQLite continues to write to files that no longer have a name.
 *
 * It is read from the metadata. Never open and close a file of the database outside SQLite: this releases all POSIX locks of
 * the process on it, and the next program that closes the database deletes the write-ahead log
 * (https://sqlite.org/howtocorrupt.html, section 2.2).
 */
export function identify(file: string): string {
  const path = resolveLinks(file)
  return SUFFIXES.map((suffix) => identifyFile(path + suffix)).join()
}

/** Returns the identity of one file. */
export function identifyFile(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? 'missing' : `${stats.dev}:${stats.ino}`
}

/**
 * Creates a file, and its folder, if it does not exist. SQLite accepts an empty file as a new database. Only the owner can
 * read it, because it has the signing key. SQLite copies the mode to its other files.
 */
export function createFile(file: string): void {
  const path = resolveLinks(file)
  mkdirSync(dirname(path), { recursive: true })
  try {
    // The file is new, so the process has no locks on it (`identify`).
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Fails if the database is mounted as a single file, as `docker run --volume board.db:/data/board.db` does. The
 * write-ahead log would then be in the folder around it: the latest writes are lost with the container, and other
 * programs that open the file do not see them.
 *
 * @param mounts the content of `/proc/self/mountinfo`. Tests replace it.
 */
export function requireMountedFolder(
  file: string,
  mounts = existsSync(MOUNTS) ? readFileSync(MOUNTS, 'utf8') : '',
): void {
  const path = resolveLinks(file)
  if (!mounts.split('\n').some((mount) => mountPointOf(mount) === path)) return
  throw new Error('It is mounted as a single file, and SQLite needs other files next to it: mount its folder instead')
}

/** Returns the mount point of a line, in which spaces and some other characters are octal numbers. */
function mountPointOf(mount: string): string | undefined {
  return mount.split(' ')[4]?.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
