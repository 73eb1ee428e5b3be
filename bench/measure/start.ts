import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Launch, start } from '../contestants/process.js'

/** How long a process is left alone before its memory is looked at. */
const REST_MILLISECONDS = 1000

/** Starts a process: how long it takes to its first answer, and how much memory (in bytes) it then has. */
export async function measureStart(launch: Launch): Promise<{ milliseconds: number; rss: number }> {
  const running = await start(launch, false)
  try {
    return { milliseconds: running.milliseconds, rss: await memoryAtRest(running.pid) }
  } finally {
    await running.stop()
  }
}

/** The resident memory of another process that has been left alone for a while, in bytes. */
export async function memoryAtRest(pid: number): Promise<number> {
  await sleep(REST_MILLISECONDS)
  return memoryOf(pid)
}

/** Not every Linux has a `ps`. */
async function memoryOf(pid: number): Promise<number> {
  const kibibytes =
    platform() === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
  return Number(kibibytes) * 1024
}
