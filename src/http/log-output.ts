import { constants, open } from 'node:fs'
import sonicBoom from 'sonic-boom'
import { LOG_BYTES_MAX } from '../contract/limits.js'

// Node.js does not find the named exports of this package.
const { SonicBoom } = sonicBoom

/**
 * JSON lines are written 4 KiB at once, and the rest every 100 milliseconds. Standard output does not block: if it is a
 * pipe that is full, the write fails.
 */
const FOR_PROGRAMS = { sync: true, minLength: 4096, periodicFlush: 100 }

/**
 * A terminal blocks while its user has stopped the output, or while nothing reads it. A terminal that is
 * opened again does not block, and a write fails, as with a pipe. Lines are written at once.
 */
const FOR_TERMINALS = { sync: true, periodicFlush: 100 }

/**
 * If the terminal cannot be opened again, another thread writes. The process then cannot end while the thread waits for
 * the terminal.
 */
const FOR_BLOCKING_TERMINALS = { sync: false }

/** The output of the log. */
export interface LogOutput {
  /** Writes a line, now or later. */
  write(line: string): void
  /** The number of lines that could not be written. */
  readonly dropped: number
}

/**
 * Opens the terminal of standard output again, without the blocking mode that this process shares with others.
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

/** Returns the options of standard output. */
async function describeOutput(isTerminal: boolean) {
  const { fd } = process.stdout
  if (!isTerminal) return { fd, ...FOR_PROGRAMS }
  const terminal = await reopenTerminal()
  return terminal === undefined ? { fd, ...FOR_BLOCKING_TERMINALS } : { fd: terminal, ...FOR_TERMINALS }
}

/**
 * Opens standard output for the log. The service does not depend on it. If a write fails (the disk is full, the terminal
 * or the reader is gone, the reader is too slow), the lines wait in memory for the next attempt, up to `LOG_BYTES_MAX`.
 * Further lines are dropped.
 *
 * @param isTerminal whether standard output is a terminal
 */
export async function openLogOutput(isTerminal: boolean): Promise<LogOutput> {
  const options = await describeOutput(isTerminal)
  const output = new SonicBoom({
    ...options,
    maxLength: LOG_BYTES_MAX,
    // Otherwise a synchronous write to a full pipe waits for its reader.
    retryEAGAIN: () => false,
  })
  let dropped = 0
  output.on('drop', () => dropped++)
  // Without a listener, the error would end the process. The next write or flush tries again.
  output.on('error', () => {})
  // `flushSync` would wait forever for an output that cannot be written.
  if (options.sync) process.once('exit', () => output.flush())
  return {
    write: (line) => void output.write(line),
    get dropped() {
      return dropped
    },
  }
}
