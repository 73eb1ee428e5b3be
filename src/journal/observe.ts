import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Finder } from '../challenges/marks.js'
import type { Fields, Observed } from '../challenges/observed.js'
import { variantOf, variantPath } from '../contract/variant-path.js'
import { pathOf } from '../http/error-handler.js'
import type { JournalEntry } from '../store/store.js'
import { PAGE_REQUEST } from './page-request.js'

/** The paths of the index of a board. */
const INDEX_PATHS = ['/', '/board']

/**
 * Finds the steps of challenges to which a finished request belongs.
 *
 * @param at when the response was sent, in milliseconds since the Unix epoch
 * @param solved the names of challenges that the board has solved
 * @returns `undefined` if there are none
 */
export function observe(
  finder: Finder,
  request: FastifyRequest,
  reply: FastifyReply,
  at: number,
  solved: ReadonlySet<string>,
): JournalEntry['challenges'] {
  const path = pathOf(request.url)
  const route = routeOf(request, path)
  if (route === undefined || request.isFrozen) return undefined
  const marks = finder.marksOf(toObserved(request, reply, path, route), solved)
  return marks.length === 0 ? undefined : { at, restarts: request.challengeRestarts, marks }
}

/** Returns the operation (`Observed.route`), or `undefined` if no challenge is about the request. */
function routeOf({ id, method, routeOptions: { url }, is404 }: FastifyRequest, path: string): string | undefined {
  if (url !== undefined && INDEX_PATHS.includes(url)) return id.startsWith(PAGE_REQUEST) ? undefined : `${method} index`
  const variant = variantOf(path)
  if (variant === undefined) return undefined
  const base = variantPath(variant)
  return is404 || url === undefined || !url.startsWith(base) ? method : `${method} ${url.slice(base.length)}`
}

function toObserved(request: FastifyRequest, reply: FastifyReply, path: string, route: string): Observed {
  const payload = request.sentResponse?.payload
  const text = typeof payload === 'string' ? payload : ''
  let query: URLSearchParams | undefined
  let received: { value: unknown } | undefined
  return {
    route,
    variant: variantOf(path),
    method: request.method,
    path,
    get query() {
      query ??= new URLSearchParams(request.url.slice(path.length))
      return query
    },
    status: reply.statusCode,
    sentHeader: (name) => textOf(request.headers[name]),
    sent: fieldsOf(request.body),
    header: (name) => textOf(reply.getHeader(name)),
    text,
    get received() {
      received ??= { value: parse(text) }
      return received.value
    },
    faults: request.faults?.effective ?? NO_FAULTS,
    hasChosenFaults: request.faults?.ordinal === null,
  }
}

const NO_FAULTS: ReadonlySet<string> = new Set()

function textOf(header: unknown): string | undefined {
  return header === undefined ? undefined : String(header)
}

function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
