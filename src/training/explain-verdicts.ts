import type { FastifyInstance } from 'fastify'
import { evidenceOf } from '../evidence/evidence.js'
import { explain } from '../evidence/explain.js'
import type { Explanations, NewClaim } from '../store/training-methods.js'

/** A claim of a defect is about no response. */
const NO_EVIDENCE = evidenceOf(null, [])

/**
 * Explains the possible verdicts on a claim. The store judges the claim later, in its own transaction.
 *
 * @returns `undefined` if the journal no longer has the response
 */
export async function explainVerdicts(
  { store, defects }: FastifyInstance,
  board: string,
  { requestId, fault, defect }: NewClaim,
): Promise<Explanations | undefined> {
  const claimed = defects.find(({ name }) => name === defect)
  if (claimed !== undefined) {
    const { name, title, rule } = claimed
    const explainDefect = (isPresent: boolean) => explain(NO_EVIDENCE, { defect: name, title, rule, isPresent })
    return { right: explainDefect(true), wrong: explainDefect(false) }
  }
  if (requestId === undefined || fault === undefined) return undefined
  const found = await store.findRequest(board, requestId)
  if (found === undefined) return undefined
  const { request, exchange } = found
  const explanation = explain(evidenceOf(exchange ?? null, request.changed), { fault })
  return { request: request.number, right: explanation, wrong: explanation }
}
