import { createCaller, type Watch } from './caller.js'
import type { Known, Ledger } from './ledger.js'
import type { Worker } from './operation.js'
import { operationsOnBuggy } from './operations-on-buggy.js'
import { operationsOnParts } from './operations-on-parts.js'
import { operationsOnSessions } from './operations-on-sessions.js'
import { operationsOnTasks } from './operations-on-tasks.js'
import { pick } from './pick.js'

/** Runs one operation after another until the run is over. The ledger records what the service acknowledged. */
export async function runWorker(name: string, board: string, ledger: Ledger, watch: Watch): Promise<void> {
  const caller = createCaller(watch, board)
  let titles = 0
  const worker: Worker = {
    name,
    ledger,
    caller,
    onBreach: watch.onBreach,
    newTitle: () => `Soak ${name}/${titles++}.`,
    // A task with a pending change is not used again, so that the final check can compare it.
    settledTasks: () => [...ledger.tasks].filter(([, { pending }]) => pending === undefined),
    async withTask(run) {
      const tasks = worker.settledTasks()
      if (tasks.length > 0) await run(...pick(tasks))
    },
    async change(id, change, send) {
      const known = ledger.tasks.get(id) as Known
      known.pending = change
      if ((await send()) === undefined) return
      const { deleted, ...content } = change
      if (deleted) {
        ledger.tasks.delete(id)
        ledger.deleted.add(id)
      }
      delete known.pending
      Object.assign(known, content)
    },
  }
  const operations = [operationsOnTasks, operationsOnParts, operationsOnSessions, operationsOnBuggy]
    .flatMap((operationsOf) => operationsOf(worker))
    .flatMap(([weight, run]) => Array.from({ length: weight }, () => run))
  while (!watch.isOver()) {
    try {
      await pick(operations)()
    } catch (error) {
      watch.onError(error as NodeJS.ErrnoException)
    }
  }
  caller.close()
}
