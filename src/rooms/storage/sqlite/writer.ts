import { startWorker, workerFile } from '../../../threads/worker-thread.js'
import type { Step } from '../database.js'
import type { Outcome, WriteRequest, WriterSetup } from './committer.js'

/** The entry point of the thread. */
const FILE = workerFile('writer-thread', import.meta.filename)

/** What writes to a database. It gets one transaction after the other. */
export interface Writer {
  write(steps: readonly Step[]): Promise<Outcome>
  close(): Promise<void>
}

/** Returns the requests of a transaction. */
export function toRequests(steps: readonly Step[]): WriteRequest[] {
  return steps.map((step, index) => ({ step, isFirst: index === 0, isLast: index === steps.length - 1 }))
}

/** Starts the thread that writes. If it ends, the outcome of its request is unknown, and so is that of each later one. */
export function startWriter(setup: WriterSetup): Writer {
  const worker = startWorker(FILE, { workerData: setup, name: 'sqlite-writer' })
  let receive = (_outcome: Outcome) => {}
  let failure: Error | undefined

  worker.on('message', (outcome: Outcome) => receive(outcome))
  worker.on('error', (error) => {
    failure = error as Error
  })
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      failure ??= new Error(`The thread that writes ended with exit code ${code}`)
      receive({ kind: 'unknown', error: failure })
      resolve()
    })
  })

  /** Sends a request, and returns its outcome. The process stays alive until then. */
  async function send(request: WriteRequest): Promise<Outcome> {
    if (failure !== undefined) return { kind: 'unknown', error: failure }
    worker.ref()
    worker.postMessage(request)
    const outcome = await new Promise<Outcome>((resolve) => {
      receive = resolve
    })
    worker.unref()
    return outcome
  }

  return {
    async write(steps) {
      let outcome: Outcome = { kind: 'done', changed: 0 }
      for (const request of toRequests(steps)) {
        outcome = await send(request)
        if (outcome.kind !== 'done') break
      }
      return outcome
    },
    async close() {
      worker.ref()
      worker.postMessage('close')
      await ended
    },
  }
}
