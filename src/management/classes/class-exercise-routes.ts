import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ExerciseNotFound } from '../../contract/errors.js'
import { ref } from '../../contract/schemas/builders.js'
import { errors, jsonResponse } from '../../contract/schemas/responses.js'
import { showExercise } from '../../training/show.js'
import type { BoardRoutesOptions } from '../boards/board-routes.js'
import { Exercise, ExerciseInput } from '../exercises/schemas.js'
import { trainersOnly } from '../trainer-only.js'
import { replaceClassExercise } from './replace-class-exercise.js'
import { ClassParams } from './schemas.js'

/** The routes of the exercise that all boards of a class have. */
export const classExerciseRoutes: FastifyPluginAsyncTypebox<BoardRoutesOptions> = async (app, options) => {
  const { authority, chooseSeed } = options
  trainersOnly(app, authority)

  app.put(
    '/classes/:id/exercise',
    {
      schema: {
        operationId: 'replaceClassExercise',
        summary: 'Configure the exercise of a class',
        description:
          'Replaces the exercise of all boards of the class. The rules are those of `PUT /boards/{id}/exercise`. If a new exercise begins, all claims are deleted, and all fault plans restart with new seeds. If the request fails, repeat it.',
        params: ClassParams,
        body: ref(ExerciseInput),
        response: {
          200: jsonResponse(Exercise, 'The exercise.'),
          ...errors({ 409: 'The exercise has ended.' }),
        },
      },
    },
    async ({ params: { id }, body }) => replaceClassExercise(app, id, body, chooseSeed),
  )

  app.get(
    '/classes/:id/exercise',
    {
      schema: {
        operationId: 'getClassExercise',
        summary: 'Get the exercise of a class',
        description: 'Returns the exercise of all boards of the class.',
        params: ClassParams,
        response: {
          200: jsonResponse(Exercise, 'The exercise.'),
          ...errors({ 404: 'The class does not exist, or it has no exercise.' }),
        },
      },
    },
    async ({ params: { id } }) => {
      const { exercise } = await app.store.getClass(id)
      if (exercise === null) throw new ExerciseNotFound()
      return showExercise(exercise, app.now())
    },
  )
}
