import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** The name of a folder, with the id of its process. */
const FOLDER = /^task-board-(\d+)-\w{6}$/
const FILE = 'board.db'

/** The folders that are removed when the process exits. */
const folders = new Set<string>()

process.on('exit', () => {
  for (const folder of folders) remove(folder)
})

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** A file in a folder of its own, which only this user can read. */
export interface TemporaryFile {
  path: string
  /** Removes the folder. Otherwise it is removed when the process exits, or by a later process. */
  remove(): void
}

/** Creates the folder of a temporary file, and removes the folders that killed processes of this user have left. */
export function createTemporaryFile(): TemporaryFile {
  const folder = createFolder()
  folders.add(folder)
  return {
    path: join(folder, FILE),
    remove() {
      remove(folder)
      folders.delete(folder)
    },
  }
}

function createFolder(): string {
  try {
    removeAbandoned()
    return mkdtempSync(join(tmpdir(), `task-board-${process.pid}-`))
  } catch (error) {
    const { message } = error as Error
    throw new Error(`No file can be created in the folder for temporary files (TMPDIR): ${message}`)
  }
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = FOLDER.exec(name) ?? []
    const folder = join(tmpdir(), name)
    try {
      if (pid === undefined || isRunning(Number(pid)) || lstatSync(folder).uid !== process.getuid?.()) continue
      // The process can run in another container, where this process does not see it.
      if (!isInUse(join(folder, FILE))) remove(folder)
    } catch {
      // Another process has removed the folder in the meantime.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Whether a process has the database open. */
function isInUse(file: string): boolean {
  if (!existsSync(file)) return false
  const connection = new DatabaseSync(file)
  try {
    connection.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return false
  } catch {
    return true
  } finally {
    connection.close()
  }
}
