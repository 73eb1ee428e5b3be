/** The expected response of a request: the same request runs once more without faults and defects. @module */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createCounter } from '../../http/counter.js'
import { announcedLength, earlyBytes, hasContent, readEarly } from '../../http/json-body.js'
import { isSafe } from '../../http/request-target.js'
import { type ExpectedResponse, injectDryRun } from './dry-run.js'
import { createOverlaps, loseExpectedResponse, type Overlaps } from './overlaps.js'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Finds out what the correct service would send for a request to a private board now, and stores it in
     * `request.expectedResponse`. Only the first call for a request does so. It never rejects.
     */
    expectResponse(request: FastifyRequest): Promise<void>
    overlaps: Overlaps
  }
  interface FastifyRequest {
    /** What the correct service would have sent; `null` if it is not known. */
    expectedResponse: ExpectedResponse | null
    /** Whether this is the dry run of a request. */
    readonly isDryRun: boolean
    /** Whether other requests may have changed the board between the dry run of this one and its response. */
    isOverlapped?: true
    dryRun?: Promise<ExpectedResponse | null>
  }
}

export interface ExpectedOptions {
  /** Whether expected responses are recorded. */
  evidence: boolean
  /** The maximum duration of a dry run in milliseconds. The request then continues without it. */
  dryRunMax?: number | undefined
  /** The application of another edition on the same store. */
  main?: FastifyInstance | undefined
}

/** The default of `dryRunMax`. */
const DURATION_MAX = 5_000

/**
 * The maximum number of dry runs per second and board for faults that replace the operation. A dry run costs more than
 * the request. Under load, only the requests beyond this number have no expected response.
 */
const REPLACED_MAX = 50

/** The statuses of errors that a repeated request need not have: a rate limit, and a store that does not respond. */
const PASSING = [429, 503]

/**
 * Finds the expected responses of requests: the same request runs once more, inside the service, without faults and
 * defects. Its response is what the correct service would have sent. This dry run is needed only if a fault or a defect
 * replaces an operation or its input, not if a fault changes a finished response.
 *
 * 1. `expectResponse` starts a dry run. On boards with defects, the plugin of the defects calls it for all writes, before
 *    the defects change anything. For others, it calls it after the handler, if a defect has changed the response. The plugin
 *    of the faults calls it after a fault that replaces an operation.
 * 2. A dry run is injected into the application (dry-run.ts), with the method, target, headers, address and body of its
 *    request. So it takes the whole path of a request, except that the plugins which test `isDryRun` ignore it: faults,
 *    defects, rate limits, and the memory limit of responses.
 * 3. Its store rolls back all writes (`Store.dryRun`), and it has the time of its request (`request.now`).
 * 4. Its response is taken, but never sent. So it has no end, and what runs after a response does
 *    not see it: metrics, the log of requests and that of the service.
 *
 * The expected response is unknown if another request may have changed the board in the meantime, if there are too many
 * dry runs, and if the dry run fails. None of this affects the request.
 */
export const expectedResponses = fp<ExpectedOptions>(async (app, options) => {
  const { evidence, dryRunMax = DURATION_MAX, main } = options
  // The writes of another edition change the same boards.
  const overlaps = main?.overlaps ?? createOverlaps()
  const countDryRun = createCounter(1000)
  app.decorate('overlaps', overlaps)
  app.decorateRequest('expectedResponse', null)
  app.decorateRequest('isDryRun', {
    getter(this: FastifyRequest) {
      return this.raw.dryRun !== undefined
    },
  })

  app.decorate('expectResponse', async (request) => {
    if (!evidence || request.board.state === null) return
    if (request.faults?.isReplaced && countDryRun(request.board.id).count > REPLACED_MAX) return
    request.dryRun ??= dryRun(request).catch(() => null)
    const expected = await request.dryRun
    request.expectedResponse = request.isOverlapped ? null : expected
  })

  app.boardHooks.preParsing.push((request, reply, payload) => {
    const { raw, board, headers } = request
    if (isSafe(request.method) || !hasContent(raw)) return payload
    if (raw.dryRun === undefined) {
      // The dry run needs the body before the handler reads it.
      const isNeeded = evidence && board.state?.defects != null
      return isNeeded ? readEarly(request, reply).then(() => payload) : payload
    }
    const { original, end } = raw.dryRun
    const bytes = original.sentBody ?? earlyBytes(original.raw)
    if (bytes !== undefined) raw.push(bytes)
    // Whether it is empty is not known.
    else if (announcedLength(headers) === 0) {
      end(null)
      // The dry run ends here.
      return new Promise(() => {})
    }
    return payload
  })

  app.boardHooks.preValidation.push((request, reply) => {
    const mayOverlap = evidence && request.board.state?.defects != null && !request.isDryRun
    if (mayOverlap && !isSafe(request.method)) overlaps.enterWrite(request, reply.raw)
  })

  app.boardHooks.onSend.push((request, reply, payload) => {
    if (request.board.state?.defects == null) return payload
    if (PASSING.includes(reply.statusCode) && !request.faults?.isReplaced) loseExpectedResponse(request)
    return payload
  })

  async function dryRun(request: FastifyRequest): Promise<ExpectedResponse | null> {
    const { revision } = request.board.state ?? {}
    const expected = await run(request)
    // The store may not respond. The correct service has no other errors of its own.
    if (expected === null || expected.status >= 500) return null
    // If a fault replaced the operation, it ran only in the dry run.
    if (request.faults?.isReplaced || !isSafe(request.method)) return expected
    const state = await app.store.readState(request.board.id)
    return state.revision === revision ? expected : null
  }

  function run(original: FastifyRequest): Promise<ExpectedResponse | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), dryRunMax)
      const end = (response: ExpectedResponse | null) => {
        clearTimeout(timer)
        resolve(response)
      }
      injectDryRun(app, { original, end })
    })
  }
})
