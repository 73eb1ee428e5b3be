// It adds the options of documents to the schemas of routes.
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { bodyErrors, commonErrors } from '../contract/schemas/responses.js'

/**
 * Documents what the operations of a scope have in common: the errors that each of them can return, and `shared`. An
 * operation can have tags, a security requirement and responses of its own instead.
 */
export function documentOperations(
  app: Pick<FastifyInstance, 'addHook'>,
  { response, ...shared }: Pick<FastifySchema, 'tags' | 'security' | 'response'> = {},
): void {
  app.addHook('onRoute', ({ method, schema }) => {
    if (schema === undefined || schema.hide === true) return
    const isRead = method === 'GET' || method === 'HEAD'
    const errors = { ...(isRead ? commonErrors : bodyErrors), ...(response as object) }
    Object.assign(schema, { ...shared, ...schema, response: { ...errors, ...(schema.response as object) } })
  })
}
