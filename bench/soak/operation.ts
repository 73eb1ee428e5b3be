import type { Caller, Watch } from './caller.js'
import type { Reply } from './client.js'
import type { Change, Known, Ledger } from './ledger.js'

/** An operation, and how often a worker chooses it in relation to the others. */
export type Operation = [weight: number, run: () => Promise<unknown>]

/** What the operations of one worker share. */
export interface Worker {
  name: string
  ledger: Ledger
  caller: Caller
  onBreach: Watch['onBreach']
  /** Returns a title that no other task ever had. */
  newTitle(): string
  /** The worker's own tasks without a pending change. */
  settledTasks(): [id: number, known: Known][]
  /** Runs a function with one of these tasks, if there is one. */
  withTask(run: (id: number, known: Known) => Promise<unknown>): Promise<unknown>
  /** Requests a change of one of the worker's tasks. Until the response arrives, the change may or may not have happened. */
  change(id: number, change: Change, send: () => Promise<Reply | undefined>): Promise<void>
}
