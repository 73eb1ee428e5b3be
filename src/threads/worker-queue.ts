import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { TooBusy } from '../contract/errors.js'
import { receiveError } from './sent-error.js'
import type { Outcome } from './worker-jobs.js'
import { startWorker, withOwnMemory } from './worker-thread.js'

export interface WorkerQueueOptions {
  /** The memory limit of the worker thread in MiB. */
  memory: number
  /** The maximum total size of the jobs in the queue in bytes. */
  queueMax: number
  /** The time after which an idle worker thread stops, in milliseconds. Tests shorten it. */
  idle?: number
}

const IDLE = 10_000

/**
 * Creates a queue of jobs for one worker thread. The thread starts with the first job and stops when it is idle.
 *
 * piscina 5.3 and tinypool 2.2 were tried: after a job that runs out of memory, the next job never ends. They limit the
 * number of jobs in the queue, but not their bytes, and errors lose their code.
 */
export function createWorkerQueue<Job extends { bytes: Uint8Array }, Result>(
  file: string,
  { memory, queueMax, idle: idleTime = IDLE }: WorkerQueueOptions,
) {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const oneByOne = pLimit(1)
  let queued = 0

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopped = worker
    worker = undefined
    await stopped?.terminate()
  }

  function start(): Worker {
    const started = startWorker(file, {
      // The young generation is part of the limit.
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: Math.ceil(memory / 8) },
    })
    // `runNow` handles errors during a job.
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function runNow(job: Job): Promise<Result> {
    clearTimeout(idle)
    worker ??= start()
    const controller = new AbortController()
    const { signal } = controller
    const current = worker
    // Only a busy worker thread keeps the process alive.
    current.ref()
    try {
      const bytes = withOwnMemory(job.bytes)
      current.postMessage({ ...job, bytes }, [bytes.buffer])
      const [outcome] = (await Promise.race([
        once(current, 'message', { signal }),
        once(current, 'exit', { signal }).then(() => {
          throw new TooBusy()
        }),
      ])) as [Outcome<Result>]
      if ('error' in outcome) throw receiveError(outcome.error)
      return outcome.result
    } catch (error) {
      throw isOutOfMemory(error) ? Object.assign(new TooBusy(), { cause: error }) : error
    } finally {
      controller.abort()
      current.unref()
      idle = setTimeout(stop, idleTime).unref()
    }
  }

  return {
    /**
     * Runs a job in the worker thread, after the jobs before it.
     *
     * @param job a job whose bytes are moved to the worker thread, so this thread can no longer read them
     * @throws TooBusy if the queue is full or the worker thread runs out of memory, or the error that the job throws
     */
    async run(job: Job): Promise<Result> {
      const { length } = job.bytes
      if (queued + length > Math.max(queueMax, length)) throw new TooBusy()
      queued += length
      try {
        return await oneByOne(() => runNow(job))
      } finally {
        queued -= length
      }
    },
    /** Stops the worker thread. */
    close: stop,
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
}
