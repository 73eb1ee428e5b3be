import type { FastifyInstance } from 'fastify'
import { VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import { variantPath } from '../../contract/variant-path.js'
import { isLoopback, urlHost } from '../../http/request-target.js'
import type { Config } from '../config.js'
import { ConfigurationError } from '../setting.js'
import { requireObject } from './options.js'
import type { Apis, Board, BoardOptions } from './types.js'

/** The names of the options. */
const NAMES: readonly string[] = ['name', 'fixture', 'faults', 'defects', 'ownPort'] satisfies (keyof BoardOptions)[]

/**
 * Creates a private board with the management API of a service in this process. Its administrator can create boards even
 * if others cannot.
 *
 * @param serviceUrl the URL at which this machine reaches the service
 * @param requireOpen throws if the service is closed
 * @throws ConfigurationError if an option is unknown
 * @throws Error if the service is closed
 */
export async function createBoard(
  app: FastifyInstance,
  serviceUrl: string,
  { host, adminToken }: Pick<Config, 'host' | 'adminToken'>,
  options: BoardOptions,
  requireOpen: () => void,
): Promise<Board> {
  for (const name of Object.keys(requireObject('The options of a board', options))) {
    if (!NAMES.includes(name)) throw new ConfigurationError(`The option '${name}' of a board is unknown`)
  }
  const { faults, ownPort = false, ...input } = options
  const { host: authority } = new URL(serviceUrl)

  async function call(method: 'POST' | 'PUT' | 'DELETE', path: string, token: string | undefined, payload?: object) {
    requireOpen()
    const headers = { host: authority, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const response = await app.inject({ method, url: path, headers, ...(payload && { payload }) })
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`)
    return response
  }

  const created = await call('POST', '/boards', adminToken, input)
  const { id, baseUrl, ownerToken } = created.json<{ id: string; baseUrl: string; ownerToken: string }>()
  const path = `/boards/${id}`
  if (faults) {
    await call('PUT', `${path}/faults`, ownerToken, faults).catch(async (error) => {
      await call('DELETE', path, ownerToken)
      throw error
    })
  }
  const portHost = isLoopback(host) ? host : '127.0.0.1'
  const url = ownPort ? `http://${urlHost(portHost)}:${await app.listenAlso(portHost, 0, id)}` : baseUrl
  return {
    id,
    url,
    apis: apisAt(url),
    ownerToken,
    async reset(fixture) {
      await call('POST', `${path}/reset`, ownerToken, { fixture })
    },
    async delete() {
      await call('DELETE', path, ownerToken)
    },
  }
}

/** Returns the base URLs of the variants at the base URL of a board. */
export function apisAt(url: string): Apis {
  return Object.fromEntries(VARIANT_NAMES.map((name) => [name, url + variantPath(name)])) as Record<VariantName, string>
}
