import { hash } from 'node:crypto'
import { defineKind } from './board/items.js'
import type { Fork } from './board/version.js'
import type { BoardFork, BoardView } from './handles.js'
import { changeRoom, type FaultSettings, profileOf, type RoomFork } from './room.js'
import { revise } from './versioned.js'

/** The fault plan that is in effect. */
export type CurrentFaultPlan = ReturnType<typeof readFaultPlan>
export type FaultPlan = Omit<CurrentFaultPlan, 'restarts'>

/** Which request of a board draws which faults. */
interface StoredPlan {
  /** `null` before the plan was started. */
  seed: number | null
  /** The next ordinal number to reserve. */
  ordinal: number
  restarts: number
  /** `plans.number` of the room when this plan was stored; absent (0) in plans of earlier versions. */
  room?: number
}

const PLAN = defineKind<StoredPlan>('fault-plan')

/** The id of the only item of its kind. */
const CURRENT = 'current'

/**
 * Gives a new board a plan with this seed. If the plans of its class were restarted before, reads replace it by the
 * restarted one.
 */
export function initializePlan(fork: Fork, seed: number): void {
  PLAN.put(fork, CURRENT, { seed, ordinal: 0, restarts: 0, room: 0 })
}

/**
 * Restarts the plans of all boards of a room at 0. Each board notices it when its plan is read.
 *
 * @param isShared whether all boards get the seed. Otherwise, each gets its own, which depends on it.
 */
export function restartPlans(room: RoomFork, seed: number, isShared: boolean): void {
  changeRoom(room, { plans: { number: profileOf(room).plans.number + 1, seed, isShared } })
}

/**
 * Restarts the plan of a board. Reserved numbers become void.
 *
 * @param seed by default, the seed stays
 * @param ordinal the next ordinal number
 */
export function restartPlan(board: BoardFork, seed = readStored(board).seed, ordinal = 0): void {
  const { restarts, room } = readStored(board)
  PLAN.put(board, CURRENT, { seed, ordinal, restarts: restarts + 1, room })
}

/** Replaces the fault settings of all boards of a room, and restarts their plans as `restartPlans` does. */
export function configureFaultsOfAll(room: RoomFork, faults: FaultSettings, seed: number, isShared: boolean): void {
  changeRoom(room, { faults })
  restartPlans(room, seed, isShared)
  revise(room)
}

/**
 * Starts the plan. If `seed` is `undefined` or equal to the stored seed, the plan continues. If it differs, the plan
 * restarts at 0 with it. If no seed is stored yet, the plan starts with `seed` or else with `candidate`.
 */
export function startFaultPlan(board: BoardFork, seed: number | undefined, candidate: number): CurrentFaultPlan {
  const stored = readStored(board)
  const wanted = seed ?? stored.seed ?? candidate
  if (wanted !== stored.seed) restartPlan(board, wanted)
  return readFaultPlan(board)
}

/** Stores the fault settings of a board, and restarts the plan at 0 with `seed`. */
export function configureFaults(board: BoardFork, faults: FaultSettings | null, seed: number): void {
  changeRoom(board.room, { faults })
  restartPlan(board, seed)
}

/** Returns the plan in effect. */
export function readFaultPlan(board: BoardView) {
  const { seed, ordinal, restarts } = readStored(board)
  return {
    seed: seed as number,
    /** The first reserved ordinal number, or else the next one to reserve. */
    ordinal,
    /** How often the plan was restarted or replaced. Ordinal numbers from before a restart are void. */
    restarts,
    /** The fault settings of the board, or `null` if they were never configured. */
    settings: profileOf(board.room).faults,
  }
}

/**
 * Reserves consecutive ordinal numbers of the plan.
 *
 * @param from the first number. By default, it is the first one that is not reserved. Nothing happens if the plan was
 *   restarted since the number was taken.
 * @returns the plan before
 */
export function reserveFaultOrdinals(board: BoardFork, count: number, from?: TakenOrdinal): CurrentFaultPlan {
  const plan = readFaultPlan(board)
  const stored = readStored(board)
  const { restarts, ordinal } = from ?? stored
  const end = Math.max(stored.ordinal, ordinal + count)
  if (restarts === stored.restarts) PLAN.put(board, CURRENT, { ...stored, ordinal: end })
  return plan
}

/** A number, and how often its plan had been restarted. */
type TakenOrdinal = Pick<CurrentFaultPlan, 'restarts' | 'ordinal'>

/**
 * Stores the next ordinal number of a plan, so that reserved numbers from it on are free again. Does nothing if the plan
 * was restarted.
 */
export function returnFaultOrdinals(board: BoardFork, next: TakenOrdinal): void {
  const stored = readStored(board)
  if (stored.restarts === next.restarts) PLAN.put(board, CURRENT, { ...stored, ordinal: next.ordinal })
}

function readStored(board: BoardView): Required<StoredPlan> {
  const { number, seed, isShared } = profileOf(board.room).plans
  const stored = { seed: null, ordinal: 0, restarts: 0, room: 0, ...PLAN.read(board, CURRENT) }
  const missed = number - stored.room
  if (missed === 0) return stored
  return {
    seed: isShared ? seed : ownSeed(seed, board.id),
    ordinal: 0,
    restarts: stored.restarts + missed,
    room: number,
  }
}

/** Returns a seed of 32 bits that no other board has. */
function ownSeed(seed: number, board: string): number {
  return Number.parseInt(hash('sha256', `${seed} ${board}`).slice(0, 8), 16)
}
