import { DrillNotFound, ExerciseEnded, ExerciseNotStarted } from '../../contract/errors.js'
import type { Feedback } from '../../contract/schemas/enumerations.js'
import type { HintSetting } from '../../rules/claims/credit.js'
import type { DrillSettings } from '../../rules/client-habits/drill.js'

/** Whether learners see the hints of challenges. */
export const CHALLENGE_HINT_SETTINGS = ['off', 'free'] as const

/** When learners see the solution of a challenge: never, after they have solved it or the exercise has ended, or always. */
export const SOLUTION_SETTINGS = ['off', 'solved', 'always'] as const

/** An exercise of a board. All times are timestamps of the API. */
export interface Exercise {
  title: string | null
  /** What learners should do, as Markdown. */
  instructions: string | null
  /** The task to solve, in one or two sentences. */
  task: string | null
  /** A message to all learners, as Markdown. */
  message: string | null
  startsAt: string
  /** `null` if the exercise has no end. */
  endsAt: string | null
  feedback: Feedback
  hints: HintSetting
  /** The names of challenges and of paths of challenges. */
  challenges: readonly string[]
  challengeHints: (typeof CHALLENGE_HINT_SETTINGS)[number]
  solutions: (typeof SOLUTION_SETTINGS)[number]
  /** The drill of the clients of the learners; `null` if there is none. */
  drill: DrillSettings | null
  /** The defects of the boards when the exercise ended. Set only when the boards get other defects afterwards. */
  finalDefects?: readonly string[]
}

/** The values of an exercise that are not given. */
export const EXERCISE_DEFAULTS: Omit<Exercise, 'startsAt'> = {
  title: null,
  instructions: null,
  task: null,
  message: null,
  endsAt: null,
  feedback: 'immediate',
  hints: 'off',
  challenges: [],
  challengeHints: 'free',
  solutions: 'solved',
  drill: null,
}

export const EXERCISE_STATES = ['pending', 'running', 'ended'] as const
export type ExerciseState = (typeof EXERCISE_STATES)[number]

/** Returns the state of an exercise. It starts at `startsAt`, and has ended at `endsAt`. */
export function stateOf({ startsAt, endsAt }: Pick<Exercise, 'startsAt' | 'endsAt'>, now: string): ExerciseState {
  if (now < startsAt) return 'pending'
  return endsAt !== null && now >= endsAt ? 'ended' : 'running'
}

/** Whether an exercise has ended, so that its results never change. */
export function hasEnded(exercise: Exercise | null, now: string): exercise is Exercise & { endsAt: string } {
  return exercise !== null && stateOf(exercise, now) === 'ended'
}

/** Returns the exercise with its final defects, if it has ended; otherwise `undefined`. */
export function keepDefects(exercise: Exercise | null, defects: readonly string[], now: string): Exercise | undefined {
  return hasEnded(exercise, now) ? { finalDefects: defects, ...exercise } : undefined
}

/** Whether a response that was sent at `time` belongs to an exercise. Without an exercise, all responses count. */
export function isWithin(exercise: Exercise | null, time: string): boolean {
  return exercise === null || stateOf(exercise, time) === 'running'
}

/**
 * Requires that learners can make claims.
 *
 * @throws ExerciseNotStarted, ExerciseEnded
 */
export function requireRunning(exercise: Exercise | null, now: string): void {
  if (exercise === null) return
  const state = stateOf(exercise, now)
  if (state === 'pending') throw new ExerciseNotStarted(exercise.startsAt)
  if (state === 'ended') throw new ExerciseEnded(exercise.endsAt)
}

/**
 * Returns an exercise that has a drill.
 *
 * @throws DrillNotFound
 */
export function requireDrill(exercise: Exercise | null): Exercise {
  if (exercise?.drill == null) throw new DrillNotFound()
  return exercise
}

/** Whether an exercise hides all faults from clients that have only the address of the board. */
export function hidesFaults(exercise: Exercise, now: string): boolean {
  return exercise.feedback === 'after' && stateOf(exercise, now) !== 'ended'
}
