import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StoreUnavailable } from '../../contract/errors.js'

/** A database cannot be used. The message states the reason in one line. */
export class StoreUnusable extends Error {
  /** Returns the error for a database that fails with `cause`. The message shows the URL without its password. */
  static because(url: string, cause: Error): StoreUnusable {
    if (cause instanceof StoreUnusable) return cause
    const reason = explain(cause) + explainAccess(url)
    return new StoreUnusable(`Cannot use the database ${withoutPassword(url)}: ${reason}`, { cause })
  }
}

/** Hints for operators by SQLSTATE (PostgreSQL, appendix A). */
const HINTS: Readonly<Record<string, string>> = {
  // Insufficient privilege.
  '42501':
    "; create the tables with another role by 'task-board-service database migrate', and grant this role SELECT, INSERT, UPDATE and DELETE on them",
  // A protocol violation. PgBouncer refuses the time-outs of the service.
  '08P01': '; if a pooler such as PgBouncer is between the service and the server, connect to the server directly',
}

/**
 * Returns the result of work with a database. If the database fails meanwhile, the error names it.
 *
 * @param url its `DATABASE_URL`
 * @throws StoreUnusable
 */
export async function explaining<T>(url: string, work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof StoreUnavailable ? StoreUnusable.because(url, error) : error
  })
}

/** Returns the result of work that opens a database. If it fails, for whatever reason, the error names the database. */
export async function opening<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw StoreUnusable.because(url, error as Error)
  }
}

/** Returns the reason of a database error in one line. */
export function explain(error: Error): string {
  const { message, code } = (error.cause ?? error) as NodeJS.ErrnoException
  // The message is empty if connecting to several addresses of one host failed.
  return (message || String(code)) + (HINTS[String(code)] ?? '')
}

/**
 * Returns a hint if the user of this process lacks the permission to write a SQLite database, which is usual for mounted
 * folders in containers. The error of SQLite does not state this.
 */
function explainAccess(url: string): string {
  const uid = process.getuid?.()
  if (uid === undefined || !url.startsWith('sqlite:')) return ''
  const file = resolve(url.slice('sqlite:'.length))
  let folder = dirname(file)
  while (!existsSync(folder)) folder = dirname(folder)
  const denied = [folder, file, `${file}-wal`, `${file}-shm`, `${file}-lock`].find((path) => isDenied(path))
  const advice = `; the user of this process (uid ${uid}) may not write to ${denied}: give it the folder (chown -R ${uid} ${folder})`
  return denied === undefined ? '' : advice
}

/** Whether this process may not read and write a file, for one of these reasons. */
export function isDenied(path: string, reasons: readonly string[] = ['EACCES']): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return false
  } catch (error) {
    return reasons.includes(String((error as NodeJS.ErrnoException).code))
  }
}

/** Returns a `DATABASE_URL` with its password masked. */
export function withoutPassword(url: string): string {
  // Match up to the last @, because a password may contain an @ that is not percent-encoded.
  return url.replace(/^(\w+:(?:\/\/)?[^/?#:@]*):.*@/s, '$1:***@').replace(/([?&]password=)[^&#]*/gi, '$1***')
}
