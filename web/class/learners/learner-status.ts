import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import type { Exercise } from '../../../src/classroom/exercises/schemas.js'

/** The statuses of learners. */
export const STATUSES = ['stuck', 'working', 'idle', 'done', 'not-joined'] as const
export type LearnerStatus = (typeof STATUSES)[number]

const MINUTE = 60_000

/** A learner without a request for this time is idle, in milliseconds. */
export const IDLE_AFTER = 5 * MINUTE

/** A learner who works for this time without progress is stuck, in milliseconds. */
export const STUCK_AFTER = 10 * MINUTE

/** A learner who has sent fewer requests is not stuck yet, but has just begun. */
export const STUCK_REQUESTS = 10

type Activity = Pick<ClassBoard, 'joined' | 'lastActivity' | 'lastProgress' | 'requests' | 'challenges' | 'drill'>

/**
 * Returns what a learner does.
 *
 * - `not-joined`: has neither joined nor sent a request.
 * - `done`: has solved all challenges of the exercise, or its drill without a mistake.
 * - `idle`: has sent no request for `IDLE_AFTER`, or none at all, or the exercise has ended.
 * - `stuck`: has sent requests, but has made no right claim and solved no challenge for `STUCK_AFTER`, while the exercise
 *   runs. A run of a drill takes long, and nobody knows whether the learner is stuck.
 * - `working`: everything else.
 *
 * @param exercise `undefined` if the class has none
 * @param now the time of the service, in milliseconds since 1970
 */
export function statusOf(learner: Activity, exercise: Exercise | undefined, now: number): LearnerStatus {
  const { joined, lastActivity, lastProgress, requests, challenges, drill } = learner
  if (!joined && lastActivity === null) return 'not-joined'
  if (exercise !== undefined && challenges.total > 0 && challenges.solved === challenges.total) return 'done'
  if (drill?.best === 100) return 'done'
  if (exercise?.state === 'ended') return 'idle'
  if (lastActivity === null || now - Date.parse(lastActivity) >= IDLE_AFTER) return 'idle'
  if (exercise?.state !== 'running' || requests < STUCK_REQUESTS || drill !== undefined) return 'working'
  const since = Math.max(Date.parse(exercise.startsAt), lastProgress === null ? 0 : Date.parse(lastProgress))
  return now - since >= STUCK_AFTER ? 'stuck' : 'working'
}
