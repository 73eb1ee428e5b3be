import type { FastifyReply } from 'fastify'
import { exposeHeaders } from '../http/headers.js'
import type { RequestFaults } from './request-faults.js'

/**
 * Lists the effective faults in the header `Fault-Injected`, a list of tokens with parameters (RFC 9651, section 3.1).
 */
export function disclose({ effective, ordinal }: RequestFaults, reply: FastifyReply): void {
  if (effective.size === 0) return
  const parameter = ordinal === null ? '' : `;ordinal=${ordinal}`
  reply.header('fault-injected', [...effective].map((name) => `${name}${parameter}`).join(', '))
  exposeHeaders(reply, 'Fault-Injected')
}
