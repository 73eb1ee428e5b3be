import type { FastifyInstance } from 'fastify'
import { StoreUnavailable } from '../contract/errors.js'
import { plugin } from '../http/plugin.js'
import type { CurrentFaultPlan } from '../rooms/fault-settings.js'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes the ordinal number of a request. No two requests take the same number of a plan.
     *
     * @param restarts the restarts of the plan, read after the request arrived
     */
    takeFaultOrdinal(board: string, restarts: number): Promise<CurrentFaultPlan>
    /** Reads the fault plan of a board with the number of the next request. */
    readFaultPlan(board: string): Promise<CurrentFaultPlan>
  }
}

/** The number of ordinal numbers in a reservation. The next one is made when half of them are left. */
const RESERVED = 128

/** The time in milliseconds after which a board without requests returns its ordinal numbers. */
const IDLE = 1000

/** The numbers of a board. */
interface Counter {
  /** The plan with the number of the next request; `undefined` until the first reservation. */
  plan: CurrentFaultPlan | undefined
  /** The number after the last reserved one. The next number is greater while the store takes no reservations. */
  end: number
  /** The reservation or the return of numbers that runs. */
  writing: Promise<void> | undefined
  isUsed: boolean
}

/**
 * Counts the requests of each board in memory. The store has reserved the numbers before, so that a process that starts
 * after a crash uses none of them again (decision 66).
 *
 * @param main an application whose numbers this one shares
 */
export const ordinals = plugin<{ main?: FastifyInstance }>('ordinals', [], async (app, { main }) => {
  if (main !== undefined) {
    app.decorate('takeFaultOrdinal', main.takeFaultOrdinal)
    app.decorate('readFaultPlan', main.readFaultPlan)
    return
  }
  const counters = new Map<string, Counter>()
  let isFailing = false
  app.store.changes.on('regain', () => counters.clear())

  function reserve(board: string, counter: Counter): Promise<void> {
    const { plan, end } = counter
    const count = RESERVED + Math.max(0, (plan?.ordinal ?? 0) - end)
    counter.writing ??= app.store
      .reserveFaultOrdinals(board, count)
      .then((found) => {
        // The store may have numbers of a reservation whose outcome was unknown.
        if (counter.plan?.restarts !== found.restarts) counter.plan = found
        counter.end = found.ordinal + count
      })
      .finally(() => {
        counter.writing = undefined
      })
    return counter.writing
  }

  async function release(board: string, counter: Counter): Promise<void> {
    // Requests that wait for the reservation take their numbers first.
    while (counter.writing !== undefined) await counter.writing.catch(() => {})
    const { plan, end } = counter
    if (plan !== undefined && plan.ordinal !== end) {
      counter.end = plan.ordinal
      counter.writing = app.store
        .returnFaultOrdinals(board, plan)
        .then(() => {
          isFailing = false
        })
        .catch((err) => {
          if (!isFailing) app.log.warn({ err }, 'could not return ordinal numbers')
          isFailing = true
          // The next call tries again. Until then, only the memory has the number of the next request.
          counter.end--
        })
        .finally(() => {
          counter.writing = undefined
        })
      await counter.writing
    }
    if (counter.plan?.ordinal === counter.end && !counter.isUsed) counters.delete(board)
  }

  app.decorate('takeFaultOrdinal', async (board, restarts) => {
    const counter = counters.get(board) ?? { plan: undefined, end: 0, writing: undefined, isUsed: true }
    counters.set(board, counter)
    counter.isUsed = true
    const hasPlan = () => counter.plan !== undefined && counter.plan.restarts >= restarts
    while (!hasPlan() || (counter.plan as CurrentFaultPlan).ordinal >= counter.end) {
      try {
        await reserve(board, counter)
      } catch (error) {
        if (!hasPlan() || !(error instanceof StoreUnavailable)) throw error
        // The plan continues in memory, for example while the disk is full.
        break
      }
    }
    const plan = counter.plan as CurrentFaultPlan
    counter.plan = { ...plan, ordinal: plan.ordinal + 1 }
    if (counter.end - plan.ordinal === RESERVED / 2) reserve(board, counter).catch(() => {})
    return plan
  })
  app.decorate('readFaultPlan', async (board) => {
    // The board may return its numbers while the store reads.
    const before = counters.get(board)
    const stored = await app.store.readFaultPlan(board)
    const counter = counters.get(board) ?? before
    await counter?.writing?.catch(() => {})
    const { restarts, ordinal = stored.ordinal } = counter?.plan ?? {}
    return restarts === stored.restarts ? { ...stored, ordinal } : stored
  })

  const timer = setInterval(() => {
    for (const [board, counter] of counters) {
      if (!counter.isUsed) release(board, counter)
      counter.isUsed = false
    }
  }, IDLE).unref()

  app.addHook('onClose', async () => {
    clearInterval(timer)
    await Promise.all([...counters].map(([board, counter]) => release(board, counter)))
  })
})
