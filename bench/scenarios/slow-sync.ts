import { execFile } from 'node:child_process'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { endianness, platform } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A disk whose writes take a configurable time, for processes with this environment. */
export interface SlowSync {
  env: Record<string, string>
  /** Sets the delay of every `fsync` and `fdatasync` from now on. */
  setDelay(milliseconds: number): void
  close(): void
}

const SOURCE = fileURLToPath(new URL('fsync-delay.c', import.meta.url))
const NO_DELAY = Buffer.alloc(4)

/**
 * Compiles the library that delays the system calls.
 *
 * @param folder the folder for the library
 * @returns `undefined` without a C compiler, or on another system than Linux
 */
export async function buildSlowSync(folder: string): Promise<SlowSync | undefined> {
  if (platform() !== 'linux') return undefined
  const [library, delays] = [join(folder, 'fsync-delay.so'), join(folder, 'fsync-delay')]
  try {
    await promisify(execFile)('cc', ['-O2', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, SOURCE, '-ldl'])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  writeFileSync(delays, NO_DELAY)
  // The measured process has mapped the file, so its length must never change.
  const file = openSync(delays, 'r+')
  return {
    env: { LD_PRELOAD: library, FSYNC_DELAY_FILE: delays },
    setDelay: (milliseconds) => void writeSync(file, encodeDelay(milliseconds), 0, NO_DELAY.length, 0),
    close: () => closeSync(file),
  }
}

/** Encodes a delay as an `int` of microseconds. */
function encodeDelay(milliseconds: number): Buffer {
  const bytes = Buffer.alloc(NO_DELAY.length)
  if (endianness() === 'LE') bytes.writeInt32LE(milliseconds * 1000)
  else bytes.writeInt32BE(milliseconds * 1000)
  return bytes
}
