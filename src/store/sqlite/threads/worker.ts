/** The entry point of a thread that hosts the store. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sendError } from '../../../threads/sent-error.js'
import { createSqlStore } from '../../sql/store.js'
import type { Store } from '../../store.js'
import { BUSY_TIMEOUT, openSqliteDatabase } from '../database.js'
import { requireSame } from '../file-identity.js'
import { openReadingDatabase } from '../reading-database.js'
import { type Call, detach, type Outcome, type Report, type Request, type Setup } from './protocol.js'

const { role, file, identity, isDurable, quotas, token } = workerData as Setup
// SQLite would create a lost file again.
requireSame(file, identity)
const database =
  role === 'writer'
    ? openSqliteDatabase(file, { isChecked: false, isDurable, token })
    : openReadingDatabase(file, { busyTimeout: BUSY_TIMEOUT, identity })
const start = role === 'writer' ? (run: () => void) => run() : setImmediate
serve(parentPort as MessagePort, createSqlStore(database, quotas), start)

/**
 * Serves the calls of another thread with a store. Calls run at the same time; the store orders them. Outcomes that
 * are known at the same time, as those of a group of writes, are sent in one message.
 *
 * @param start starts a call. Long reads start one by one, because each of their results can take much memory before it
 *   is sent.
 */
function serve(port: MessagePort, store: Store, start: (run: () => void) => void): void {
  const methods = store as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  let outcomes: Outcome[] = []
  const buffers = new Set<ArrayBuffer>()

  function send(): void {
    port.postMessage(outcomes satisfies Report, [...buffers])
    outcomes = []
    buffers.clear()
  }

  function report(outcome: Outcome): void {
    // The next tick runs after the handlers of all settled promises, so one message contains many outcomes.
    if (outcomes.length === 0) process.nextTick(send)
    outcomes.push(outcome)
  }

  async function run([id, method, args]: Call): Promise<void> {
    try {
      const result = await methods[method]?.(...args)
      report([id, detach(method, result, buffers)])
    } catch (error) {
      report([id, undefined, sendError(error)])
    }
  }

  port.on('message', async (request: Request) => {
    if (request !== 'close') {
      for (const call of request) start(() => run(call))
      return
    }
    await store.close()
    port.close()
  })
  port.postMessage('open' satisfies Report)
}
