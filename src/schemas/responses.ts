import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { type ErrorBody as Body, ErrorBody } from './error.js'

/** A header of a response, as it is published. */
export interface ResponseHeader {
  type: 'string' | 'integer'
  description: string
  enum?: string[]
  pattern?: string
}

/** An answer with a body: a component by reference, with what the published document says of it. */
export function jsonResponse<S extends TSchema>(
  schema: S,
  description: string,
  headers?: Record<string, ResponseHeader>,
): TUnsafe<Static<S>> {
  const body = schema.$id === undefined ? schema : { $ref: `${schema.$id}#` }
  return Type.Unsafe<Static<S>>({ ...body, description, ...(headers && { headers }) })
}

/** An answer without a body. */
export function emptyResponse(description: string) {
  return Type.Null({ description })
}

const REASONS = {
  400: 'The request is not valid; where fields are at fault, `errors` names them all.',
  413: 'The body is larger than the service reads.',
  415: 'The media type of the body is not supported here.',
  500: 'Something unexpected happened.',
  503: 'The store does not answer; try again later.',
} as const

type ErrorResponse = TUnsafe<Body>

const retryAfter = {
  'Retry-After': { type: 'integer', description: 'The seconds after which it is worth another try.' },
} as const

/** The errors that every operation can answer. */
export const commonErrors = {
  ...errors({ 400: REASONS[400], 500: REASONS[500] }),
  ...errors({ 503: REASONS[503] }, retryAfter),
}

/** The errors that every operation with a method that may carry a body can answer. */
export const bodyErrors = { ...commonErrors, ...errors({ 413: REASONS[413], 415: REASONS[415] }) }

/** What is answered where more is asked than a quota allows. */
export const tooMany = errors(
  { 429: 'Too many requests are sent to this board, or from this address.' },
  {
    ...retryAfter,
    'RateLimit-Limit': { type: 'integer', description: 'How many are answered in the time.' },
    'RateLimit-Remaining': { type: 'integer', description: 'How many are left.' },
    'RateLimit-Reset': { type: 'integer', description: 'The seconds until there are more.' },
  },
)

/** Answers with the Error body, by status; headers are those of all of them. */
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

/** What each part of an operation's path may fail to name. */
export const notFound = {
  task: errors({ 404: 'There is no task with this id.' }),
  comment: errors({ 404: 'There is no task with this id, or it has no comment with that id.' }),
  attachment: errors({ 404: 'There is no task with this id, or it has no attachment with that id.' }),
}
