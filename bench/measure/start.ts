import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Launch, start } from '../contestants/process.js'

/** The idle time before the memory of a process is measured, in milliseconds. */
const REST_MILLISECONDS = 1000

/** Measures the time from the start of a process to its first response, and its memory (in bytes) after that. */
export async function measureStart(launch: Launch): Promise<{ milliseconds: number; rss: number }> {
  const running = await start(launch, false)
  try {
    return { milliseconds: running.milliseconds, rss: await memoryAtRest(running.pid) }
  } finally {
    await running.stop()
  }
}

/** Returns the resident memory of an idle process, in bytes. */
export async function memoryAtRest(pid: number): Promise<number> {
  await sleep(REST_MILLISECONDS)
  return memoryOf(pid)
}

/** Reads `/proc` on Linux, because not every Linux system has `ps`. */
async function memoryOf(pid: number): Promise<number> {
  const kibibytes =
    platform() === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
  return Number(kibibytes) * 1024
}
