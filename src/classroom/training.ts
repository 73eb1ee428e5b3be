import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExpiryOptions } from '../api/boards/expiry.js'
import { waitsForLog } from '../api/recorder/recorder.js'
import { PathNotFound } from '../contract/errors.js'
import { componentsOf } from '../contract/schemas/components.js'
import * as error from '../contract/schemas/error.js'
import { OPTIONAL_SECURITY, tokenRequired } from '../contract/schemas/owner-token.js'
import { tooMany } from '../contract/schemas/responses.js'
import { documentOperations } from '../http/document-operations.js'
import { refuseLate } from '../http/sending.js'
import { learnerChallengeRoutes } from './challenges/routes.js'
import * as challenge from './challenges/schemas.js'
import { learnerClaimRoutes } from './claims/routes.js'
import * as claim from './claims/schemas.js'
import { learnerDrillRoutes } from './drills/routes.js'
import * as drill from './drills/schemas.js'
import { learnerEventRoutes } from './events/routes.js'
import { learnerExchangeRoutes } from './exchanges/routes.js'
import * as exchange from './exchanges/schemas.js'
import { learnerExerciseRoutes } from './exercises/routes.js'
import * as exercise from './exercises/schemas.js'
import { learnerScoreRoutes } from './scores/routes.js'
import * as score from './scores/schemas.js'

export const TRAINING_TAG = 'Training'

/** The components that only the operations of owners need. */
const OF_OWNERS = /^(CatalogueChallenge|ChallengeCatalogue|ExerciseInput|JournalPage|Optional.*|RecordedRequest)$/

const COMPONENTS = componentsOf(challenge, claim, drill, exchange, exercise, score, error).filter(
  ({ $id = '' }) => !OF_OWNERS.test($id),
)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the operation shows more to the owner of the board. */
    showsMoreToOwner?: true
  }
  interface FastifyRequest {
    /** Whether the client has sent the owner token of the board. Owners see everything at any time. */
    isOwner: boolean
  }
}

export interface TrainingOptions extends ExpiryOptions {
  publicUrl: string | undefined
  /** @throws ControlTokenRequired unless the bearer token of the request is valid for the board */
  requireOwner(request: FastifyRequest, reply: FastifyReply, board: string): Promise<unknown>
}

/** Registers the learner operations of private boards, and their document. */
export async function training(app: FastifyInstance, options: TrainingOptions): Promise<void> {
  app.decorateRequest('isOwner', false)
  for (const schema of COMPONENTS) app.addSchema(schema)
  await app.register(async (scope) => {
    documentOperations(scope, { tags: [TRAINING_TAG], security: [], response: tooMany })
    scope.addHook('onRoute', (route) => {
      if (!route.config?.showsMoreToOwner) return
      const response = { ...(route.schema?.response as object), ...tokenRequired }
      route.schema = { ...route.schema, security: OPTIONAL_SECURITY, response }
    })
    scope.addHook('onRequest', async (request, reply) => {
      const { board, headers, routeOptions } = request
      if (board.state === null) throw new PathNotFound()
      // Learners send no token.
      if (!routeOptions.config.showsMoreToOwner || headers.authorization === undefined) return
      await options.requireOwner(request, reply, board.id)
      request.isOwner = true
    })
    scope.addHook('preHandler', async (request) => {
      if (waitsForLog(request)) await app.flushLogs([request.board.id])
    })
    await scope.register(learnerClaimRoutes)
    await scope.register(learnerExerciseRoutes)
    await scope.register(learnerExchangeRoutes)
    await scope.register(learnerChallengeRoutes, options)
    await scope.register(learnerScoreRoutes)
    await scope.register(learnerDrillRoutes)
    await scope.register(learnerEventRoutes, options)
    refuseLate(scope)
  })
}
