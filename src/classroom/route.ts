import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import { BOARD_ID_PATTERN } from '../contract/board-id.js'
import { ref } from '../contract/schemas/builders.js'
import { emptyResponse, errors, jsonResponse, type ResponseHeader } from '../contract/schemas/responses.js'
import { string, text } from '../contract/schemas/values.js'

/** The schemas of path parameters. The parameter `id` depends on the start of the path. */
const PARAMETERS: Readonly<Record<string, TSchema>> = {
  '/boards/:id': string('The id of the board; `default` for the default board.'),
  '/classes/:id': string('The id of the class.'),
  ':board': string('The id of the board.'),
  ':name': string('The name of the defect.'),
  ':requestId': text({ minLength: 1, maxLength: 128, description: 'The `X-Request-Id` of the response.' }),
}

type ParametersIn<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? ParametersIn<Start> & ParametersIn<Rest>
  : Path extends `:${infer Name}`
    ? Record<Name, string>
    : unknown

/** A response: a text describes an error or an empty body, and a list a JSON body. */
type Response<S extends TSchema> =
  | string
  | readonly [schema: S, description: string, headers?: Record<string, ResponseHeader>]
  | { description?: string; type?: 'null'; content?: object; headers?: object }

type Request<
  Route extends string,
  Body extends TSchema,
  Query extends TSchema,
  Headers extends TSchema,
> = FastifyRequest<{
  Params: ParametersIn<Route>
  Body: Static<Body>
  Querystring: Static<Query>
  Headers: Static<Headers>
}>

interface Operation<Received extends FastifyRequest, Body, Query, Headers, Result extends TSchema>
  extends Required<Pick<FastifySchema, 'description'>>,
    Pick<FastifySchema, 'security'>,
    Pick<RouteOptions, 'bodyLimit' | 'config' | 'errorHandler' | 'preParsing' | 'preValidation' | 'validatorCompiler'> {
  body?: Body
  query?: Query
  headers?: Headers
  /** The responses by status. The handler returns the value of the first one. */
  responses: Readonly<Record<number, Response<Result>>>
  onRequest?(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  preHandler?(request: Received, reply: FastifyReply): Promise<unknown>
  handler(request: Received, reply: FastifyReply): FastifyReply | Promise<FastifyReply | Static<Result>>
}

/**
 * Adds a documented operation: a route whose parameters, responses and status are derived.
 *
 * @param methodAndPath the method and the path
 * @param operationId its id in the OpenAPI document
 */
export function route<
  Route extends string,
  Body extends TSchema,
  Query extends TSchema,
  Headers extends TSchema,
  Result extends TSchema,
>(
  app: FastifyInstance,
  methodAndPath: Route,
  operationId: string,
  summary: string,
  given: Operation<Request<Route, Body, Query, Headers>, Body, Query, Headers, Result>,
): void {
  const { description, security, body, query, headers, responses, handler, ...options } = given
  const [method = '', url = ''] = methodAndPath.split(' ')
  const status = Number(Object.keys(responses)[0])
  const names = url.match(/:\w+/g) ?? []
  const parameters = names.map((name) => [
    name.slice(1),
    PARAMETERS[name] ?? PARAMETERS[`${url.split(name)[0]}${name}`],
  ])
  const described = Object.entries(responses).map(([code, each]) => [code, describe(Number(code), each)])
  app.route({
    method,
    url,
    schema: {
      operationId,
      summary,
      description,
      ...(security && { security }),
      ...(names.length > 0 && { params: Type.Object(Object.fromEntries(parameters)) }),
      ...(body && { body: ref(body) }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      response: Object.fromEntries(described),
    },
    ...(options as object),
    handler: (request, reply) => handler(request as never, reply.code(status)),
  })
}

/** Returns the header with the path of what an operation has created: `/boards/<id>`. */
export function locationOf(parent: string, description: string): Record<string, ResponseHeader> {
  return { Location: { type: 'string', pattern: `^[/]${parent}/${BOARD_ID_PATTERN}$`, description } }
}

function describe(status: number, response: Response<TSchema>): unknown {
  if (status < 300 && typeof response === 'string') return emptyResponse(response)
  if (typeof response === 'string') return errors({ [status]: response })[status]
  return Array.isArray(response) ? jsonResponse(...(response as [TSchema, string])) : response
}
