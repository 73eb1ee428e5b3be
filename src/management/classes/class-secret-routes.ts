import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { jsonResponse } from '../../contract/schemas/responses.js'
import { createCode, JOIN_CODE_GROUPS } from '../../secrets/codes.js'
import { createToken } from '../../secrets/secrets.js'
import type { BoardRoutesOptions } from '../boards/board-routes.js'
import { trainersOnly } from '../trainer-only.js'
import { ClassParams, JoinCode, TrainerSecret } from './schemas.js'

/** The routes that replace the secrets of a class. */
export const classSecretRoutes: FastifyPluginAsyncTypebox<BoardRoutesOptions> = async (app, { authority }) => {
  trainersOnly(app, authority)

  app.post(
    '/classes/:id/secret',
    {
      schema: {
        operationId: 'replaceTrainerSecret',
        summary: 'Replace the trainer secret',
        description: 'Returns a new trainer secret. The old one is no longer valid.',
        params: ClassParams,
        response: { 200: jsonResponse(TrainerSecret, 'The new trainer secret.') },
      },
    },
    async ({ params: { id } }) => {
      const { token, hash } = createToken()
      await app.store.configureClass(id, { secretHash: hash })
      return { trainerSecret: token }
    },
  )

  app.post(
    '/classes/:id/code',
    {
      schema: {
        operationId: 'replaceJoinCode',
        summary: 'Replace the joining code',
        description: 'Returns a new joining code. The old one is no longer valid. Learners keep their boards.',
        params: ClassParams,
        response: { 200: jsonResponse(JoinCode, 'The new joining code.') },
      },
    },
    async ({ params: { id } }) => {
      const joinCode = createCode(JOIN_CODE_GROUPS)
      await app.store.configureClass(id, { joinCode })
      return { joinCode }
    },
  )
}
