import type { FastifyReply } from 'fastify'
import { cancelledFaults } from '../evidence/fault-work.js'
import { responseOf } from './finish-response.js'
import type { RequestFaults } from './request-faults.js'

/**
 * Forgets the faults that a defect of the board cancels, because nobody can see them (decision 98). If the expected
 * response is not known, all count.
 *
 * @param payload the body to send
 */
export function forgetCancelled(faults: RequestFaults, reply: FastifyReply, payload: unknown): void {
  const { expectedResponse: expected, board } = reply.request
  const { original, read, effective } = faults
  if (effective.size === 0 || board.state?.defects == null) return
  if (expected === null || read === undefined || faults.isUnanswered) return
  const steps = { before: original, read, sent: responseOf(reply, payload) }
  for (const fault of cancelledFaults(effective, steps, expected)) effective.delete(fault)
}
