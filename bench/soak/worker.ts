import { type Caller, createCaller, type Watch } from './caller.js'
import type { Reply } from './client.js'
import type { Change, Known, Ledger } from './ledger.js'
import { operationsOnBuggy } from './operations-on-buggy.js'
import { operationsOnParts } from './operations-on-parts.js'
import { operationsOnSessions } from './operations-on-sessions.js'
import { operationsOnTasks } from './operations-on-tasks.js'
import { pick } from './pick.js'

/** What a worker does, and how often beside the others. */
export type Operation = [weight: number, run: () => Promise<unknown>]

/** What the operations of one worker share. */
export interface Worker {
  name: string
  ledger: Ledger
  caller: Caller
  onBreach: Watch['onBreach']
  /** A title that no other task ever had. */
  newTitle(): string
  /** The tasks of one's own of which everything is known. */
  sure(): [id: number, known: Known][]
  /** Does something with one of these, if there is one. */
  withTask(run: (id: number, known: Known) => Promise<unknown>): Promise<unknown>
  /** Asks for a change of a task of one's own; until it is answered, it may have happened or not. */
  change(id: number, asked: Change, ask: () => Promise<Reply | undefined>): Promise<void>
}

/** Does one operation after the other until it is over, and keeps in the ledger what was acknowledged. */
export async function work(name: string, ledger: Ledger, watch: Watch): Promise<void> {
  const caller = createCaller(watch)
  let titles = 0
  const worker: Worker = {
    name,
    ledger,
    caller,
    onBreach: watch.onBreach,
    newTitle: () => `Soak ${name}/${titles++}.`,
    // What was not answered is left as it is, so that it can be compared in the end.
    sure: () => [...ledger.tasks].filter(([, { asked }]) => asked === undefined),
    async withTask(run) {
      const tasks = worker.sure()
      if (tasks.length > 0) await run(...pick(tasks))
    },
    async change(id, asked, ask) {
      const known = ledger.tasks.get(id) as Known
      known.asked = asked
      if ((await ask()) === undefined) return
      const { deleted, ...content } = asked
      if (deleted) {
        ledger.tasks.delete(id)
        ledger.deleted.add(id)
      }
      delete known.asked
      Object.assign(known, content)
    },
  }
  const operations = [operationsOnTasks, operationsOnParts, operationsOnSessions, operationsOnBuggy]
  const drawn = operations
    .flatMap((operationsOf) => operationsOf(worker))
    .flatMap(([weight, run]) => Array.from({ length: weight }, () => run))
  while (!watch.isOver()) {
    try {
      await pick(drawn)()
    } catch (error) {
      watch.onError(error as NodeJS.ErrnoException)
    }
  }
  caller.close()
}
