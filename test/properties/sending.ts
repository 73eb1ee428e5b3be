import { multipart, type Reply, type RequestOptions } from '../kit/helper.js'
import type { Site } from './bench.js'
import type { Contract } from './documents.js'
import type { Body, PlannedRequest } from './requests.js'

/** A request that is ready to be sent. */
export interface Outgoing {
  method: string
  /** Path and query, encoded. */
  url: string
  options: RequestOptions
}

/** Builds the request of a plan from the values of its path. */
export async function prepare(
  contract: Contract,
  { operation, query, body, caller }: PlannedRequest,
  path: Record<string, string>,
  { sessions }: Pick<Site, 'sessions'>,
): Promise<Outgoing> {
  const token = operation.isProtected ? await sessions.tokenOf(caller) : undefined
  return {
    method: operation.method,
    url: urlOf(contract, operation.path, path, query),
    options: {
      ...(body !== undefined && (await optionsOf(body, sessions))),
      ...(token !== undefined && { token }),
    },
  }
}

export function sendOut({ send }: Pick<Site, 'send'>, { method, url, options }: Outgoing): Promise<Reply> {
  return send(`${method} ${url}`, options)
}

function urlOf({ base }: Contract, template: string, path: Record<string, string>, query: [string, string][]) {
  const encoded = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''))
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='))
  return base + encoded + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
}

async function optionsOf(body: Body, sessions: Site['sessions']): Promise<RequestOptions> {
  if ('refreshToken' in body) return { json: { refreshToken: await sessions.refreshToken(body.refreshToken) } }
  if ('parts' in body) return multipart(body.parts)
  if ('bytes' in body) return { body: body.bytes, headers: body.headers }
  return { json: body.json }
}
