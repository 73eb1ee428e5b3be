import { constants } from 'node:os'
import { IMPATIENCE, STOPPING } from '../app/repeated-signals.js'

/**
 * Does the work of a command that a signal interrupts. The exit code is then 128 plus the number of the signal.
 *
 * @param messages what a signal causes (`consequence`), and what a second one leaves undone (`impatient`)
 * @param work gets the signal that aborts it, and throws the reason of the abort
 */
export async function interruptible(
  { consequence, impatient }: { consequence: () => string; impatient: string },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const abort = new AbortController()
  let abortedAt: number | undefined
  let exitCode = 0
  const interrupt = (signal: NodeJS.Signals) => {
    if (abortedAt === undefined) {
      abortedAt = performance.now()
      process.stderr.write(`\n${consequence()}\n`)
      exitCode = 128 + constants.signals[signal]
      abort.abort(new Error(`Interrupted by ${signal}`))
    } else if (performance.now() - abortedAt > IMPATIENCE) {
      process.stderr.write(`\n${impatient}\n`)
      process.exit(128 + constants.signals[signal])
    }
  }
  for (const signal of STOPPING) process.on(signal, interrupt)
  try {
    await work(abort.signal)
  } catch (error) {
    if (error !== abort.signal.reason) throw error
    process.exitCode = exitCode
  } finally {
    for (const signal of STOPPING) process.off(signal, interrupt)
  }
}
