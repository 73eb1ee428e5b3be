import type { CurrentFaultPlan, FaultPlanMethods } from '../store/store.js'

/** The maximum number of ordinal numbers in a reservation. */
const RESERVED_MAX = 128

/**
 * The number of requests that a process must number without another process in between, before its reservations grow: at
 * first, and after another process has used the plan.
 */
const ALONE_MIN = 32
const ALONE_AGAIN_MIN = 1000

export type OrdinalStore = Pick<FaultPlanMethods, 'reserveFaultOrdinals' | 'returnFaultOrdinals'>

/** Reserved numbers, starting with `plan.ordinal`. */
interface Block {
  plan: CurrentFaultPlan
  end: number
}

/** A request that waits for its ordinal number. */
interface Waiter {
  resolve(plan: CurrentFaultPlan): void
  reject(error: unknown): void
  restarts: number
}

export type BoardOrdinals = ReturnType<typeof createBoardOrdinals>

/**
 * Hands out the ordinal numbers of one board, in order. It reserves them in the store, so that most requests cost no
 * write and no other process gets the same number (decision 66).
 *
 * While other processes use the board too, each reservation is for the requests that wait, so all share the plan one by
 * one. A process that uses the plan alone for some time doubles its reservations, and reserves more before it has
 * used all, so that requests need not wait for the store.
 */
export function createBoardOrdinals(store: OrdinalStore, board: string) {
  /** The reserved numbers, in order. There are gaps where other processes have reserved numbers. */
  const blocks: Block[] = []
  /** The number after the last one that this process reserved, and the restarts of its plan. */
  let last: { restarts: number; end: number } | undefined
  let usedAlone = 0
  let aloneMin = ALONE_MIN
  let size = 1
  let waiting: Waiter[] = []
  let turn: Promise<unknown> = Promise.resolve()
  /** The number of operations on the store that run or wait. */
  let pending = 0

  /** Runs operations on the store one after the other. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    pending++
    const result = turn.then(work).finally(() => {
      pending--
    })
    turn = result.catch(() => {})
    return result
  }

  /** Returns the next reserved number. If the plan was restarted after the reservation, the reserved numbers are void. */
  function takeReserved(restarts: number): CurrentFaultPlan | undefined {
    while (blocks[0] !== undefined && blocks[0].plan.restarts < restarts) blocks.shift()
    const [block] = blocks
    if (block === undefined) return undefined
    const { plan, end } = block
    if (plan.ordinal + 1 < end) block.plan = { ...plan, ordinal: plan.ordinal + 1 }
    else blocks.shift()
    return plan
  }

  const countReserved = () => blocks.reduce((sum, { plan, end }) => sum + end - plan.ordinal, 0)

  /** Registers `count` numbers that the store has reserved, and chooses the size of the next reservation. */
  function register(plan: CurrentFaultPlan, count: number): void {
    const { restarts, ordinal } = plan
    const end = ordinal + count
    if (last?.restarts === restarts && last.end === ordinal) {
      usedAlone += count
      if (usedAlone > aloneMin) size = Math.min(2 * size, RESERVED_MAX)
    } else {
      usedAlone = count
      size = 1
      aloneMin = last?.restarts === restarts ? ALONE_AGAIN_MIN : ALONE_MIN
    }
    last = { restarts, end }
    const block = blocks.at(-1)
    if (block?.plan.restarts === restarts && block.end === ordinal) block.end = end
    else blocks.push({ plan, end })
  }

  function reserveMore(): void {
    const reserving = inTurn(async () => {
      const count = size
      register(await store.reserveFaultOrdinals(board, count), count)
    })
    // The requests that need the numbers reserve them again, and report the failure.
    reserving.catch(() => {})
  }

  async function serveWaiting(): Promise<void> {
    const waiters = waiting.filter(({ restarts, resolve }) => {
      const plan = takeReserved(restarts)
      if (plan !== undefined) resolve(plan)
      return plan === undefined
    })
    waiting = []
    if (waiters.length === 0) return
    try {
      const count = Math.max(waiters.length, size)
      const plan = await store.reserveFaultOrdinals(board, count)
      // Nothing is awaited from here on. Otherwise other requests could take the numbers of these.
      register(plan, count)
      // The plan may have been restarted since the requests arrived. They then belong to the new plan.
      for (const { resolve } of waiters) resolve(takeReserved(plan.restarts) as CurrentFaultPlan)
    } catch (error) {
      for (const { reject } of waiters) reject(error)
    }
  }

  return {
    /**
     * Returns the plan with the ordinal number of the next request.
     *
     * @param restarts the restarts of the plan, read after the request arrived
     */
    take(restarts: number): CurrentFaultPlan | Promise<CurrentFaultPlan> {
      const plan = takeReserved(restarts)
      if (plan !== undefined) {
        if (size > 1 && pending === 0 && countReserved() <= size / 2) reserveMore()
        return plan
      }
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject, restarts })
        if (waiting.length === 1) inTurn(serveWaiting)
      })
    },

    /** Returns the unused numbers to the store, unless another process has reserved later ones. Requests wait meanwhile. */
    giveBack(): Promise<void> {
      return inTurn(async () => {
        for (let unused = blocks.pop(); unused !== undefined; unused = blocks.pop()) {
          // If the store fails, it may still have stored the change. The numbers are then lost rather than used twice.
          const { restarts, ordinal: first } = unused.plan
          if (!(await store.returnFaultOrdinals(board, { restarts, first, end: unused.end }))) {
            blocks.push(unused)
            return
          }
          last = { restarts, end: first }
        }
      })
    },

    /** Whether there are no reserved numbers and no requests that wait. */
    isIdle: () => blocks.length === 0 && pending === 0,
  }
}
