import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { BoardNotFound, StoreUnavailable } from '../../contract/errors.js'
import type { CurrentFaultPlan } from '../../rooms/fault-plan.js'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes the ordinal number of a request. No two requests take the same number of a plan.
     *
     * @param plan the plan as the store has it when the request takes its number
     */
    takeFaultOrdinal(board: string, plan: CurrentFaultPlan): Promise<number>
    /** Reads the fault plan of a board with the number of the next request. */
    readFaultPlan(board: string): Promise<CurrentFaultPlan>
  }
}

/**
 * The number of ordinal numbers in a reservation. The next one is made when half of them are left. While a board needs
 * several in a second, each has twice as many as the one before, so that a slow disk delays no request.
 */
const RESERVED_MIN = 128
const RESERVED_MAX = 2 ** 15

/** The time in milliseconds after which a board without requests returns its ordinal numbers. */
const IDLE = 1000

/** The numbers of a board. */
interface Counter {
  restarts: number
  next: number
  /** The number after the last one for which a reservation was made, whether it is stored or not. */
  end: number
  /** The number after the last one whose reservation is stored. */
  stored: number
  /** The last reservation since numbers were returned. */
  reserving?: Promise<unknown> | undefined
  /** How many numbers it has. */
  reserved: number
  /** Whether the board took a number, and whether it reserved some, since the last check for idle boards. */
  isUsed: boolean
  hasReserved: boolean
}

function createCounter(restarts: number, end: number): Counter {
  const isNew = { reserved: RESERVED_MIN, isUsed: true, hasReserved: false }
  return { restarts, next: end, end, stored: end, ...isNew }
}

/**
 * Counts the requests of each board in memory. The store has reserved the numbers before, so that a process that starts
 * after a crash uses none of them again (decision 66).
 *
 * @param main an application whose numbers this one shares
 */
export const ordinals = fp<{ main?: FastifyInstance }>(async (app, { main }) => {
  if (main !== undefined) {
    app.decorate('takeFaultOrdinal', main.takeFaultOrdinal)
    app.decorate('readFaultPlan', main.readFaultPlan)
    return
  }
  const counters = new Map<string, Counter>()
  let isFailing = false
  app.store.changes.on('forget', () => counters.clear())

  function reserve(board: string, counter: Counter, ordinal: number): void {
    counter.reserved = counter.hasReserved ? Math.min(counter.reserved * 2, RESERVED_MAX) : counter.reserved
    counter.hasReserved = true
    const { reserved, restarts } = counter
    const end = ordinal + reserved
    counter.end = end
    const reserving = app.store.reserveFaultOrdinals(board, reserved, { restarts, ordinal })
    counter.reserving = reserving
    reserving.then(
      () => {
        if (counter.reserving === reserving) counter.stored = end
      },
      () => {
        counter.end = 0
      },
    )
  }

  /** Until the numbers are returned, only the memory has that of the next request. */
  async function release(board: string, counter: Counter): Promise<void> {
    const { restarts, next } = counter
    // A number that is taken from now on waits for a reservation after the return.
    counter.end = next
    counter.stored = next
    counter.reserving = undefined
    try {
      await app.store.returnFaultOrdinals(board, { restarts, ordinal: next })
      isFailing = false
      if (counter.next !== next) reserve(board, counter, counter.next)
      else if (counters.get(board) === counter) counters.delete(board)
    } catch (err) {
      if (err instanceof BoardNotFound) return void counters.delete(board)
      if (!isFailing) app.log.warn({ err }, 'could not return ordinal numbers')
      isFailing = true
    }
  }

  app.decorate('takeFaultOrdinal', async (board, { restarts, ordinal: end }) => {
    const known = counters.get(board)
    const counter = known?.restarts === restarts ? known : createCounter(restarts, end)
    if (counter !== known) counters.set(board, counter)
    counter.isUsed = true
    const ordinal = counter.next++
    const left = counter.end - ordinal
    // One that is being stored is enough, unless it is used up.
    const isHalfUsed = left <= counter.reserved / 2 && counter.stored === counter.end
    if (isHalfUsed || left <= 0) reserve(board, counter, ordinal)
    try {
      if (ordinal >= counter.stored) await counter.reserving
    } catch (error) {
      // The plan continues in memory, for example while the disk is full.
      if (!(error instanceof StoreUnavailable)) throw error
    }
    return ordinal
  })
  app.decorate('readFaultPlan', async (board) => {
    const plan = await app.store.readFaultPlan(board)
    const counter = counters.get(board)
    return counter?.restarts === plan.restarts ? { ...plan, ordinal: counter.next } : plan
  })

  const timer = setInterval(() => {
    for (const [board, counter] of counters) {
      if (!counter.isUsed) release(board, counter)
      if (!counter.hasReserved) counter.reserved = Math.max(counter.reserved / 2, RESERVED_MIN)
      counter.isUsed = false
      counter.hasReserved = false
    }
  }, IDLE).unref()

  app.addHook('onClose', async () => {
    clearInterval(timer)
    await Promise.all([...counters].map(([board, counter]) => release(board, counter)))
  })
})
