import type { FastifyReply, FastifyRequest } from 'fastify'
import { parse } from '../../contract/parse.js'
import { variantOf, variantPath } from '../../contract/variant-path.js'
import { decode, pathOf } from '../../http/request-target.js'
import type { BoardState } from '../../rooms/state.js'
import { fieldsOf } from '../../rules/challenges/look.js'
import { type Finder, marksOf } from '../../rules/challenges/marks.js'
import type { Fields, Observed } from '../../rules/challenges/observed.js'
import type { LogEntry } from '../../rules/log/entry.js'
import { hashBody } from './hash-body.js'
import { PAGE_REQUEST } from './page-request.js'

/** The paths of the index of a board. */
const INDEX_PATHS = ['/', '/board']

/**
 * Finds the steps of challenges to which a finished request belongs.
 *
 * @param hasBegun whether the sequence of a challenge may have begun
 * @returns `undefined` if there are none, or the class of the board is frozen
 */
export function observe(
  finder: Finder,
  request: FastifyRequest,
  reply: FastifyReply,
  { frozen, challengeRestarts: restarts, score: { solved } }: BoardState,
  hasBegun: (challenge: string) => boolean,
): LogEntry['challenges'] {
  if (frozen) return undefined
  // Clients can encode each letter. The path of a routed URL is always valid.
  const path = decode(pathOf(request.url)) as string
  // CORS responds to OPTIONS at a route of its own.
  const variant = variantOf(request.routePath ?? '') ?? variantOf(path)
  const route = routeOf(request, variant)
  if (route === undefined) return undefined
  // Most requests are no step of a challenge that is left.
  const candidates = finder({ status: reply.statusCode, route, variant }, solved, hasBegun)
  if (candidates.length === 0) return undefined
  const marks = marksOf(candidates, new FinishedExchange(request, reply, path, route, variant))
  return marks.length === 0 ? undefined : { restarts, marks }
}

/** Returns the operation (`Observed.route`), or `undefined` if no challenge is about the request. */
function routeOf({ id, method, routePath: url }: FastifyRequest, variant: string | undefined): string | undefined {
  if (url !== undefined && INDEX_PATHS.includes(url)) return id.startsWith(PAGE_REQUEST) ? undefined : `${method} index`
  if (variant === undefined) return undefined
  const base = variantPath(variant)
  return url === undefined || !url.startsWith(base) ? method : `${method} ${url.slice(base.length)}`
}

/**
 * A finished request and its response. This is a class because V8 creates a hidden class for each object literal with
 * getters, which costs more than the challenges.
 */
class FinishedExchange implements Observed {
  readonly method: string
  readonly status: number
  readonly sent: Fields
  readonly text: string
  readonly json: string
  readonly faults: ReadonlySet<string>
  readonly hasChosenFaults: boolean
  readonly hasSession: boolean
  readonly hasWrongPassword: boolean
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #query: URLSearchParams | undefined
  #sentHash: string | undefined
  #received: { value: unknown } | undefined

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    readonly path: string,
    readonly route: string,
    readonly variant: string | undefined,
  ) {
    const payload = request.sentResponse?.payload
    this.#request = request
    this.#reply = reply
    this.method = request.method
    this.status = reply.statusCode
    this.sent = fieldsOf(request.body)
    this.text = typeof payload === 'string' ? payload : ''
    this.json = request.faults?.hidden ?? this.text
    this.faults = request.faults?.effective ?? NO_FAULTS
    // A drill also chooses faults.
    this.hasChosenFaults = request.faults?.ordinal === null && request.drill === undefined
    // Other variants have no sessions.
    this.hasSession = request.session != null
    this.hasWrongPassword = request.hasWrongPassword === true
  }

  get query() {
    const { url } = this.#request
    const start = url.indexOf('?')
    this.#query ??= start < 0 ? NO_QUERY : new URLSearchParams(url.slice(start))
    return this.#query
  }

  get received() {
    this.#received ??= { value: parse(this.json) ?? {} }
    return this.#received.value
  }

  get sentHash() {
    const { sentBody } = this.#request
    this.#sentHash ??= sentBody === undefined ? '' : hashBody(sentBody)
    return this.#sentHash
  }

  // Predicates take these functions out of the object.
  readonly sentHeader = (name: string) => textOf(this.#request.headers[name])
  readonly header = (name: string) => textOf(this.#reply.getHeader(name))
}

const NO_QUERY = new URLSearchParams()
const NO_FAULTS: ReadonlySet<string> = new Set()

function textOf(header: unknown): string | undefined {
  return header === undefined ? undefined : String(header)
}
