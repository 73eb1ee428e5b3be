import type { ChildProcess } from 'node:child_process'
import { refusesConnections } from '../../kit/process.js'

/** Waits until a process listens at a port. */
export async function waitForPort(port: number, process: ChildProcess): Promise<void> {
  while (await refusesConnections(port)) {
    if (process.exitCode !== null) throw new Error(`${process.spawnfile} has ended with ${process.exitCode}`)
  }
}
