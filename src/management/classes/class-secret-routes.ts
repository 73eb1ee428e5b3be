import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SECURITY } from '../../contract/schemas/owner-token.js'
import { bodyErrors, jsonResponse } from '../../contract/schemas/responses.js'
import { createCode, JOIN_CODE_GROUPS } from '../../secrets/codes.js'
import { createToken } from '../../secrets/secrets.js'
import type { BoardRoutesOptions } from '../boards/board-routes.js'
import { CLASS_TAG, trainerErrors, trainerOnly } from '../trainer-only.js'
import { ClassParams, JoinCode, TrainerSecret } from './schemas.js'

const tags = [CLASS_TAG]

/** The routes that replace the secrets of a class. */
export const classSecretRoutes: FastifyPluginAsyncTypebox<BoardRoutesOptions> = async (app, { authority }) => {
  const onRequest = trainerOnly(authority)

  app.post(
    '/classes/:id/secret',
    {
      onRequest,
      schema: {
        operationId: 'replaceTrainerSecret',
        tags,
        summary: 'Replace the trainer secret',
        description: 'Returns a new trainer secret. The old one is no longer valid.',
        security: SECURITY,
        params: ClassParams,
        response: { 200: jsonResponse(TrainerSecret, 'The new trainer secret.'), ...bodyErrors, ...trainerErrors },
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
      onRequest,
      schema: {
        operationId: 'replaceJoinCode',
        tags,
        summary: 'Replace the joining code',
        description: 'Returns a new joining code. The old one is no longer valid. Learners keep their boards.',
        security: SECURITY,
        params: ClassParams,
        response: { 200: jsonResponse(JoinCode, 'The new joining code.'), ...bodyErrors, ...trainerErrors },
      },
    },
    async ({ params: { id } }) => {
      const joinCode = createCode(JOIN_CODE_GROUPS)
      await app.store.configureClass(id, { joinCode })
      return { joinCode }
    },
  )
}
