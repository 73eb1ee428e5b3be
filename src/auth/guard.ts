import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { InvalidToken, RoleRequired } from '../errors.js'
import { BEARER_SCHEME, type Role } from '../schemas/auth.js'
import { errors } from '../schemas/responses.js'
import { createRevisionCache } from '../store/revision-cache.js'
import type { Accounts } from './accounts.js'
import type { Tokens } from './tokens.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that a request on a guarded route belongs to. */
    session: { id: string; username: string; role: Role } | null
  }
}

/** The operations for one role only (specification, section 4, differences by variant). */
const REQUIRED_ROLE: Readonly<Record<string, Role>> = { deleteAllTasks: 'ADMIN' }

/** How many sessions are kept in memory; the others are asked for again. */
const SESSIONS_MAX = 1000

/**
 * Guards every operation of its scope but those whose schema asks for no security (`security: []`), and
 * documents that it does. The guard runs before anything else is looked at, so that 403 comes before
 * 400 and 404 (decision 31).
 */
export const guard = fp<{ accounts: Accounts; tokens: Tokens }>(
  async (app, { accounts, tokens }) => {
    const restricted = new Set<string>()
    const findSession = createRevisionCache<{ username?: string }>({ max: SESSIONS_MAX })
    app.decorateRequest('session', null)
    app.addHook('onReady', async () => {
      const missing = Object.keys(REQUIRED_ROLE).filter((operation) => !restricted.has(operation))
      if (missing.length > 0) throw new Error(`No route has the operationId ${missing.join(', ')}`)
    })

    app.addHook('onRoute', (route) => {
      if (route.schema?.security?.length === 0) return
      const role = REQUIRED_ROLE[route.schema?.operationId ?? '']
      if (role !== undefined) restricted.add(route.schema?.operationId ?? '')
      route.schema = document(route.schema ?? {}, role)
      route.onRequest = [authenticate, ...(role === undefined ? [] : [requireRole(role)])]
    })

    async function authenticate(request: FastifyRequest): Promise<void> {
      const claims = tokens.readAccessToken(request.headers.authorization)
      if (claims === undefined || accounts.roleOf(claims.sub) !== claims.role) throw new InvalidToken()
      const id = claims.sessionId
      const { username } = await findSession(request, id, async () => {
        return (await app.store.findSession(request.board, id)) ?? {}
      })
      if (username !== claims.sub) throw new InvalidToken()
      request.session = { id, username, role: claims.role }
    }
  },
  { name: 'guard' },
)

function requireRole(role: Role) {
  return async (request: FastifyRequest, _reply: FastifyReply) => {
    if (request.session?.role !== role) throw new RoleRequired(role)
  }
}

function document(schema: NonNullable<RouteOptions['schema']>, role: Role | undefined) {
  const reason = `There is no valid access token${role ? `, or its account lacks the role ${role}` : ''}.`
  return {
    ...schema,
    ...(role && { description: `${schema.description} Only for the role ${role}.` }),
    security: [{ [BEARER_SCHEME]: [] }],
    response: { ...(schema.response as object), ...errors({ 403: reason }) },
  }
}
