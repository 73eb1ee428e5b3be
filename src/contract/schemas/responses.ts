import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { type ErrorBody as Body, ErrorBody } from './error.js'

/** A documented response header. */
export interface ResponseHeader {
  type: 'string' | 'integer'
  description: string
  enum?: string[]
  pattern?: string
}

/** Returns the schema of a response with a JSON body. A component is published by reference. */
export function jsonResponse<S extends TSchema>(
  schema: S,
  description: string,
  headers?: Record<string, ResponseHeader>,
): TUnsafe<Static<S>> {
  const body = schema.$id === undefined ? schema : { $ref: `${schema.$id}#` }
  return Type.Unsafe<Static<S>>({ ...body, description, ...(headers && { headers }) })
}

const REASONS = {
  400: 'The request is not valid. If fields are invalid, `errors` has a message for each of them.',
  413: 'The request body is too large.',
  415: 'The media type of the request body is not supported.',
  500: 'An unexpected error occurred.',
  503: 'The store is not available. Without `Retry-After`, the request may have been stored: read before you repeat it.',
} as const

type ErrorResponse = TUnsafe<Body>

const retryAfter = {
  'Retry-After': { type: 'integer', description: 'The number of seconds to wait before a retry.' },
} as const

/** The error responses that every operation can return. */
export const commonErrors = {
  ...errors({ 400: REASONS[400], 500: REASONS[500] }),
  ...errors({ 503: REASONS[503] }, retryAfter),
}

/** The error responses of operations whose method can have a request body. */
export const bodyErrors = { ...commonErrors, ...errors({ 413: REASONS[413], 415: REASONS[415] }) }

/** The headers of a response when a rate limit is exceeded. */
export const rateLimitHeaders = {
  ...retryAfter,
  'RateLimit-Limit': { type: 'integer', description: 'The maximum number of requests in the period.' },
  'RateLimit-Remaining': { type: 'integer', description: 'The number of requests left in the period.' },
  'RateLimit-Reset': { type: 'integer', description: 'The number of seconds until the period ends.' },
} as const

/** The response when a rate limit is exceeded. */
export const tooMany = errors({ 429: 'Too many requests to this board, or from this address.' }, rateLimitHeaders)

/**
 * Returns the schemas of error responses.
 *
 * @param descriptions the description of each error, by status
 * @param headers the headers that all of them have
 */
export function errors<const S extends number>(
  descriptions: Record<S, string>,
  headers?: Record<string, ResponseHeader>,
): Record<S, ErrorResponse> {
  const entries = Object.entries<string>(descriptions).map(([status, text]) => [
    status,
    jsonResponse(ErrorBody, text, headers),
  ])
  return Object.fromEntries(entries) as Record<S, ErrorResponse>
}

/** The 404 responses of the operations on tasks, comments and attachments. */
export const notFound = {
  task: errors({ 404: 'The task does not exist.' }),
  comment: errors({ 404: 'The task does not exist, or it has no comment with this id.' }),
  attachment: errors({ 404: 'The task does not exist, or it has no attachment with this id.' }),
}
