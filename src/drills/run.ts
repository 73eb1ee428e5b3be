import type { Drill } from '../habits/drill.js'
import type { Observation } from '../habits/observation.js'
import type { DrillEnd } from '../habits/row.js'
import type { Exercise } from '../store/exercise.js'
import type { BoardState, StoredDrill } from '../store/store.js'
import { DRILL_DELAY } from './script.js'

/** How far the drill of a board is. */
export interface DrillProgress extends Omit<StoredDrill, 'exercise'> {
  /** Whether the last run was lost. The drill begins again. */
  isInterrupted: boolean
}

/** The exercise of a board, and what is stored of its drill. */
export type DrillState = Pick<BoardState, 'exercise' | 'drill'>
export type DrilledBoard = DrillState & Pick<BoardState, 'challengeRestarts' | 'classId'>

/** A run that has not finished. */
export interface Run extends Pick<StoredDrill, 'exercise' | 'startedAt' | 'requests' | 'best'> {
  classId: string | null
  /** How often the board was reset. */
  restarts: number
  drill: Drill
  /** The id of the latest task before the first request; `null` until then. */
  lastTask: number | null
  observations: Observation[]
  finishing?: Promise<void> | undefined
}

/** The part of a drill that has not begun. */
export const READY = { state: 'ready', startedAt: null, finishedAt: null, requests: 0, percent: null } as const

/** Stands for the drill of a client that goes on after its run has finished: its requests have no faults. */
export const FINISHED: Drill = { seed: 0, delay: DRILL_DELAY, faultsOf: () => [], record() {} }

/** Returns what is stored of the drill of an exercise. */
export function storedOf({ exercise, drill }: DrillState): StoredDrill | undefined {
  return exercise !== null && drill?.exercise === keyOf(exercise) ? drill : undefined
}

/** Returns the end of a run that was stopped. What the client would have done after its last request is not known. */
export function stopped({ observations }: Run): DrillEnd {
  return { endedAt: Math.max(0, ...observations.map(({ endedAt }) => endedAt)), wasStopped: true }
}

/** Returns what identifies the drill of an exercise. */
export function keyOf({ startsAt, drill }: Exercise): string {
  return `${startsAt} ${drill?.profile} ${drill?.seed}`
}
