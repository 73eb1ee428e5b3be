import { ExerciseNotFound } from '../../contract/errors.js'
import { type Exercise, hidesFaults, stateOf } from '../../rooms/training/exercise-settings.js'
import type { Exercise as ShownExercise } from './schemas.js'

/**
 * Shows an exercise. The seed of its drill says which requests have which faults.
 *
 * @throws ExerciseNotFound if there is none
 */
export function showExercise(exercise: Exercise | null, now: string, isOwner: boolean): ShownExercise {
  if (exercise === null) throw new ExerciseNotFound()
  const { finalDefects: _, drill, ...settings } = exercise
  const seed = isOwner || !hidesFaults(exercise, now) ? drill?.seed : null
  return {
    ...settings,
    ...(drill && { drill: { profile: drill.profile, seed: seed ?? null } }),
    state: stateOf(exercise, now),
  }
}
