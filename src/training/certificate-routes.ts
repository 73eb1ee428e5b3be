import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { CertificateNotFound } from '../contract/errors.js'
import { errors, jsonResponse } from '../contract/schemas/responses.js'
import { certificateKey, certificateOf } from './certificate.js'
import { Certificate } from './schemas/certificate.js'
import { challengesIn } from './show-challenges.js'

/** The route that returns the certificate of a learner. */
export const certificateRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/certificate', {
    schema: {
      operationId: 'getCertificate',
      summary: 'Get the certificate',
      description:
        'Returns what the learner has achieved in the exercise of the class, with a number. The trainer finds the certificate with its number, and so knows that it is genuine. There is a certificate after the exercise has ended, on a board that has the name of a learner.',
      response: { 200: jsonResponse(Certificate, 'The certificate.'), ...errors({ 404: 'There is no certificate.' }) },
    },
    handler: async ({ board }) => {
      await app.flushJournal(board)
      const { classId, name, exercise, defects } = await app.store.readState(board)
      if (classId === null) throw new CertificateNotFound()
      const names = new Set(challengesIn(app.challenges, exercise).map((challenge) => challenge.name))
      const solved = (await app.store.listSolved(board)).filter(({ challenge }) => names.has(challenge))
      const certificate = certificateOf(
        {
          board,
          name,
          className: (await app.store.getClass(classId)).name,
          exercise,
          counts: await app.store.countClaims(board),
          defectNames: Object.keys(defects ?? {}),
          challenges: { total: names.size, solved: solved.length },
        },
        await certificateKey(app.store),
        app.now(),
      )
      if (certificate === undefined) throw new CertificateNotFound()
      return certificate
    },
  })
}
