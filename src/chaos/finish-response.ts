import type { FastifyReply, FastifyRequest } from 'fastify'
import { exposeHeaders } from '../http/headers.js'
import type { RequestFaults } from './request-faults.js'

/**
 * Applies the faults of a request to its response, and records the faults that changed it.
 *
 * @param payload the serialised body
 * @returns the body to send
 */
export async function finishResponse(
  request: FastifyRequest,
  faults: RequestFaults,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isJson = isJsonSuccess(reply, payload)
  // The response to HEAD has the headers of a GET, but no client sees what changed in its body (decision 121).
  const effective = request.method === 'HEAD' ? new Set<string>() : faults.effective
  for (const { fault } of faults.drawn) {
    if (isJson && (await fault.isEffective?.(request, payload))) effective.add(fault.name)
  }
  const canChange = isJson && faults.drawn.some(({ fault }) => fault.after !== undefined)
  const original = { status: reply.statusCode, text: payload as string }
  const finished = canChange ? changeResponse(faults.drawn, effective, reply, payload) : payload
  // Without `before`, the handler would have made another response.
  const isKnown = !faults.drawn.some(({ fault }) => fault.before !== undefined && effective.has(fault.name))
  if (canChange && isKnown) faults.original = original
  if (faults.rules.disclose && !request.hidesFaults) disclose(faults, reply)
  return finished
}

/** Whether a response is successful and has a JSON body. Faults change no other responses (decision 38). */
function isJsonSuccess(reply: FastifyReply, payload: unknown): payload is string {
  const contentType = String(reply.getHeader('content-type') ?? '')
  return reply.statusCode < 300 && typeof payload === 'string' && contentType.startsWith('application/json')
}

function changeResponse(
  drawn: RequestFaults['drawn'],
  effective: Set<string>,
  reply: FastifyReply,
  payload: string,
): string {
  const response = { status: reply.statusCode, body: JSON.parse(payload) as unknown }
  const changing = drawn.filter(({ fault, draw }) => fault.after?.(response, draw))
  if (changing.length === 0) return payload
  for (const { fault } of changing) effective.add(fault.name)
  reply.code(response.status)
  const changed = JSON.stringify(response.body)
  if (reply.hasHeader('content-length')) reply.header('content-length', Buffer.byteLength(changed))
  return changed
}

/**
 * Lists the effective faults in the header `Fault-Injected`, a list of tokens with parameters (RFC 9651, section 3.1).
 */
function disclose({ effective, ordinal }: RequestFaults, reply: FastifyReply): void {
  if (effective.size === 0) return
  const parameter = ordinal === null ? '' : `;ordinal=${ordinal}`
  reply.header('fault-injected', [...effective].map((name) => `${name}${parameter}`).join(', '))
  exposeHeaders(reply, 'Fault-Injected')
}
