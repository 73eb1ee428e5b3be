import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { jsonResponse } from '../../contract/schemas/responses.js'
import { normalizeCode } from '../../secrets/codes.js'
import { certificateKey, certificateOf } from '../../training/certificate.js'
import { challengesIn } from '../../training/show-challenges.js'
import { trainersOnly } from '../access.js'
import type { ManagementOptions } from '../options.js'
import { boardsOf } from './class-content.js'
import { readClass } from './read-class.js'
import { CertificateList, CertificateQuery, ClassParams } from './schemas.js'

/** The route with which trainers verify certificates. */
export const certificateRoutes: FastifyPluginAsyncTypebox<ManagementOptions> = async (app, { authority }) => {
  trainersOnly(app, authority)

  app.get('/classes/:id/certificates', {
    schema: {
      operationId: 'listCertificates',
      summary: 'List or verify the certificates of a class',
      description:
        'Returns the certificates of all learners. With `number`, returns the one with this number: if the list is empty, the number is not that of a certificate of this class. Certificates exist while the class has the exercise, the learners and the results that they are about.',
      params: ClassParams,
      querystring: CertificateQuery,
      response: { 200: jsonResponse(CertificateList, 'The certificates.') },
    },
    handler: async ({ params: { id }, query: { number } }) => {
      await app.flushJournals(await boardsOf(app, id))
      const { found, boards } = await readClass(app, id)
      const { name: className, exercise, defects: defectNames } = found
      const total = challengesIn(app.challenges, exercise).length
      const key = await certificateKey(app.store)
      const certificates = boards.flatMap(({ id: board, name, counts, challengesSolved: solved }) => {
        const achievement = { board, name, className, exercise, counts, defectNames, challenges: { total, solved } }
        return certificateOf(achievement, key, app.now()) ?? []
      })
      const wanted = number === undefined ? undefined : normalizeCode(number)
      return { certificates: certificates.filter((each) => wanted === undefined || each.number === wanted) }
    },
  })
}
