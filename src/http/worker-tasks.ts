import { parentPort, type Transferable } from 'node:worker_threads'
import { isCatalogued, MalformedJson, MalformedUtf8, NestingTooDeep } from '../errors.js'

/** The outcome of a task in a worker thread, as a message. */
export type Outcome<Result> = { result: Result } | { code: string } | { unexpected: unknown }

/** The errors that tasks throw on purpose. */
const ERRORS = [MalformedJson, MalformedUtf8, NestingTooDeep]

/**
 * Runs the tasks that a worker thread receives.
 *
 * @param transferOf returns the parts of a result that are moved instead of copied
 */
export function serveTasks<Task, Result = unknown>(
  run: (task: Task) => Result,
  transferOf: (result: Result) => Transferable[] = () => [],
): void {
  parentPort?.on('message', (task: Task) => {
    const outcome = attempt(() => run(task))
    parentPort?.postMessage(outcome, 'result' in outcome ? transferOf(outcome.result) : [])
  })
}

/** Runs a function. Errors of the catalogue become their code, because a message loses the class of an error. */
export function attempt<Result>(run: () => Result): Outcome<Result> {
  try {
    return { result: run() }
  } catch (error) {
    const { code } = error as { code?: string }
    return code !== undefined && isCatalogued({ code }) ? { code } : { unexpected: error }
  }
}

/** Returns the result of a task, or throws its error. */
export function unwrap<Result>(outcome: Outcome<Result>): Result {
  if ('result' in outcome) return outcome.result
  if ('unexpected' in outcome) throw outcome.unexpected
  const error = ERRORS.map((Known) => new Known()).find(({ code }) => code === outcome.code)
  throw error ?? new Error(`A worker thread failed with ${outcome.code}`)
}
