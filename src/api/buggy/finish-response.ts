import type { FastifyReply, FastifyRequest } from 'fastify'
import { cancelledFaults } from '../../rules/expected-vs-actual/fault-work.js'
import type { ExpectedResponse } from '../expected/dry-run.js'
import { hangUp } from './end-connection.js'
import type { DrawnFault } from './plan.js'
import type { RequestFaults } from './request-faults.js'

/**
 * Applies the faults of a request to its response, and records the faults that changed it. They act in this order: the
 * response without faults → an earlier response → faults of the content → faults of how it is sent → the sent response.
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
  const { drawn } = faults
  const isJson = isJsonSuccess(reply, payload)
  // Without `before`, the handler would have made another response.
  const inOperation: string[] = []
  for (const { fault } of isJson ? drawn : []) if (await fault.isEffective?.(request)) inOperation.push(fault.name)
  const losing = faults.isReplaced ? undefined : drawn.find(({ fault }) => fault.losesResponse)
  if (losing !== undefined) {
    // No client sees what other faults would have changed in the response.
    faults.effective.add(losing.fault.name)
    if (inOperation.length > 0) faults.operationDiffers = true
    else faults.withoutFaults = responseOf(reply, payload)
    hangUp(reply, 'close')
    return ''
  }
  if (faults.isReplaced) faults.operationDiffers = true
  return isJson ? finishSuccess(request, faults, reply, payload, inOperation) : payload
}

/** Returns a response as it is now. */
function responseOf(reply: FastifyReply, payload: unknown): ExpectedResponse {
  const { statusCode: status } = reply
  const headers = { ...reply.getHeaders() } as Record<string, string>
  // Fastify removes it when it sends the response.
  if (status === 204) delete headers['content-type']
  const sent = status === 204 ? '' : (payload as string | Buffer)
  const body = typeof sent === 'string' ? sent : null
  return { status, headers, body, bytes: Buffer.byteLength(sent) }
}

/** Whether a response is successful and has a JSON body. Faults change no other responses (decision 38). */
function isJsonSuccess(reply: FastifyReply, payload: unknown): payload is string {
  const { statusCode } = reply
  // The payload of an empty response is `null` until it is sent.
  if (statusCode >= 300 || statusCode === 204) return false
  return typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('application/json')
}

/** @param inOperation the faults that changed what the operation did */
function finishSuccess(
  request: FastifyRequest,
  faults: RequestFaults,
  reply: FastifyReply,
  payload: string,
  inOperation: readonly string[],
): string {
  const { drawn } = faults
  const isHead = request.method === 'HEAD'
  // The response to HEAD has the headers of a GET, but no client sees what changed in its body (decision 121).
  const effective = isHead ? new Set<string>() : faults.effective
  const sending = sendingFaults(isHead ? drawn.filter(({ fault }) => fault.changesHeaders) : drawn)
  const isHidden = sending.some(({ fault }) => fault.hidesContent)
  for (const name of inOperation) effective.add(name)
  const differs = inOperation.length > 0
  const withoutFaults = responseOf(reply, payload)
  const current = earlierOr(payload, request, faults, isHidden)
  const changed = isHidden ? payload : changeContent(drawn, effective, reply, current)
  if (isHidden) faults.hidden = payload
  const sent = sendWith(sending, faults, reply, changed)
  if (reply.hasHeader('content-length')) reply.header('content-length', Buffer.byteLength(sent))
  const canChange = sending.length > 0 || current !== payload || drawn.some(({ fault }) => fault.after !== undefined)
  if (differs && !isHead) faults.operationDiffers = true
  if (canChange && !differs) faults.withoutFaults = withoutFaults
  faults.beforeContentFaults = current === payload ? withoutFaults : { ...withoutFaults, body: current }
  return sent
}

/** Remembers a response, and returns an earlier one if a fault sends it. */
function earlierOr(payload: string, request: FastifyRequest, faults: RequestFaults, isHidden: boolean): string {
  const earlier = faults.history?.add(request, payload)
  const stale = faults.drawn.find(({ fault }) => fault.needsHistory)
  if (stale === undefined || earlier === undefined || isHidden) return payload
  faults.effective.add(stale.fault.name)
  return earlier
}

/** Returns the faults that change how a response is sent. Of those that hide the content, only the last one acts. */
function sendingFaults(drawn: RequestFaults['drawn']): DrawnFault[] {
  const sending = drawn.filter(({ fault }) => fault.send !== undefined)
  const last = sending.findLast(({ fault }) => fault.hidesContent)
  return sending.filter((one) => !one.fault.hidesContent || one === last)
}

function sendWith(sending: DrawnFault[], { effective }: RequestFaults, reply: FastifyReply, payload: string): string {
  return sending.reduce((text, { fault, draw }) => {
    const sent = fault.send?.(reply, text, draw)
    if (sent !== undefined) effective.add(fault.name)
    return sent ?? text
  }, payload)
}

/** Runs the faults that change the content of a response. */
function changeContent(
  drawn: RequestFaults['drawn'],
  effective: Set<string>,
  reply: FastifyReply,
  payload: string,
): string {
  if (!drawn.some(({ fault }) => fault.after !== undefined)) return payload
  const response = { status: reply.statusCode, body: JSON.parse(payload) as unknown }
  const adding = drawn.filter(({ fault }) => fault.addsContent)
  const others = drawn.filter(({ fault }) => !fault.addsContent)
  const changing = [...adding, ...others].filter(({ fault, draw }) => fault.after?.(response, draw))
  if (changing.length === 0) return payload
  for (const { fault } of changing) effective.add(fault.name)
  reply.code(response.status)
  return JSON.stringify(response.body)
}

/**
 * Forgets the faults that a defect of the board cancels, because nobody can see them (decision 98). If the expected
 * response is not known, all count.
 *
 * @param payload the body to send
 */
export function forgetCancelled(faults: RequestFaults, reply: FastifyReply, payload: unknown): void {
  const { expectedResponse: expected, board } = reply.request
  const { withoutFaults, beforeContentFaults, effective } = faults
  if (effective.size === 0 || board.state?.defects == null) return
  if (expected === null || beforeContentFaults === undefined || faults.isUnanswered) return
  const steps = { before: withoutFaults, read: beforeContentFaults, sent: responseOf(reply, payload) }
  for (const fault of cancelledFaults(effective, steps, expected)) effective.delete(fault)
}
