import { type Exercise, hasEnded } from '../rooms/training/exercise-settings.js'

/**
 * What a client may see about the claims and faults of a board: nothing, the verdicts, the verdicts and the number of
 * faults, or everything. Owners always see everything. Learners see everything after the exercise ends.
 *
 * During an exercise, the number of faults would reveal after each request which faults its response had.
 */
export type View = 'nothing' | 'verdicts' | 'counts' | 'everything'

/** Returns what a client may see. */
export function viewOf(exercise: Exercise | null, now: string, isOwner: boolean): View {
  if (isOwner) return 'everything'
  if (exercise === null) return 'counts'
  if (hasEnded(exercise, now)) return 'everything'
  return exercise.feedback === 'immediate' ? 'verdicts' : 'nothing'
}
