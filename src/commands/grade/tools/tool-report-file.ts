import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnreadableReport } from './finding.js'

/** Creates a temporary folder for the files in which the runs of a tool write their reports. */
export async function createReportFiles() {
  const folder = await mkdtemp(join(tmpdir(), 'task-board-grade-'))
  let count = 0
  return {
    /** Returns the path of a new file. It does not exist yet. */
    next: () => join(folder, `report-${++count}`),
    /**
     * Reads a report and deletes it.
     *
     * @returns `null` if the tool has written none
     * @throws UnreadableReport if it is not a regular file, or cannot be read
     */
    async take(path: string): Promise<string | null> {
      try {
        // The read of a pipe or a device could never end.
        if (!(await stat(path)).isFile()) throw new Error('it is not a regular file')
        return decode(await readFile(path))
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === 'ENOENT') return null
        throw new UnreadableReport(`Cannot read the report of the tool: ${message}`)
      } finally {
        await rm(path, { recursive: true, force: true })
      }
    },
    /** Deletes all files. */
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Decodes UTF-8, or UTF-16 if the byte order mark says so, and removes the mark. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}
