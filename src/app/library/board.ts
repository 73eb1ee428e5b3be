import type { FastifyInstance } from 'fastify'
import { VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import { variantPath } from '../../contract/variant-path.js'
import { isLoopback, urlHost } from '../../http/request-target.js'
import type { Config } from '../config.js'
import { orThrow, overHttp, toBoard } from '../service-client.js'
import { ConfigurationError } from '../setting.js'
import { requireObject } from './options.js'
import type { Apis, Board, BoardOptions } from './types.js'

/** The time limit of a request to the service in this process, in milliseconds. */
const TIMEOUT = 60_000

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
  // It does not use `fetch`, which needs timers that tests can fake.
  const send = overHttp({ url: serviceUrl, timeout: TIMEOUT })
  const call = orThrow(
    (request) => {
      requireOpen()
      return send(request)
    },
    ({ method, path }, { text }) => new Error(`${method} ${path}: ${text}`),
  )

  const { body } = await call({ method: 'POST', path: '/boards', token: adminToken, json: input })
  const created = body as { id: string; baseUrl: string; ownerToken: string }
  const { id, baseUrl, ownerToken } = created
  if (faults) {
    await call(toBoard('PUT', created, '/faults', faults)).catch(async (error) => {
      await call(toBoard('DELETE', created))
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
      await call(toBoard('POST', created, '/reset', { fixture }))
    },
    async delete() {
      await call(toBoard('DELETE', created))
    },
  }
}

/** Returns the base URLs of the variants at the base URL of a board. */
export function apisAt(url: string): Apis {
  return Object.fromEntries(VARIANT_NAMES.map((name) => [name, url + variantPath(name)])) as Record<VariantName, string>
}
