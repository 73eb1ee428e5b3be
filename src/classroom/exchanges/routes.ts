/** Recorded requests with their responses, hints for them, and the exported log. @module */

import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { HintsOff, RequestNotFound, ValidationFailed } from '../../contract/errors.js'
import { DRILL_REQUESTS_MAX } from '../../contract/limits.js'
import { ref } from '../../contract/schemas/builders.js'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { toTimestamp } from '../../contract/time.js'
import { route } from '../../http/route.js'
import { isWithin, requireRunning } from '../../rooms/training/exercise-settings.js'
import { hintSettingOf } from '../../rules/claims/credit.js'
import { describeDifference } from '../../rules/expected-vs-actual/describe.js'
import { differencesIn, evidenceOf } from '../../rules/expected-vs-actual/evidence.js'
import type { Exchange as RecordedExchange } from '../../rules/expected-vs-actual/exchange.js'
import type { LoggedEntry } from '../../rules/log/entry.js'
import { SAVED_LOG_VERSION, type SavedLogHeader } from '../../rules/saved-log.js'
import { VERSION } from '../../version.js'
import { challengesIn } from '../challenges/routes.js'
import type { ManagementOptions } from '../options.js'
import { viewOf } from '../view.js'
import * as schema from './schemas.js'
import { mayShowEvidence, showHints, showRequests } from './show.js'

/** The routes that return the requests with their responses, and with which learners take hints for them. */
export const learnerExchangeRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /requests', 'listLearnerRequests', 'List the requests', {
    config: { showsMoreToOwner: true, waitsForLog: true },
    description:
      'Returns the last 1,000 requests to the variants of the board with the claims about them, newest first. After the exercise ends, the response also contains the faults of each request. The owner sees them at any time.',
    query: schema.LearnerRequestQuery,
    responses: { 200: [schema.LearnerRequestPage, 'A page of requests.'] },
    handler: async ({ board: { id: board, state }, isOwner, query }) => {
      const paging = readPaging(query)
      const { requests, total } = await app.store.listRequests(board, { ...paging, status: query.status })
      const shown = showRequests(requests, viewOf(state?.exercise ?? null, app.now(), isOwner))
      return toPage(shown, total, paging)
    },
  })

  route(app, 'GET /requests/:requestId', 'getExchange', 'Get a request and its response', {
    config: { showsMoreToOwner: true, waitsForLog: true },
    description:
      'Returns the latest request with this `X-Request-Id` as it was sent, and its response as it was received. Without an exercise, `evidence` is present after a right claim about the response. During an exercise with immediate feedback, it is present after right claims about all its faults, unless the board has defects. After the end of the exercise, it is always present. The owner sees it at any time. `hints` has the hints that were taken, and says whether there are more.',
    responses: { 200: [schema.Exchange, 'The request and its response.'], 404: 'The request is not in the log.' },
    handler: async ({ board: { id: board, state }, isOwner, params }) => {
      const found = await app.store.findRequest(board, params.requestId)
      if (found === undefined) throw new RequestNotFound(params.requestId)
      const { request, exchange } = found
      const now = app.now()
      const exercise = state?.exercise ?? null
      const view = viewOf(exercise, now, isOwner)
      const [shown] = showRequests([request], view)
      const { claims = [] } = shown ?? {}
      const hasDefects = Object.keys(state?.defects ?? {}).length > 0
      const isShown = mayShowEvidence(view, claims, { changed: request.changed, hasDefects })
      const setting = hintSettingOf(exercise)
      // Claims explain the response, so there are no more hints after them (decision 132).
      const mayTakeHints = isWithin(exercise, now) && setting !== 'off' && claims.length === 0
      const hints = showHints(evidenceOf(exchange ?? null, request.changed), {
        setting,
        taken: request.hintsTaken,
        isOpen: request.isClaimable === true && !isShown && mayTakeHints,
        isExplained: claims.some(({ verdict, explanation }) => verdict === 'wrong' && explanation !== null),
        hasDefects,
      })
      return {
        ...(shown as NonNullable<typeof shown>),
        ...showExchange(exchange, isShown ? request.changed : undefined),
        // Hints say as much as verdicts.
        ...(view !== 'nothing' && (hints.left > 0 || hints.taken.length > 0 || hints.credit < 1) && { hints }),
      }
    },
  })

  route(app, 'POST /requests/:requestId/hints', 'takeHint', 'Take the next hint', {
    description:
      'Takes the next of three hints for a response from buggy: whether a fault changed it, which part to look at, and which fault it is. If the exercise counts hints, a find in this response counts 1 without hints, and 0.5, 0.25 or 0 after one, two or three hints. It also counts 0 after a wrong claim about the response that was explained. Without an exercise, hints are free. After a claim about the response, there are no more hints, because the explanation of the verdict says what was there.',
    responses: {
      200: [schema.Hints, 'The hints that were taken for the response, with the new one.'],
      404: 'The response is unknown, too old or outside the exercise, or it cannot be claimed.',
      409: 'All hints were taken, the response was claimed, the exercise has no hints, or it is not running.',
      423: 'The class of the board is frozen.',
    },
    handler: async ({ board: { id: board, state }, params: { requestId } }) => {
      const exercise = state?.exercise ?? null
      requireRunning(exercise, app.now())
      if (hintSettingOf(exercise) === 'off') throw new HintsOff()
      const { request: number, changed, setting, taken } = await app.store.takeHint(board, requestId, app.now())
      const found = await app.store.findRequest(board, requestId)
      // A later request, which cannot be claimed, can have the same id.
      const exchange = found?.request.number === number ? found.exchange : undefined
      const evidence = evidenceOf(exchange ?? null, changed)
      // A response that was claimed has no more hints.
      const hasDefects = Object.keys(state?.defects ?? {}).length > 0
      return showHints(evidence, { setting, taken, isOpen: true, isExplained: false, hasDefects })
    },
  })
}

/**
 * Returns the fields of an exchange.
 *
 * @param exchange the exchange, if it is still recorded
 * @param changed the names of the faults that changed the response, if the client may see the evidence
 */
function showExchange(exchange: RecordedExchange | undefined, changed: readonly string[] | undefined) {
  const differences = exchange && changed ? differencesIn(exchange) : []
  return {
    ...(exchange && {
      request: exchange.request,
      response: exchange.response,
      firstByte: exchange.firstByte / 1000,
      disconnected: exchange.disconnected,
    }),
    ...(changed && {
      evidence: {
        changed,
        ...(exchange?.expected && { expected: exchange.expected }),
        difference: differences.map((one) => ({ ...one, sentence: describeDifference(one) })),
      },
    }),
  }
}

/** The route that returns the log of a board to its owner. */
export const ownerExchangeRoutes: FastifyPluginAsync<ManagementOptions> = async (app, { edition }) => {
  route(app, 'GET /boards/:id/requests', 'listRequests', 'List the requests to a board', {
    config: { waitsForLog: true },
    description:
      'Returns the last 1,000 requests to the variants of the board and their faults, newest first. The list contains no bodies and no credentials. `GET /requests/{requestId}` on the board returns a request with its response.\n\n`format=log` returns the whole log instead, for `task-board-service judge`: a line of JSON with the settings, one for each request, the oldest first, and one for each claim. Other parameters then have no effect.',
    query: schema.RequestQuery,
    responses: {
      200: {
        description: 'A page of the log, or the whole log.',
        content: {
          'application/json': { schema: ref(schema.JournalPage) },
          [NDJSON_TYPE]: { schema: { type: 'string', example: schema.LOG_EXAMPLE } },
        },
      },
    },
    handler: async ({ params, query }, reply) => {
      if (query.format !== undefined) {
        const lines = Readable.from(exportLog(app, params.id, edition), { objectMode: false })
        return reply.type(NDJSON_TYPE).send(lines)
      }
      const paging = readPaging(query)
      const { faulted, status, since } = query
      const moment = since === undefined ? undefined : Date.parse(since)
      // The schema accepts leap seconds (RFC 3339), but `Date` does not.
      if (Number.isNaN(moment)) throw new ValidationFailed({ since: 'Since must not be in a leap second' })
      const { requests, total } = await app.store.listRequests(params.id, {
        ...paging,
        faulted: faulted === undefined ? undefined : faulted === 'true',
        status,
        since: moment === undefined ? undefined : toTimestamp(moment),
      })
      return toPage(requests, total, paging, (request) => ({ ...request, duration: request.duration / 1000 }))
    },
  })
}

const NDJSON_TYPE = 'application/x-ndjson'

/** The number of claims in a piece. */
const CLAIMS_AT_ONCE = 100

/**
 * Renders the log of a board as lines of JSON: the header, the requests, and the claims of the exercise
 * (`rules/saved-log.ts`). Other work runs between the pieces, but all pieces show the log at the same moment.
 */
async function* exportLog(app: FastifyInstance, board: string, edition: string): AsyncGenerator<string> {
  await app.drills.end(board)
  const drill = await app.drills.readBasis(board, await app.store.readState(board))
  // The log then has all requests that the drill has counted, and those that have ended since.
  await app.flushLogs([board])
  const { header, exercise, unlisted, groups, claims } = await app.store.readLog(board)
  if (drill?.isFinished === false && drill.requests < DRILL_REQUESTS_MAX) {
    const ofRun = `"run":"${drill.run}"`
    drill.requests = groups.reduce((sum, { json }) => sum + json.split(ofRun).length - 1, 0)
  }
  yield toLine({
    log: SAVED_LOG_VERSION,
    version: VERSION,
    edition,
    board,
    time: app.now(),
    ...header,
    challenges: challengesIn(app.challenges, exercise).map(({ name }) => name),
    drill,
  } satisfies SavedLogHeader)
  yield unlisted.map(({ json }) => `${json}\n`).join('')
  for (const { id, json } of groups) {
    await setImmediate()
    const requests: LoggedEntry[] = JSON.parse(json)
    yield requests.map((request, index) => toLine({ number: Number(id) + index, ...request })).join('')
  }
  for (let start = 0; start < claims.length; start += CLAIMS_AT_ONCE) {
    await setImmediate()
    const some = claims.slice(start, start + CLAIMS_AT_ONCE)
    yield some.map(({ json }) => `{"claim":${json}}\n`).join('')
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}
