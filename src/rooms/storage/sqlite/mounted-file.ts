import { existsSync, readFileSync } from 'node:fs'
import { resolveLinks } from './file-identity.js'

/** The mounts that this process sees, on Linux (proc_pid_mountinfo(5)). */
const MOUNTS = '/proc/self/mountinfo'

/**
 * Fails if the database is mounted as a single file, as `docker run --volume board.db:/data/board.db` does. The
 * write-ahead log would then be in the folder around it: the latest writes are lost with the container, and other
 * programs that open the file do not see them.
 *
 * @param mounts the content of `/proc/self/mountinfo`. Tests replace it.
 */
export function requireMountedFolder(file: string, mounts = readMounts()): void {
  const path = resolveLinks(file)
  if (!mounts.split('\n').some((mount) => mountPointOf(mount) === path)) return
  throw new Error('It is mounted as a single file, and SQLite needs other files next to it: mount its folder instead')
}

function readMounts(): string {
  return existsSync(MOUNTS) ? readFileSync(MOUNTS, 'utf8') : ''
}

/** Returns the mount point of a line, in which spaces and some other characters are octal numbers. */
function mountPointOf(mount: string): string | undefined {
  return mount.split(' ')[4]?.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
}
