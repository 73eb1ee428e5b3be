import { parentPort, type Transferable } from 'node:worker_threads'
import { type SentError, sendError } from './sent-error.js'

/** The outcome of a job in a worker thread, as a message. */
export type Outcome<Result> = { result: Result } | { error: SentError }

/**
 * Runs the jobs that a worker thread receives.
 *
 * @param transferOf returns the parts of a result that are moved instead of copied
 */
export function serveJobs<Job, Result = unknown>(
  run: (job: Job) => Result,
  transferOf: (result: Result) => Transferable[] = () => [],
): void {
  const runJob = (job: Job): [Outcome<Result>, Transferable[]] => {
    try {
      const result = run(job)
      return [{ result }, transferOf(result)]
    } catch (error) {
      return [{ error: sendError(error) }, []]
    }
  }
  parentPort?.on('message', (job: Job) => parentPort?.postMessage(...runJob(job)))
}
