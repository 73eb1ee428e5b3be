/** The application: the order of its plugins, its settings, and a client of other services. @module */

import cors from '@fastify/cors'
import Fastify, { type FastifyInstance } from 'fastify'
import { findBoard, openBoards, rewriteUrl } from '../api/boards/find-board.js'
import { sweep } from '../api/boards/sweep.js'
import { SEED_END } from '../api/buggy/draw.js'
import { ordinals } from '../api/buggy/ordinals.js'
import { defects } from '../api/defects/plugin.js'
import { createRequestLogger } from '../api/expected/dry-run.js'
import { expectedResponses } from '../api/expected/plugin.js'
import { addressRate, boardRate } from '../api/rate-limits.js'
import { recorder } from '../api/recorder/recorder.js'
import { BASE_PATHS, registerVariants } from '../api/variants.js'
import { createAuthority } from '../classroom/access.js'
import { boardDrills } from '../classroom/drills/plugin.js'
import { streams } from '../classroom/events/streams.js'
import { management } from '../classroom/management.js'
import { training } from '../classroom/training.js'
import { DEFAULT_BOARD } from '../contract/board-id.js'
import { toTimestamp } from '../contract/time.js'
import { connections } from '../http/connections.js'
import { errorHandler } from '../http/error-handler.js'
import { gracefulClose } from '../http/graceful-close.js'
import { commonHeaders } from '../http/headers.js'
import { runBoardHooks } from '../http/hooks.js'
import { jsonBody } from '../http/json-body.js'
import { listeners } from '../http/listeners.js'
import { health } from '../http/monitoring/health.js'
import { metrics } from '../http/monitoring/metrics.js'
import { chooseHosts, collectMethods, refuseUnknown } from '../http/refusals.js'
import { compression, waitingResponses } from '../http/sending.js'
import { CORS, HEADERS_BYTES_MAX, serverOptions } from '../http/server-options.js'
import { demoTasks } from '../rooms/demo-board.js'
import { challengesOf } from '../rules/challenges/catalogue.js'
import { documentationPage } from '../site/documentation-page.js'
import { pages } from '../site/pages.js'
import { rootFiles } from '../site/root-files.js'
import { serveDocuments } from '../site/serve-document.js'
import { serveWorkflows } from '../site/serve-workflows.js'
import { type AppOptions, withDefaults } from './app-options.js'

export type { AppOptions } from './app-options.js'

/**
 * Builds the application, without listening. The plugins are registered in the order in which they handle a request.
 *
 * @throws StoreUnavailable if the store does not respond
 */
export async function buildApp(given: AppOptions): Promise<FastifyInstance> {
  const options = withDefaults(given)
  const { edition, store, clock, isLocal, corsOrigin, logger, trustProxy } = options
  const logging = logger !== false && { childLoggerFactory: createRequestLogger }
  const app = Fastify({ ...serverOptions(clock), ...logging, logger, trustProxy, rewriteUrl })
  const hasQuotas = !isLocal
  const allowed = chooseHosts(options)
  const authority = createAuthority(store, options)
  const chooseSeed = () => options.randomInteger(SEED_END)
  const registerRefusals = collectMethods(app, HEADERS_BYTES_MAX)

  decorate(app, options)
  await app.register(connections, options)
  await app.register(openBoards, options)
  await app.register(gracefulClose, options)
  await app.register(listeners)
  await app.register(commonHeaders)
  await app.register(cors, { ...CORS, origin: corsOrigin })
  await app.register(addressRate, options)
  await app.register(findBoard, { ...options, allowed })
  await app.register(boardRate, options)
  await app.register(runBoardHooks)
  await app.register(expectedResponses, {
    evidence: options.evidence && options.exchangesMax > 0,
    dryRunMax: options.dryRunMax,
    main: options.main,
  })
  await app.register(defects, { edition: edition.name })
  await app.register(boardDrills, options)
  await app.register(recorder, {
    ...options,
    isDefaultRecorded: options.adminToken !== undefined,
    challenges: challengesOf(edition.name),
    drillOf: app.drills.drillOf,
  })
  if (options.main === undefined) await app.register(sweep, options)
  await app.register(errorHandler)
  await app.register(refuseUnknown, { basePaths: BASE_PATHS })
  await app.register(jsonBody)
  await app.register(waitingResponses, options)
  await app.register(compression)
  await app.register(ordinals, options)
  await registerVariants(app, options)
  await app.register(streams, { ...options.streams, main: options.main })
  await app.register(pages)
  await app.register(management, {
    ...options,
    edition: edition.name,
    hasWorkflows: edition.hasWorkflows,
    authority,
    chooseSeed,
    faults: options,
    allowed,
  })
  await app.register(training, { ...options, ...authority })
  await app.register(metrics, {
    ...options,
    authorize: hasQuotas ? authority.requireAdmin : () => {},
    isReadable: !hasQuotas || options.adminToken !== undefined,
  })
  await app.register(serveDocuments, { ...options, edition: edition.name, hasQuotas })
  await app.register(documentationPage, { titleSuffix: edition.titleSuffix, bundle: app.documentationBundle })
  if (edition.hasWorkflows) await app.register(serveWorkflows, options)
  await app.register(rootFiles)
  await app.register(health, { edition: edition.name })
  registerRefusals()

  const plan = await store.startFaultPlan(DEFAULT_BOARD, options.faultSeed, chooseSeed())
  app.log.info({ seed: plan.seed, ordinal: plan.ordinal }, 'fault plan')
  if (options.demoData) await store.fillEmptyBoard(DEFAULT_BOARD, demoTasks(clock()), app.now())
  return app
}

function decorate(app: FastifyInstance, { store, clock }: ReturnType<typeof withDefaults>): void {
  app.decorate('store', store)
  app.addHook('onClose', () => store.close())
  app.decorate('now', () => toTimestamp(clock()))
  app.decorateRequest('now', function () {
    this.time ??= this.raw.dryRun?.original.now() ?? app.now()
    return this.time
  })
}
