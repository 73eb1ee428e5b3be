/** The claims of learners about responses and boards. @module */

import type { Static } from '@sinclair/typebox'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Defect } from '../../api/defects/defect.js'
import { ValidationFailed } from '../../contract/errors.js'
import { CLAIMS_MAX } from '../../contract/limits.js'
import { readPaging, toPage } from '../../contract/schemas/paging.js'
import { route } from '../../http/route.js'
import { requireRunning } from '../../rooms/training/exercise-settings.js'
import type { Explanations, NewClaim, Claim as StoredClaim } from '../../rooms/training/values.js'
import { NO_FAULT } from '../../rules/claims/judge.js'
import { evidenceOf } from '../../rules/expected-vs-actual/evidence.js'
import { explain, explainDefect } from '../../rules/expected-vs-actual/explain.js'
import { type View, viewOf } from '../view.js'
import { Claim, ClaimInput, ClaimPage, ClaimQuery } from './schemas.js'

export const FAULT_REQUIRED = 'Is required unless the claim names a defect'

/** The routes with which learners make and list claims. */
export const learnerClaimRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'POST /claims', 'createClaim', 'Claim a fault or a defect', {
    config: { showsMoreToOwner: true, waitsForLog: true },
    description:
      'Claims that a response from buggy had a fault, that it was correct (`none`), or that the board has a defect. The responses from buggy can be claimed while the log of the board has them, which is enough for more than 10,000 requests. If several responses have the same request id, the latest one counts. A response cannot be claimed if its request chose its faults with `Prefer`.',
    body: ClaimInput,
    responses: {
      201: [Claim, 'The claim. `verdict` is `null` if the exercise shows verdicts only after it ends.'],
      404: 'The response is unknown, too old or outside the exercise, or it cannot be claimed.',
      409: 'This claim already exists, or the exercise is not running.',
      423: 'The class of the board is frozen.',
      507: 'The board has too many claims.',
    },
    handler: async (request) => {
      const { id: board, state } = request.board
      const exercise = state?.exercise ?? null
      const claim = readClaim(request.body, app.defects)
      requireRunning(exercise, app.now())
      const explained = {
        ...claim,
        explanations: await prepareExplanations(app, board, claim),
        challenge: app.challenges.find((challenge) => challenge.claim !== undefined && challenge.claim === claim.fault)
          ?.name,
      }
      request.claim = await app.store.addClaim(board, explained, CLAIMS_MAX, app.now())
      return showClaim(request.claim, viewOf(exercise, app.now(), request.isOwner))
    },
  })

  route(app, 'GET /claims', 'listClaims', 'List the claims', {
    config: { showsMoreToOwner: true },
    description: 'Returns the claims since the start of the exercise, newest first.',
    query: ClaimQuery,
    responses: { 200: [ClaimPage, 'A page of claims.'] },
    handler: ({ board: { id, state }, isOwner, query }) =>
      readClaims(app, id, query, viewOf(state?.exercise ?? null, app.now(), isOwner)),
  })
}

/**
 * Returns the claim in a request body.
 *
 * @throws ValidationFailed unless it names either a response with its fault, or a defect that exists
 */
function readClaim({ requestId, fault, defect, comment = null }: ClaimInput, defects: readonly Defect[]): NewClaim {
  const problem = defect == null ? FAULT_REQUIRED : 'Must be omitted if the claim names a defect'
  const wrong = Object.entries({ requestId, fault }).filter(([, value]) => (value == null) === (defect == null))
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong.map(([name]) => [name, problem])))
  if (requestId != null && fault != null) return { requestId, fault, comment }
  if (!defects.some(({ name }) => name === defect)) {
    throw new ValidationFailed({ defect: `There is no defect '${defect}'. GET /defects lists all defects` })
  }
  return { defect: defect as string, comment }
}

/**
 * Writes the explanations of the possible verdicts before the write, because the exchange must be read from the database,
 * and operations are synchronous. `addClaim` ignores them if it then finds another response.
 *
 * @returns `undefined` if the log no longer has the response
 */
async function prepareExplanations(
  { store, defects }: FastifyInstance,
  board: string,
  { requestId, fault, defect }: NewClaim,
): Promise<Explanations | undefined> {
  const claimed = defects.find(({ name }) => name === defect)
  if (claimed !== undefined) {
    return { right: explainDefect(claimed, true), wrong: explainDefect(claimed, false) }
  }
  if (requestId === undefined || fault === undefined) return undefined
  const found = await store.findRequest(board, requestId)
  if (found === undefined) return undefined
  const { request, exchange } = found
  const explanation = explain(evidenceOf(exchange ?? null, request.changed), fault)
  return { request: request.number, right: explanation, wrong: explanation }
}

/** The route that returns the claims on a board to its owner. */
export const ownerClaimRoutes: FastifyPluginAsync = async (app) => {
  route(app, 'GET /boards/:id/claims', 'listBoardClaims', 'List the claims on a board', {
    description: 'Returns the claims since the start of the exercise with their verdicts, newest first.',
    query: ClaimQuery,
    responses: { 200: [ClaimPage, 'A page of claims.'], 403: 'The default board has no claims.' },
    handler: ({ params, query }) => readClaims(app, params.id, query, 'everything'),
  })
}

/** Reads a page of the claims on a board, limited to what the client may see. */
async function readClaims({ store }: FastifyInstance, board: string, query: Static<typeof ClaimQuery>, view: View) {
  const paging = readPaging(query)
  const { claims, total } = await store.listClaims(board, paging)
  return toPage(claims, total, paging, (claim) => showClaim(claim, view))
}

export function showClaim({ request: _, isRight, credit, explanation, ...claim }: StoredClaim, view: View): Claim {
  const verdict = isRight ? 'right' : 'wrong'
  const isShown = view !== 'nothing'
  const isFind = isShown && isRight && claim.fault !== NO_FAULT
  return {
    ...claim,
    verdict: isShown ? verdict : null,
    credit: isFind ? credit : null,
    explanation: isShown ? explanation : null,
  }
}
