/** The operations of owners, trainers, administrators and learners, a folder for each subject. @module */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { waitsForLog } from '../api/recorder/recorder.js'
import { DEFAULT_BOARD } from '../contract/board-id.js'
import { DefaultBoardWithoutExercise } from '../contract/errors.js'
import { componentsOf } from '../contract/schemas/components.js'
import * as error from '../contract/schemas/error.js'
import { refuseCrossOrigin } from '../http/cross-origin.js'
import { documentOperations } from '../http/document-operations.js'
import { isSafe } from '../http/request-target.js'
import { refuseLate } from '../http/sending.js'
import { restrictAccess } from './access.js'
import { boardRoutes } from './boards/routes.js'
import * as board from './boards/schemas.js'
import * as challenge from './challenges/schemas.js'
import { ownerClaimRoutes } from './claims/routes.js'
import * as claim from './claims/schemas.js'
import { classBoardRoutes, learnerClassRoutes } from './classes/board-routes.js'
import { boardsOf } from './classes/content.js'
import { classRoutes } from './classes/routes.js'
import * as classSchemas from './classes/schemas.js'
import { defectRoutes } from './defects/routes.js'
import * as defect from './defects/schemas.js'
import { ownerDrillRoutes } from './drills/routes.js'
import * as drill from './drills/schemas.js'
import { ownerEventRoutes } from './events/routes.js'
import { ownerExchangeRoutes } from './exchanges/routes.js'
import * as exchange from './exchanges/schemas.js'
import { ownerExerciseRoutes } from './exercises/routes.js'
import * as exercise from './exercises/schemas.js'
import { faultRoutes } from './faults/routes.js'
import * as faultSettings from './faults/schemas.js'
import type { ManagementOptions } from './options.js'
import { projectorRoutes } from './projector/routes.js'
import * as projector from './projector/schemas.js'
import { ownerScoreRoutes } from './scores/routes.js'
import * as score from './scores/schemas.js'
import { serviceRoutes } from './service/routes.js'
import * as service from './service/schemas.js'
import { snapshotRoutes } from './snapshots/routes.js'
import * as snapshot from './snapshots/schemas.js'
import { TRAINING_TAG } from './training.js'

const COMPONENTS = componentsOf(
  board,
  classSchemas,
  [score.Certificate, score.ChallengeProgress],
  defect,
  [challenge.CatalogueChallenge, challenge.ChallengeCatalogue],
  [claim.Claim, claim.ClaimPage],
  [drill.Drill, drill.DrillGoal, drill.DrillSettings, drill.DrillVerdict, drill.OptionalDrillSettings],
  exercise,
  [score.FaultQuality, score.FoundDefect, score.Grade, score.MissedFault, score.Quality, score.Score],
  faultSettings,
  [exchange.JournalPage, exchange.RecordedRequest],
  projector,
  service,
  snapshot,
  error,
)

/** The operations that only web pages from the own origin and from allowed origins may use, by their tags. */
const ROUTES = {
  Boards: [boardRoutes],
  Faults: [faultRoutes],
  Defects: [defectRoutes],
  [TRAINING_TAG]: [ownerExerciseRoutes, ownerScoreRoutes, ownerDrillRoutes, ownerClaimRoutes],
  Classes: [classRoutes, classBoardRoutes, learnerClassRoutes, ownerEventRoutes, projectorRoutes],
  Journal: [ownerExchangeRoutes],
  Snapshots: [snapshotRoutes],
}

async function refuseDefaultBoard({ params }: FastifyRequest): Promise<void> {
  if ((params as { id: string }).id === DEFAULT_BOARD) throw new DefaultBoardWithoutExercise()
}

/** Registers the management API of private boards, and its document. */
export async function management(app: FastifyInstance, options: ManagementOptions): Promise<void> {
  for (const schema of COMPONENTS) app.addSchema(schema)
  await app.register(serviceRoutes, options)
  // Web pages from all origins may read the document and the index, but not use the other operations.
  await app.register(async (scope) => {
    await scope.register(refuseCrossOrigin, options)
    restrictAccess(scope, options.authority)
    scope.addHook('preHandler', async (request) => {
      const { id } = request.params as { id?: string }
      if (id === undefined) return
      if (waitsForLog(request)) {
        await app.flushLogs(request.routeOptions.url?.startsWith('/boards/') ? [id] : await boardsOf(app, id))
      }
      if (!isSafe(request.method)) app.overlaps.disturb(id)
    })
    scope.addHook('onSend', async ({ method, params }) => {
      const { id } = params as { id?: string }
      if (id !== undefined && !isSafe(method)) app.overlaps.disturb(id)
    })
    for (const [tag, routes] of Object.entries(ROUTES)) {
      await scope.register(async (operations) => {
        documentOperations(operations, { tags: [tag] })
        if (tag === TRAINING_TAG) operations.addHook('onRequest', refuseDefaultBoard)
        for (const plugin of routes) await operations.register(plugin, options)
      })
    }
    refuseLate(scope)
  })
}
