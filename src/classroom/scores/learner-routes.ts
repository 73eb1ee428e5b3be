import type { FastifyPluginAsync } from 'fastify'
import { CertificateNotFound, ValidationFailed } from '../../contract/errors.js'
import { requireRunning } from '../../rooms/training/exercise-settings.js'
import { route } from '../route.js'
import { certificatesOf } from './certificate.js'
import { Certificate, Grade, GradeInput, Score } from './schemas.js'
import { readScore } from './show.js'

export const TOO_MANY_FOUND = 'Must not be greater than defects'

/** The routes of what a learner has achieved: the score, the certificate, and the grade of a test suite. */
export const learnerScoreRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /score', 'getScore', 'Get the score', {
    config: { showsMoreToOwner: true, waitsForLog: true },
    description:
      'Returns the number of faults since the start of the exercise, and the quality of the claims. Values that the exercise does not show yet are `null`.',
    responses: { 200: [Score, 'The score.'] },
    handler: ({ board: { id: board }, isOwner }) => readScore(app, board, app.now(), isOwner),
  })

  route(app, 'GET /certificate', 'getCertificate', 'Get the certificate', {
    config: { waitsForLog: true },
    description:
      'Returns what the learner has achieved in the exercise of the class, with a number. The trainer finds the certificate with its number, and so knows that it is genuine. There is a certificate after the exercise has ended, on a board that has the name of a learner.',
    responses: { 200: [Certificate, 'The certificate.'], 404: 'There is no certificate.' },
    handler: async ({ board: { id, state } }) => {
      const certificates = state?.classId == null ? undefined : await certificatesOf(app, state.classId)
      const certificate = certificates?.get(id)
      if (certificate === undefined) throw new CertificateNotFound()
      return certificate
    },
  })

  route(app, 'PUT /grade', 'submitGrade', 'Submit the grade of a test suite', {
    description:
      "Stores the number of defects that the learner's test suite has found. It replaces the previous grade. `task-board-service grade --submit <base URL>` sends this request. The trainer sees the grade next to the score.",
    body: GradeInput,
    responses: {
      200: [Grade, 'The grade.'],
      409: 'The exercise is not running.',
      423: 'The class of the board is frozen.',
    },
    handler: async ({ board: { id: board }, body: { variant, found, defects } }) => {
      // The exercise can change while the body arrives.
      const { exercise } = await app.store.readState(board)
      requireRunning(exercise, app.now())
      if (found > defects) throw new ValidationFailed({ found: TOO_MANY_FOUND })
      const grade = { time: app.now(), variant, found, defects }
      await app.store.setGrade(board, grade)
      return grade
    },
  })
}
