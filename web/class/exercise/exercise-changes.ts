import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import type { Exercise, ExerciseInput } from '../../../src/classroom/exercises/schemas.js'
import { toTimestamp } from '../../shared/browser/local-time.js'

/** The durations that the bar offers, in minutes. */
export const DURATIONS = [15, 30, 45] as const

const MINUTE = 60_000

/**
 * Returns the request body that keeps an exercise as it is. Without its start, an exercise that has ended would begin again.
 *
 * @param exercise `undefined` if the class has none
 */
export function keepExercise(exercise: Exercise | undefined): ExerciseInput {
  if (exercise === undefined) return {}
  const { state: _, ...input } = exercise
  return input
}

/**
 * Returns the exercise that starts now.
 *
 * @param now the time of the service
 * @param minutes its duration; `null` if it has no end
 */
export function startNow(exercise: Exercise | undefined, now: string, minutes: number | null): ExerciseInput {
  return {
    ...keepExercise(exercise),
    // A message about the last exercise is out of date.
    ...(exercise?.state === 'ended' && { message: null }),
    startsAt: toTimestamp(now),
    endsAt: minutes === null ? null : endAfter(now, minutes),
  }
}

/** Returns the exercise that ends in a number of minutes after `time`. */
export function endIn(exercise: Exercise, time: string, minutes: number): ExerciseInput {
  return { ...keepExercise(exercise), endsAt: endAfter(time, minutes) }
}

/** Returns the exercise that has ended now. An exercise lasts at least a second. */
export function endNow(exercise: Exercise, now: string): ExerciseInput {
  const earliest = Date.parse(exercise.startsAt) + 1000
  const end = new Date(Math.max(earliest, Date.parse(now))).toISOString()
  return { ...keepExercise(exercise), endsAt: toTimestamp(end) }
}

/** Returns the time a number of minutes after another. */
export function endAfter(time: string, minutes: number): string {
  return toTimestamp(new Date(Date.parse(time) + minutes * MINUTE).toISOString())
}

/**
 * Whether a new exercise would delete results of learners: those of an exercise that has ended, with their certificates, and
 * those that learners have without an exercise, or so far.
 */
export function hasResults(exercise: Exercise | undefined, learners: readonly ClassBoard[]): boolean {
  return (
    exercise?.state === 'ended' ||
    learners.some(
      ({ claims, hintsTaken, lastProgress, grade, drill }) =>
        claims > 0 || hintsTaken > 0 || lastProgress !== null || grade !== undefined || hasRuns(drill),
    )
  )
}

function hasRuns(drill: ClassBoard['drill']): boolean {
  return drill !== undefined && (drill.requests > 0 || drill.best !== null)
}
