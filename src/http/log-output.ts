import sonicBoom from 'sonic-boom'
import { LOG_BYTES_MAX } from '../limits.js'

// Node.js does not find the named exports of this package.
const { SonicBoom } = sonicBoom

/**
 * JSON lines are written 4 KiB at once, and the rest every 100 milliseconds. Standard output does not block: if it is a
 * pipe that is full, the write fails.
 */
const FOR_PROGRAMS = { sync: true, minLength: 4096, periodicFlush: 100 }

/** A terminal blocks while its user has stopped the output, so another thread writes. */
const FOR_TERMINALS = { sync: false }

/** The output of the log. */
export interface LogOutput {
  /** Writes a line, now or later. */
  write(line: string): void
  /** The number of lines that could not be written. */
  readonly dropped: number
}

/**
 * Opens standard output for the log. The service does not depend on it. If a write fails (the disk is full, the terminal
 * or the reader is gone, the reader is too slow), the lines wait in memory for the next attempt, up to `LOG_BYTES_MAX`.
 * Further lines are dropped.
 *
 * @param isTerminal whether standard output is a terminal
 */
export function openLogOutput(isTerminal: boolean): LogOutput {
  const output = new SonicBoom({
    fd: process.stdout.fd,
    maxLength: LOG_BYTES_MAX,
    // Otherwise a synchronous write to a full pipe waits for its reader.
    retryEAGAIN: () => false,
    ...(isTerminal ? FOR_TERMINALS : FOR_PROGRAMS),
  })
  let dropped = 0
  output.on('drop', () => dropped++)
  // Without a listener, the error would end the process. The next write or flush tries again.
  output.on('error', () => {})
  // `flushSync` would wait forever for an output that cannot be written.
  if (!isTerminal) process.once('exit', () => output.flush())
  return {
    write: (line) => void output.write(line),
    get dropped() {
      return dropped
    },
  }
}
