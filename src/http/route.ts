import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify'
import { BOARD_ID_PATTERN } from '../contract/board-id.js'
import { ref } from '../contract/schemas/builders.js'
import { errors, jsonResponse, type ResponseHeader } from '../contract/schemas/responses.js'
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
  Params extends TSchema,
  Body extends TSchema,
  Query extends TSchema,
  Headers extends TSchema,
> = FastifyRequest<{
  Params: Static<Params>
  Body: Static<Body>
  Querystring: Static<Query>
  Headers: Static<Headers>
}>

interface Operation<Received extends FastifyRequest, Params, Body, Query, Headers, Result extends TSchema>
  extends Required<Pick<FastifySchema, 'description'>>,
    Pick<FastifySchema, 'security' | 'tags' | 'consumes'>,
    Pick<RouteOptions, 'bodyLimit' | 'config' | 'errorHandler' | 'preParsing' | 'preValidation' | 'validatorCompiler'> {
  /** The schema of the parameters in the path. By default, it is derived. */
  params?: Params
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
  Params extends TSchema = TUnsafe<ParametersIn<Route>>,
>(
  app: FastifyInstance,
  methodAndPath: Route,
  operationId: string,
  summary: string,
  given: Operation<Request<Params, Body, Query, Headers>, Params, Body, Query, Headers, Result>,
): void {
  const { description, security, tags, consumes, body, query, headers, responses, handler, ...options } = given
  const [method = '', url = ''] = methodAndPath.split(' ')
  const { params = parametersOf(url), ...hooks } = options
  const status = Number(Object.keys(responses)[0])
  const described = Object.entries(responses).map(([code, each]) => [code, describe(Number(code), each)])
  app.route({
    method,
    url,
    schema: {
      operationId,
      ...(tags && { tags }),
      summary,
      description,
      ...(consumes && { consumes }),
      ...(security && { security }),
      ...(params && { params }),
      ...(body && { body: body.$id === undefined ? body : ref(body) }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      response: Object.fromEntries(described),
    },
    ...(hooks as object),
    handler: (status === 200 ? handler : withStatus(status, handler as never)) as RouteHandlerMethod,
  })
}

function withStatus(status: number, handler: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    return handler.call(this, request, reply.code(status))
  }
}

function parametersOf(path: string): TSchema | undefined {
  const names = path.match(/:\w+/g) ?? []
  const schemas = names.map((name) => [name.slice(1), PARAMETERS[name] ?? PARAMETERS[`${path.split(name)[0]}${name}`]])
  return names.length === 0 ? undefined : Type.Object(Object.fromEntries(schemas))
}

/** Returns the header with the path of what an operation has created: `/boards/<id>`. */
export function locationOf(parent: string, description: string): Record<string, ResponseHeader> {
  return { Location: { type: 'string', pattern: `^[/]${parent}/${BOARD_ID_PATTERN}$`, description } }
}

function describe(status: number, response: Response<TSchema>): unknown {
  if (status < 300 && typeof response === 'string') return Type.Null({ description: response })
  if (typeof response === 'string') return errors({ [status]: response })[status]
  return Array.isArray(response) ? jsonResponse(...(response as [TSchema, string])) : response
}
