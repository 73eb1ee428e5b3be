import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folders that are removed when the process exits. */
const folders = new Set<string>()

process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A file in a folder of its own, which only this user can read. */
export interface TemporaryFile {
  path: string
  /** Removes the folder. Otherwise it is removed when the process exits. */
  remove(): void
}

export function createTemporaryFile(): TemporaryFile {
  const folder = mkdtempSync(join(tmpdir(), 'task-board-'))
  folders.add(folder)
  return {
    path: join(folder, 'board.db'),
    remove() {
      rmSync(folder, { recursive: true, force: true })
      folders.delete(folder)
    },
  }
}
