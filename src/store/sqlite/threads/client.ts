import { OutcomeUnknown, StoreUnavailable } from '../../../contract/errors.js'
import { receiveError } from '../../../threads/sent-error.js'
import { startWorker, workerFile } from '../../../threads/worker-thread.js'
import { type Call, detach, type Report, type Request, type Setup } from './protocol.js'

/** The entry point of a thread. */
const FILE = workerFile('worker', import.meta.filename)

interface Pending {
  resolve(result: never): void
  reject(error: unknown): void
}

export interface ThreadOptions {
  setup: Setup
  /** Receives a failure of the store that the operator should know. */
  onFailure(error: Error): void
}

/** A thread that hosts the store. */
export interface Thread {
  /** Resolves when the store is open. Starts the thread if it does not run. */
  open(): Promise<void>
  /** Calls a method of the store. Calls of one turn of the event loop travel in one message. */
  call(method: string, args: unknown[]): Promise<never>
  /** Resolves when all calls have their outcomes. */
  drain(): Promise<void>
  /** Closes the store and ends the thread. */
  close(): Promise<void>
}

/**
 * Creates the client of a thread. The thread starts with the first call. If it ends, pending calls reject with
 * `StoreUnavailable`, or `OutcomeUnknown` if they write, and the next call starts another thread.
 */
export function createThread({ setup, onFailure }: ThreadOptions): Thread {
  let current: ReturnType<typeof start> | undefined

  function start() {
    const worker = startWorker(FILE, { workerData: setup, name: `sqlite-${setup.role}` })
    const pending = new Map<number, Pending>()
    let calls: Call[] = []
    const buffers = new Set<ArrayBuffer>()
    let lastId = 0
    let failure: Error | undefined
    let isClosing = false
    let onIdle = () => {}

    /** Registers a call. The process stays alive while there are any. */
    function wait<T>(id: number): Promise<T> {
      if (pending.size === 0) worker.ref()
      return new Promise<T>((resolve, reject) => pending.set(id, { resolve, reject }))
    }

    function becomeIdle(): void {
      worker.unref()
      onIdle()
    }

    function take(id: number): Pending | undefined {
      const waiting = pending.get(id)
      pending.delete(id)
      if (pending.size === 0) becomeIdle()
      return waiting
    }

    function send(): void {
      worker.postMessage(calls satisfies Request, [...buffers])
      calls = []
      buffers.clear()
    }

    const opened = wait<void>(0)
    opened.catch(() => {})
    worker.on('message', (report: Report) => {
      if (report === 'open') return take(0)?.resolve(undefined as never)
      for (const [id, result, error] of report) {
        if (error === undefined) take(id)?.resolve(result as never)
        else take(id)?.reject(receiveError(error))
      }
    })
    worker.on('error', (error) => {
      failure = error as Error
    })
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', (code) => {
        resolve()
        current = undefined
        const cause = failure ?? new Error(`The thread ended with exit code ${code}`)
        const Failure = setup.role === 'writer' && !pending.has(0) ? OutcomeUnknown : StoreUnavailable
        for (const { reject } of pending.values()) reject(new Failure({ cause }))
        pending.clear()
        becomeIdle()
        if (isClosing && failure === undefined) return
        onFailure(new Error('A thread of the store ended, and is replaced', { cause }))
      })
    })

    return {
      opened,
      call(method: string, args: unknown[]): Promise<never> {
        const sent = detach(method, args, buffers)
        if (calls.length === 0) setImmediate(send)
        const id = ++lastId
        calls.push([id, method, sent])
        return wait(id)
      },
      async drain(): Promise<void> {
        if (pending.size === 0) return
        await new Promise<void>((resolve) => {
          onIdle = resolve
        })
      },
      async close(): Promise<void> {
        isClosing = true
        worker.ref()
        worker.postMessage('close' satisfies Request)
        await ended
      },
    }
  }

  function running() {
    current ??= start()
    return current
  }

  return {
    open: () => running().opened,
    call: (method, args) => running().call(method, args),
    drain: async () => current?.drain(),
    close: async () => current?.close(),
  }
}
