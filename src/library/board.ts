import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { ConfigurationError } from '../config/config.js'
import { variantPath } from '../contract/variant-path.js'
import { urlHost } from '../http/request-host.js'
import { requireObject } from './options.js'
import type { Apis, Board, BoardOptions } from './types.js'

interface Creation {
  app: FastifyInstance
  options: BoardOptions
  /** The host and port of the service. */
  host: string
  /** The address for the ports of boards. */
  portHost: string
  /** The token of the administrator, who can create boards even if others cannot. */
  adminToken: string | undefined
  /** Throws if the service is closed. */
  requireOpen(): void
}

/** The names of the options. */
const NAMES: readonly string[] = ['name', 'fixture', 'faults', 'defects', 'ownPort'] satisfies (keyof BoardOptions)[]

/**
 * Creates a private board with the management API of a service in this process.
 *
 * @throws ConfigurationError if an option is unknown
 * @throws Error if the service is closed
 */
export async function createBoard(creation: Creation): Promise<Board> {
  const { app, options, host, portHost, adminToken, requireOpen } = creation
  for (const name of Object.keys(requireObject('The options of a board', options))) {
    if (!NAMES.includes(name)) throw new ConfigurationError(`The option '${name}' of a board is unknown`)
  }
  const { faults, ownPort = false, ...input } = options
  /** Sends a request, and returns the body of the response. `fetch` and `app.inject` need timers that tests can fake. */
  const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, token: string | undefined, payload?: object) => {
    requireOpen()
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(payload && { 'content-type': 'application/json' }),
    }
    const sent = request(new URL(path, `http://${host}`), { method, headers, agent: false })
    sent.end(payload && JSON.stringify(payload))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await text(response)
    if (Number(response.statusCode) >= 400) throw new Error(`${method} ${path}: ${body}`)
    return body
  }

  const { id, baseUrl, ownerToken } = JSON.parse(await call('POST', '/boards', adminToken, input))
  const path = `/boards/${id}`
  if (faults) {
    await call('PUT', `${path}/faults`, ownerToken, faults).catch(async (error) => {
      await call('DELETE', path, ownerToken)
      throw error
    })
  }
  const url = ownPort
    ? `http://${urlHost(portHost)}:${await app.listenForBoard({ id, port: 0 }, portHost)}`
    : (baseUrl as string)
  return {
    id,
    url,
    apis: apisAt(url),
    ownerToken,
    async reset(fixture) {
      await call('POST', `${path}/reset`, ownerToken, { ...(fixture && { fixture }) })
    },
    async delete() {
      await call('DELETE', path, ownerToken)
    },
  }
}

/** Returns the base URLs of the variants at the base URL of a board. */
export function apisAt(url: string): Apis {
  return { v1: url + variantPath('v1'), v2: url + variantPath('v2'), buggy: url + variantPath('buggy') }
}
