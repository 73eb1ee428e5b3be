import type { FastifyRequest } from 'fastify'
import { isPage, isValidationBody, tasksIn } from '../../contract/bodies.js'
import { type Fields, isObject } from '../../contract/parse.js'
import type { Defect, DefectiveResponse } from './defect.js'

/** Returns the objects in a response that a defect is about. */
type Select<Found> = (response: DefectiveResponse) => readonly Found[]

export const resultOf: Select<Fields> = ({ status, body }) => (status === 200 && isObject(body) ? [body] : [])
export const errorOf: Select<Fields> = ({ status, body }) => (status >= 400 && isObject(body) ? [body] : [])
export const messagesOf = ({ body }: DefectiveResponse) => (isValidationBody(body) ? [body] : [])
export const pageOf = ({ body }: DefectiveResponse) => (isPage(body) ? [body] : [])
export const tasksOf: Select<Fields> = ({ body }) => tasksIn(body)

/**
 * Returns the hook of a defect that changes fields of responses.
 *
 * @param change returns the fields of an object that change, with their new values; `false` if none do. A field that
 *   becomes `undefined` is removed.
 */
export function changeFields<Found extends object>(
  select: Select<Found>,
  change: (found: Found, request: FastifyRequest) => object | false,
): NonNullable<Defect['beforeSend']> {
  return (response, { request }) => {
    for (const found of select(response)) Object.assign(found, change(found, request))
  }
}

/**
 * Returns the hook of a defect that changes values of a request, before or after its validation.
 *
 * @param change returns the values that change; `false` if none do
 */
export function changeInput(
  change: (values: Fields) => object | false,
  part: 'body' | 'query' = 'body',
): NonNullable<Defect['beforeHandler']> {
  return ({ request: { [part]: values } }) => {
    if (isObject(values)) Object.assign(values, change(values))
  }
}
