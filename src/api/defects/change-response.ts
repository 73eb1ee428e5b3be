import { isDeepStrictEqual } from 'node:util'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { reasonPhrase } from '../../contract/errors.js'
import { isObject } from '../../contract/parse.js'
import { errorBody } from '../../http/error-handler.js'
import { JSON_TYPE } from '../../http/headers.js'
import { requestPath } from '../../http/request-target.js'
import type { Defect, DefectiveResponse } from './defect.js'

/** Replaces a response with that for an error of the catalogue. */
export function respondWithError(response: DefectiveResponse, request: FastifyRequest, error: FastifyError): void {
  response.status = error.statusCode ?? 500
  response.body = errorBody(error, requestPath(request), request.now())
}

/** Replaces a response with a 204. */
export function respondWithNothing(response: DefectiveResponse): void {
  response.status = 204
  response.body = undefined
}

/** Changes the status of a response. An error body has the same status. */
export function changeStatus(response: DefectiveResponse, status: number): void {
  const { body } = response
  if (response.status >= 400 && isObject(body)) response.body = { ...body, status, error: reasonPhrase(status) }
  response.status = status
}

/**
 * Returns the hook of a defect that sends another status instead of one.
 *
 * @param body the JSON body to send. By default, the body stays, but a 204 has none.
 * @param message what the message of the response matches. By default, all responses with the status change.
 */
export function instead(
  of: number,
  status: number,
  { body, message }: { body?: unknown; message?: RegExp } = {},
): NonNullable<Defect['beforeSend']> {
  return (response) => {
    if (response.status !== of) return
    if (message !== undefined && !(isObject(response.body) && message.test(String(response.body.message)))) return
    changeStatus(response, status)
    if (status === 204 || body !== undefined) response.body = structuredClone(body)
  }
}

/** Reads a response before it is sent. */
export function readResponse(reply: FastifyReply, payload: unknown): DefectiveResponse {
  const headers = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
  const isJson = headers['content-type']?.startsWith('application/json')
  const hasJson = isJson && typeof payload === 'string' && payload !== ''
  return { status: reply.statusCode, body: hasJson ? JSON.parse(payload) : undefined, headers }
}

/**
 * Writes a changed response.
 *
 * @param payload the body before the change
 * @returns the body to send
 */
export function writeResponse(reply: FastifyReply, payload: unknown, { status, body, headers }: DefectiveResponse) {
  const before = readResponse(reply, payload)
  reply.code(status)
  const hadJson = typeof payload === 'string' && payload !== ''
  let sent = payload
  if (body !== undefined) {
    // A body that is not changed keeps its format. Otherwise, the size of a document would tell that the board has a defect.
    if (!isDeepStrictEqual(body, before.body)) sent = JSON.stringify(body)
    if (!reply.hasHeader('content-type')) reply.header('content-type', JSON_TYPE)
  } else if (hadJson && status === 204) {
    sent = null
    reply.removeHeader('content-type')
  }
  for (const name of Object.keys({ ...before.headers, ...headers })) {
    const value = headers[name]
    if (value === undefined) reply.removeHeader(name)
    else if (value !== before.headers[name]) reply.header(name, value)
  }
  if (sent !== payload) reply.removeHeader('content-length')
  return sent
}
