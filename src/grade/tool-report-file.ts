import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFailed } from '../contract/command-failed.js'

/** The files in which the runs of a tool write their reports. */
export interface ReportFiles {
  /** Returns the path of a new file. It does not exist yet. */
  next(): string
  /**
   * Reads a report and deletes it.
   *
   * @returns `null` if the tool has written none
   * @throws CommandFailed if it cannot be read
   */
  take(path: string): Promise<string | null>
  /** Deletes all files. */
  close(): Promise<void>
}

/** Creates a temporary folder for reports. */
export async function createReportFiles(): Promise<ReportFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'task-board-grade-'))
  let count = 0
  return {
    next: () => join(folder, `report-${++count}`),
    async take(path) {
      try {
        return await readFile(path, 'utf8')
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') return null
        throw new CommandFailed(`Cannot read the report of the tool: ${message}`)
      } finally {
        await rm(path, { recursive: true, force: true })
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
