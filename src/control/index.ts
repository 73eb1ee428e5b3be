import type { FastifyInstance } from 'fastify'
import { type CrossOriginOptions, refuseCrossOrigin } from '../http/cross-origin.js'
import { openapi } from '../openapi/plugin.js'
import { componentsOf } from '../schemas/components.js'
import * as error from '../schemas/error.js'
import { boardBatchRoutes } from './board-batch-routes.js'
import { type BoardRoutesOptions, boardRoutes } from './board-routes.js'
import { classBoardRoutes } from './class-board-routes.js'
import { classEventRoutes } from './class-event-routes.js'
import { classRoutes } from './class-routes.js'
import { classSettingsRoutes } from './class-settings-routes.js'
import { defectRoutes } from './defect-routes.js'
import { CONTROL_EXAMPLES } from './examples.js'
import { type ExerciseRoutesOptions, exerciseRoutes } from './exercise-routes.js'
import { type FaultRoutesOptions, faultRoutes } from './fault-routes.js'
import { joinRoutes } from './join-routes.js'
import { journalRoutes } from './journal-routes.js'
import * as board from './schemas/board.js'
import * as classSchemas from './schemas/class.js'
import * as defect from './schemas/defect.js'
import * as exercise from './schemas/exercise.js'
import * as faultSettings from './schemas/fault-settings.js'
import * as journal from './schemas/journal.js'
import * as service from './schemas/service.js'
import * as snapshot from './schemas/snapshot.js'
import { type ServiceRoutesOptions, serviceRoutes } from './service-routes.js'
import { type SnapshotRoutesOptions, snapshotRoutes } from './snapshot-routes.js'

const COMPONENTS = componentsOf(board, classSchemas, defect, exercise, faultSettings, journal, service, snapshot, error)

export type ControlOptions = BoardRoutesOptions &
  FaultRoutesOptions &
  ExerciseRoutesOptions &
  ServiceRoutesOptions &
  SnapshotRoutesOptions &
  CrossOriginOptions & {
    /** Whether only clients on this machine can reach the service. */
    isLocal: boolean
  }

/** Registers the management API of private boards, and its document. */
export async function control(app: FastifyInstance, options: ControlOptions): Promise<void> {
  for (const schema of COMPONENTS) app.addSchema(schema)
  await app.register(openapi, {
    name: 'boards',
    path: '/control/openapi',
    title: 'Task Board Service boards',
    description:
      'Start with `POST /boards`: it creates a private board. The response contains its `baseUrl`, which is the base URL of a complete service with all variants, and its `ownerToken`, the bearer token of all other operations on the board.',
    sections: [
      {
        name: 'Web pages',
        description: 'Web pages from other origins cannot use these operations unless the server allows their origin.',
      },
    ],
    bearer: { type: 'http', scheme: 'bearer' },
    prefix: '',
    optionalBodies: ['createBoard', 'resetBoard', 'resetClass'],
    examples: CONTROL_EXAMPLES,
    publicUrl: options.publicUrl,
    hasQuotas: !options.isLocal,
  })
  await app.register(serviceRoutes, options)
  // Web pages from all origins may read the document and the index, but not use the other operations.
  await app.register(async (scope) => {
    await scope.register(refuseCrossOrigin, options)
    await scope.register(boardRoutes, options)
    await scope.register(boardBatchRoutes, options)
    await scope.register(faultRoutes, options)
    await scope.register(defectRoutes, options)
    await scope.register(exerciseRoutes, options)
    await scope.register(classRoutes, options)
    await scope.register(classSettingsRoutes, options)
    await scope.register(classBoardRoutes, options)
    await scope.register(joinRoutes, options)
    await scope.register(classEventRoutes, options)
    await scope.register(journalRoutes, options)
    await scope.register(snapshotRoutes, options)
  })
}
