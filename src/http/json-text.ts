import type { FastifyReply } from 'fastify'
import type { Json } from '../contract/json.js'
import { JSON_TYPE } from './headers.js'

/**
 * Sends JSON text as it is: Fastify serialises no strings. Other values are serialised by the schema of the response.
 *
 * @returns the text, with the type of the value, so that handlers can return it as a response of their schema
 */
export function jsonText<T>(reply: FastifyReply, json: Json<T> | T): T {
  reply.header('content-type', JSON_TYPE)
  return json as T
}
