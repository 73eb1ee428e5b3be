import type { FastifyInstance } from 'fastify'
import { showExercise } from '../../training/show.js'
import { readExercise } from '../exercises/read-exercise.js'
import type { Exercise, ExerciseInput } from '../exercises/schemas.js'
import { FOREVER, restartBoards } from './class-content.js'

/**
 * Replaces the exercise of a class. If a new exercise begins, the fault plans of all boards restart, and their claims are
 * deleted.
 *
 * Each board restarts in a transaction of its own. Until all of them have, the class has `restartsSince`: a request that is
 * repeated after a failure deletes only older claims, so the boards that have already restarted keep their new ones.
 *
 * @throws ValidationFailed, ExerciseEnded
 */
export async function replaceClassExercise(
  app: FastifyInstance,
  id: string,
  input: ExerciseInput,
  chooseSeed: () => number,
): Promise<Exercise> {
  const { exercise: before } = await app.store.getClass(id)
  const now = app.now()
  const { exercise, changes } = readExercise(input, { before, now, defects: app.defects, chooseSeed })
  const { faults, defects, restarts, seed } = changes
  // An exercise that starts in the past begins without the claims that were made since then.
  const since = restarts ? latest(exercise.startsAt, now) : before?.restartsSince
  await app.store.configureClass(id, {
    exercise: { ...exercise, ...(since && { restartsSince: since }) },
    ...(faults && { faults }),
    ...(defects && { defects }),
  })
  if (since !== undefined || seed !== undefined) {
    const claimsBefore = restarts ? FOREVER : (since ?? null)
    await restartBoards(app, id, { claimsBefore, seed: input.faults?.seed, chooseSeed })
  }
  if (since !== undefined) await app.store.configureClass(id, { exercise })
  return showExercise(exercise, app.now(), true)
}

function latest(time: string, other: string): string {
  return time > other ? time : other
}
