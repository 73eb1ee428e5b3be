import { parentPort, type Transferable } from 'node:worker_threads'
import { type SentError, sendError } from './sent-error.js'

/** The outcome of a task in a worker thread, as a message. */
export type Outcome<Result> = { result: Result } | { error: SentError }

/**
 * Runs the tasks that a worker thread receives.
 *
 * @param transferOf returns the parts of a result that are moved instead of copied
 */
export function serveTasks<Task, Result = unknown>(
  run: (task: Task) => Result,
  transferOf: (result: Result) => Transferable[] = () => [],
): void {
  const runTask = (task: Task): [Outcome<Result>, Transferable[]] => {
    try {
      const result = run(task)
      return [{ result }, transferOf(result)]
    } catch (error) {
      return [{ error: sendError(error) }, []]
    }
  }
  parentPort?.on('message', (task: Task) => parentPort?.postMessage(...runTask(task)))
}
