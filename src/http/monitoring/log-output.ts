import { constants, open } from 'node:fs'
import sonicBoom from 'sonic-boom'
import { LOG_LINES_BYTES_MAX } from '../../contract/limits.js'

// Node.js does not find the named exports of this package.
const { SonicBoom } = sonicBoom

/** The size of the JSON lines that are written at once, in bytes. The rest follows every 100 milliseconds. */
const LINES_BYTES = 4096

/**
 * Opens the terminal of standard output again, without the blocking mode that this process shares with others. Then, as
 * with a pipe, a write to a terminal that nobody reads fails.
 *
 * @returns `undefined` if this is not possible: other systems than Linux open the same terminal in the same mode, and in a
 *   container the terminal can belong to another user
 */
function reopenTerminal(): Promise<number | undefined> {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants
  return new Promise((resolve) => {
    open(`/proc/self/fd/${process.stdout.fd}`, O_WRONLY | O_NONBLOCK | O_NOCTTY, (_error, fd) => resolve(fd))
  })
}

/**
 * Opens standard output for the log. The service does not depend on it. If a write fails (the disk is full, the terminal
 * or the reader is gone, the reader is too slow), the lines wait in memory for the next attempt, up to `LOG_LINES_BYTES_MAX`.
 * Further lines are dropped.
 *
 * @param isTerminal whether standard output is a terminal
 */
export async function openLogOutput(isTerminal: boolean) {
  const terminal = isTerminal ? await reopenTerminal() : undefined
  // A terminal blocks while its user has stopped the output. If it cannot be opened again, another thread writes, and the
  // process cannot end while this thread waits.
  const sync = !isTerminal || terminal !== undefined
  const output = new SonicBoom({
    fd: terminal ?? process.stdout.fd,
    sync,
    minLength: isTerminal ? 0 : LINES_BYTES,
    periodicFlush: 100,
    maxLength: LOG_LINES_BYTES_MAX,
    // Otherwise a synchronous write to a full pipe waits for its reader.
    retryEAGAIN: () => false,
  })
  let dropped = 0
  output.on('drop', () => dropped++)
  // Without a listener, the error would end the process. The next write or flush tries again.
  output.on('error', () => {})
  // `flushSync` would wait forever for an output that cannot be written.
  if (sync) process.once('exit', () => output.flush())
  return {
    /** Writes a line, now or later. */
    write: (line: string) => void output.write(line),
    /** The number of lines that could not be written. */
    get dropped() {
      return dropped
    },
  }
}
