import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExpiryOptions } from '../../api/boards/expiry.js'
import { dependsOnLog } from '../../api/recorder/recorder.js'
import { documentOperations } from '../../contract/document-operations.js'
import { PathNotFound } from '../../contract/errors.js'
import { componentsOf } from '../../contract/schemas/components.js'
import * as error from '../../contract/schemas/error.js'
import { OPTIONAL_SECURITY, tokenRequired } from '../../contract/schemas/owner-token.js'
import { tooMany } from '../../contract/schemas/responses.js'
import { refuseLate } from '../../http/sending.js'
import { achievementRoutes } from './achievement-routes.js'
import { claimRoutes, TRAINING_TAG } from './claim-routes.js'
import { drillRoutes } from './drill-routes.js'
import { eventRoutes } from './event-routes.js'
import { exchangeRoutes } from './exchange-routes.js'
import { learnerRoutes } from './learner-routes.js'
import * as certificate from './schemas/certificate.js'
import * as challenges from './schemas/challenges.js'
import * as claim from './schemas/claim.js'
import * as drill from './schemas/drill.js'
import * as exchange from './schemas/exchange.js'
import * as exercise from './schemas/exercise.js'
import * as grade from './schemas/grade.js'
import * as hints from './schemas/hints.js'
import * as score from './schemas/score.js'

const COMPONENTS = componentsOf(certificate, challenges, claim, drill, exchange, exercise, grade, hints, score, error)

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
  requireOwner(request: FastifyRequest, reply: FastifyReply, board: string): Promise<void>
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
      if (dependsOnLog(request)) await app.flushLogs([request.board.id])
    })
    await scope.register(claimRoutes)
    await scope.register(learnerRoutes, options)
    await scope.register(exchangeRoutes)
    await scope.register(achievementRoutes, options)
    await scope.register(drillRoutes, options)
    await scope.register(eventRoutes, options)
    refuseLate(scope)
  })
}
