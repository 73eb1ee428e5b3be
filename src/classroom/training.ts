import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExpiryOptions } from '../api/boards/expiry.js'
import { dependsOnLog } from '../api/recorder/recorder.js'
import { documentOperations } from '../contract/document-operations.js'
import { PathNotFound } from '../contract/errors.js'
import { componentsOf } from '../contract/schemas/components.js'
import * as error from '../contract/schemas/error.js'
import { OPTIONAL_SECURITY, tokenRequired } from '../contract/schemas/owner-token.js'
import { tooMany } from '../contract/schemas/responses.js'
import { refuseLate } from '../http/sending.js'
import { achievementRoutes } from './challenges/learner-routes.js'
import * as challenges from './challenges/schemas.js'
import { claimRoutes, TRAINING_TAG } from './claims/learner-routes.js'
import * as claim from './claims/schemas.js'
import { drillRoutes } from './drills/learner-routes.js'
import * as drill from './drills/schemas.js'
import { eventRoutes } from './events/learner-routes.js'
import * as hints from './exchanges/hint-schemas.js'
import { exchangeRoutes } from './exchanges/learner-routes.js'
import * as exchange from './exchanges/schemas.js'
import { learnerRoutes } from './exercises/learner-routes.js'
import * as exercise from './exercises/learner-schemas.js'
import * as certificate from './scores/certificate-schemas.js'
import * as grade from './scores/grade-schemas.js'
import * as score from './scores/schemas.js'

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
