import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { InvalidToken, RoleRequired, TokenMissing } from '../../contract/errors.js'
import { BEARER_SCHEME, challengeHeader, type Role } from '../../contract/schemas/auth.js'
import { errors } from '../../contract/schemas/responses.js'
import type { AuthRules } from '../editions/edition.js'
import type { Accounts } from './accounts.js'
import { TOKEN_REFUSALS, type Tokens } from './tokens.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The role that the operation requires in v2 (specification, section 4, differences by variant). */
    role?: Role
  }
  interface FastifyRequest {
    /** The session of a request to a guarded route. */
    session: { id: string; username: string; role: Role } | null
    /** Whether a login had the name of an account with a wrong password. */
    hasWrongPassword: boolean
  }
}

/**
 * Requires an access token for every operation of its scope, and documents this. Operations with `security: []` in
 * their schema are exempt. The guard runs before validation, so 403 takes precedence over 400 and 404 (decision 31).
 */
export const guard = fp<{ accounts: Accounts; tokens: Tokens; rules: AuthRules }>(
  async (app, { accounts, tokens, rules }) => {
    app.decorateRequest('session', null)
    app.decorateRequest('hasWrongPassword', false)
    app.addHook('onRoute', (route) => {
      if (route.schema?.security?.length === 0) return
      const required = route.config?.role
      route.schema = document(route.schema ?? {}, required, rules)
      route.onRequest = async (request, reply) => {
        // A defect can accept a token that is not valid.
        request.session ??= await authenticate(request, reply)
        if (required !== undefined && request.session.role !== required) throw new RoleRequired(required)
      }
    })

    async function authenticate(request: FastifyRequest, reply: FastifyReply) {
      if (rules.challenges && request.headers.authorization === undefined) {
        reply.header('www-authenticate', 'Bearer')
        throw new TokenMissing()
      }
      const claims = tokens.readAccessToken(request.headers.authorization)
      const role = accounts.roleOf(claims.sub)
      if (role !== claims.role) throw new InvalidToken(TOKEN_REFUSALS['of-changed-account'])
      const id = claims.sessionId
      const session = await app.store.findSession(request.board.id, id)
      if (session?.username !== claims.sub) throw new InvalidToken(TOKEN_REFUSALS['of-ended-session'])
      return { id, username: claims.sub, role }
    }
  },
)

function document(schema: NonNullable<RouteOptions['schema']>, role: Role | undefined, { challenges }: AuthRules) {
  const missing = challenges ? errors({ 401: 'The access token is missing.' }, challengeHeader) : {}
  const reason = `The access token is ${challenges ? '' : 'missing or '}not valid${role ? `, or the account lacks the role ${role}` : ''}.`
  return {
    ...schema,
    ...(role && { description: `${schema.description} Requires the role ${role}.` }),
    security: [{ [BEARER_SCHEME]: [] }],
    response: { ...(schema.response as object), ...missing, ...errors({ 403: reason }) },
  }
}
