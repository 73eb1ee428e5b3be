import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ValidationFailed } from '../contract/errors.js'
import { ref } from '../contract/schemas/builders.js'
import { errors, jsonResponse } from '../contract/schemas/responses.js'
import { requireRunning } from '../store/exercise.js'
import { TOO_MANY_FOUND } from './messages.js'
import { Grade, GradeInput } from './schemas/grade.js'

/** The route that stores the grade of a learner's test suite. */
export const gradeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.put('/grade', {
    schema: {
      operationId: 'submitGrade',
      summary: 'Submit the grade of a test suite',
      description:
        "Stores the number of defects that the learner's test suite has found. It replaces the previous grade. `task-board-service grade --submit <base URL>` sends this request. The trainer sees the grade next to the score.",
      body: ref(GradeInput),
      response: {
        200: jsonResponse(Grade, 'The grade.'),
        ...errors({ 409: 'The exercise is not running.', 423: 'The class of the board is frozen.' }),
      },
    },
    handler: async ({ board, body }) => {
      // The exercise can change while the body arrives.
      const { exercise } = await app.store.readState(board)
      requireRunning(exercise, app.now())
      if (body.found > body.defects) throw new ValidationFailed({ found: TOO_MANY_FOUND })
      const grade = { time: app.now(), ...body }
      await app.store.setGrade(board, grade)
      return grade
    },
  })
}
