/** The exercise of a board or a class. @module */

import type { FastifyPluginAsync } from 'fastify'
import { ExerciseNotFound } from '../../contract/errors.js'
import { route } from '../../http/route.js'
import { hidesFaults, type Exercise as StoredExercise, stateOf } from '../../rooms/training/exercise-settings.js'
import { NO_EXERCISE } from '../access.js'
import type { ManagementOptions } from '../options.js'
import { readExercise } from './read-exercise.js'
import { Exercise, ExerciseInput } from './schemas.js'

/** The route that returns the exercise to learners. */
export const learnerExerciseRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /exercise', 'getExercise', 'Get the exercise', {
    description: 'Returns the instructions, the start and the end of the exercise, and when learners get feedback.',
    responses: { 200: [Exercise, 'The exercise.'], 404: 'The board has no exercise.' },
    handler: async ({ board: { state } }) => showExercise(state?.exercise ?? null, app.now(), false),
  })
}

/** The routes for owners that configure the exercise of a board. */
export const ownerExerciseRoutes: FastifyPluginAsync<ManagementOptions> = async (app, { chooseSeed }) => {
  route(app, 'PUT /boards/:id/exercise', 'replaceExercise', 'Configure the exercise of a board', {
    config: { configuresBoard: true },
    description:
      'Replaces the exercise of the board. With another `startsAt`, or if the old exercise has ended, a new exercise begins: all claims are deleted, the score is reset, and the fault plan restarts with a new seed. An exercise that has ended cannot continue, because its faults are known, and its title, end, feedback, hints, challenges, drill and defects stay.',
    body: ExerciseInput,
    responses: {
      200: [Exercise, 'The exercise.'],
      403: NO_EXERCISE,
      409: 'The exercise has ended, or the board belongs to a class.',
    },
    handler: async ({ params: { id }, body }) => {
      const { defects } = app
      const exercise = await app.store.configureExercise(id, (before) =>
        readExercise(body, { before, now: app.now(), defects, chooseSeed }),
      )
      return showExercise(exercise, app.now(), true)
    },
  })

  route(app, 'GET /boards/:id/exercise', 'getBoardExercise', 'Get the exercise of a board', {
    description: 'Returns the exercise of the board.',
    responses: {
      200: [Exercise, 'The exercise.'],
      403: NO_EXERCISE,
      404: 'The board does not exist, or it has no exercise.',
    },
    handler: async ({ params }) => showExercise((await app.store.readState(params.id)).exercise, app.now(), true),
  })

  route(app, 'DELETE /boards/:id/exercise', 'deleteExercise', 'Delete the exercise of a board', {
    config: { configuresBoard: true },
    description:
      'Deletes the exercise, its claims and its score. The faults and defects of the board stay. Learners can still make claims: without an exercise, they get immediate feedback.',
    responses: { 204: 'The board has no exercise.', 403: NO_EXERCISE },
    handler: async ({ params: { id } }) => {
      await app.store.configureExercise(id, () => ({ exercise: null, restarts: true }))
    },
  })
}

/**
 * Shows an exercise. The seed of its drill says which requests have which faults.
 *
 * @throws ExerciseNotFound if there is none
 */
export function showExercise(exercise: StoredExercise | null, now: string, isOwner: boolean): Exercise {
  if (exercise === null) throw new ExerciseNotFound()
  const { finalDefects: _, drill, ...settings } = exercise
  const seed = isOwner || !hidesFaults(exercise, now) ? drill?.seed : null
  return {
    ...settings,
    ...(drill && { drill: { profile: drill.profile, seed: seed ?? null } }),
    state: stateOf(exercise, now),
  }
}
