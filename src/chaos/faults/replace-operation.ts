import type { FastifyRequest } from 'fastify'

/** Records that a fault has replaced the operation of a request. */
export function replaceOperation({ faults }: FastifyRequest): void {
  if (faults !== null) faults.isReplaced = true
}
