import type { Worker } from 'node:worker_threads'
import { receiveError, type SentError } from '../../../threads/sent-error.js'
import { startWorker, workerFile } from '../../../threads/worker-thread.js'
import type { Outcome, WriteRequest } from './committer.js'
import { openWriter, type WriterSetup } from './open-writer.js'

/** The entry point of the thread. */
const FILE = workerFile('writer-thread', import.meta.filename)

/** What the thread sends: the outcome of the start, and then that of each request. */
export type SentOutcome = Exclude<Outcome, { error: Error }> | { kind: 'failed' | 'unknown'; error: SentError }

/** What writes to a SQLite file. It gets one request after the other. */
export interface Writer {
  /** Whether the process is recorded as the owner. A full disk does not permit it. */
  readonly opened: Promise<Outcome>
  write(request: WriteRequest): Promise<Outcome>
  close(): Promise<void>
}

/** The first request of a connection. All requests record the owner. */
export const RECORD_OWNER: WriteRequest = { sql: 'SELECT 1', params: [] }

/** Writes in this thread: to a temporary file, a write takes less time than a message to another thread. */
export function writeHere(setup: WriterSetup): Writer {
  const { write, close } = openWriter(setup)
  return {
    opened: Promise.resolve(write(RECORD_OWNER)),
    write: async (request) => write(request),
    close: async () => close(),
  }
}

/** Starts the thread that writes. If it ends, the outcome of its request is unknown, and so is that of each later one. */
export function startWriter(setup: WriterSetup): Writer {
  const worker: Worker = startWorker(FILE, { workerData: setup, name: 'sqlite-writer' })
  let receive: ((outcome: Outcome) => void) | undefined
  let failure: Error | undefined

  /** Returns the next message of the thread. The process stays alive until then. */
  function next(): Promise<Outcome> {
    if (failure !== undefined) return Promise.resolve({ kind: 'unknown', error: failure })
    worker.ref()
    return new Promise((resolve) => {
      receive = (outcome) => {
        receive = undefined
        worker.unref()
        resolve(outcome)
      }
    })
  }

  const opened = next()
  worker.on('message', (outcome: SentOutcome) => {
    receive?.('error' in outcome ? { ...outcome, error: receiveError(outcome.error) } : outcome)
  })
  worker.on('error', (error) => {
    failure = error as Error
  })
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      failure ??= new Error(`The thread that writes ended with exit code ${code}`)
      receive?.({ kind: 'unknown', error: failure })
      resolve()
    })
  })

  return {
    opened,
    async write(request) {
      await opened
      worker.postMessage(request)
      return next()
    },
    async close() {
      await opened
      worker.ref()
      worker.postMessage('close')
      await ended
    },
  }
}
