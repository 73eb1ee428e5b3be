import type { FastifyPluginAsync } from 'fastify'
import { InvalidCredentials } from '../../contract/errors.js'
import {
  CurrentUser,
  challengeHeader,
  LOGGED_OUT,
  LoginRequest,
  LogoutConfirmation,
  Session,
} from '../../contract/schemas/auth.js'
import { errors, rateLimitHeaders } from '../../contract/schemas/responses.js'
import { route } from '../../http/route.js'
import { createSessionId } from '../../rooms/board/sessions.js'
import type { AuthRules } from '../editions/edition.js'
import type { Accounts } from './accounts.js'
import { REFRESH_ROUTES } from './refresh.js'
import type { Tokens } from './tokens.js'

const tags = ['Authentication']
/** Exempts an operation from the guard. */
const open = { security: [] }

/** The authentication endpoints (specification, section 4). */
export const authRoutes: FastifyPluginAsync<{
  accounts: Accounts
  tokens: Tokens
  rules: AuthRules
  lifetime: number
}> = async (app, { accounts, tokens, rules, lifetime }) => {
  // An onSend hook also runs for error responses.
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A defect may have set the header.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  app.addHook('onRoute', (added) => {
    added.schema = { ...added.schema, response: documentNoStore(added.schema?.response as never) }
  })

  route(app, 'POST /auth/login', 'login', 'Log in', {
    tags,
    description: 'Starts a session and returns its tokens.',
    ...open,
    body: LoginRequest,
    responses: {
      200: [Session, 'The new session.'],
      ...errors({ 401: 'The username or the password is wrong.' }, challengeHeader),
      ...errors({ 429: 'Too many failed logins or other requests.' }, rateLimitHeaders),
    },
    handler: async (request, reply) => {
      const { board, body } = request
      const { username, password } = body
      const role = accounts.verify(username, password)
      app.limitLogins(request, reply, role === undefined ? 1 : 0)
      if (role === undefined) {
        request.hasWrongPassword = accounts.roleOf(username) !== undefined
        reply.header('www-authenticate', 'Bearer')
        throw new InvalidCredentials()
      }
      const id = createSessionId(request.now())
      const session = { username, expiresAt: tokens.sessionExpiry() }
      await board.store.createSession(board.id, id, session, request.now())
      const refreshToken = tokens.signRefreshToken(board.id, { id, generation: 0 })
      const token = tokens.signAccessToken(id, username, role)
      return { token, refreshToken, type: 'Bearer' as const, username, role, expiresIn: lifetime }
    },
  })

  REFRESH_ROUTES[rules.refreshWith](app, { accounts, tokens, lifetime })

  route(app, 'POST /auth/logout', 'logout', 'Log out', {
    tags,
    description: 'Ends the session. Its access tokens and its refresh token are rejected from now on.',
    responses: { 200: [LogoutConfirmation, 'The session has ended.'] },
    handler: async ({ board, session }) => {
      await board.store.endSession(board.id, (session as NonNullable<typeof session>).id)
      return { message: LOGGED_OUT }
    },
  })

  route(app, 'GET /auth/me', 'getCurrentUser', 'Get the current user', {
    tags,
    description: 'Returns the account of the access token.',
    responses: { 200: [CurrentUser, 'The account of the access token.'] },
    handler: async ({ session }) => {
      const { username, role } = session as NonNullable<typeof session>
      return { username, role: `ROLE_${role}` as const }
    },
  })
}

/** Adds `Cache-Control` to every documented response. */
function documentNoStore(responses: Record<string, { headers?: object }>) {
  const header = {
    'Cache-Control': { type: 'string', enum: ['no-store'], description: 'The response must not be cached.' },
  }
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...header } },
    ]),
  )
}
