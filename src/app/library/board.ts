import type { FastifyInstance } from 'fastify'
import { VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import { variantPath } from '../../contract/variant-path.js'
import { urlHost } from '../../http/request-target.js'
import { orThrow, overHttp, toBoard } from '../service-client.js'
import { ConfigurationError } from '../setting.js'
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

/** The time limit of a request to the service in this process, in milliseconds. */
const TIMEOUT = 60_000

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
  // It does not use `fetch`, which needs timers that tests can fake.
  const send = overHttp({ url: `http://${host}`, timeout: TIMEOUT })
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
