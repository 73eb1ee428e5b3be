import type { TSchema } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { InvalidCredentials, InvalidRefreshToken } from '../../contract/errors.js'
import * as schema from '../../contract/schemas/auth.js'
import { errors, rateLimitHeaders } from '../../contract/schemas/responses.js'
import { documentOperations } from '../../http/document-operations.js'
import { route } from '../../http/route.js'
import { createSessionId } from '../../rooms/board/sessions.js'
import type { AuthRules } from '../editions/edition.js'
import type { Accounts } from './accounts.js'
import type { Tokens } from './tokens.js'

/** Exempts an operation from the guard. */
const open = { security: [] }

/** The authentication endpoints (specification, section 4). */
export const authRoutes: FastifyPluginAsync<{
  accounts: Accounts
  tokens: Tokens
  rules: AuthRules
  lifetime: number
}> = async (app, { accounts, tokens, rules, lifetime }) => {
  documentOperations(app, { tags: ['Authentication'] })
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
    description: 'Starts a session and returns its tokens.',
    ...open,
    body: schema.LoginRequest,
    responses: {
      200: [schema.Session, 'The new session.'],
      ...errors({ 401: 'The username or the password is wrong.' }, schema.challengeHeader),
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
      return { ...tokensOf(board.id, { id, username, generation: 0 }, role), username, role }
    },
  })

  if (rules.refreshWith === 'refreshToken') {
    // Exchanges the refresh token in the body for new tokens (decision 32).
    route(app, 'POST /auth/refresh', 'refresh', 'Refresh a session', {
      description:
        'Exchanges a refresh token for new tokens. A refresh token can be used once. Presenting a used one ends its session, because the token may have been stolen.',
      ...open,
      body: schema.RefreshRequest,
      responses: {
        200: [schema.RefreshedSession, 'The new tokens of the session.'],
        403: 'The refresh token is unknown, used or expired, or its session has ended.',
      },
      handler: async (request) => {
        const { board, body } = request
        const presented = tokens.readRefreshToken(board.id, body.refreshToken)
        const times = { expiresAt: tokens.sessionExpiry(), now: request.now() }
        const session = await board.store.rotateSession(board.id, presented, times)
        const role = session && accounts.roleOf(session.username)
        if (session === undefined || role === undefined) throw new InvalidRefreshToken()
        return tokensOf(board.id, session, role)
      },
    })
  } else {
    // Issues another access token for the session of the access token in the request (decision 85).
    route(app, 'POST /auth/refresh', 'refresh', 'Refresh a session', {
      description:
        'Returns a new access token for the session of the current one. The current one stays valid until it expires.',
      responses: { 200: [schema.RefreshedSession as TSchema, 'The new access token of the session.'] },
      handler: async ({ board, session }) => {
        const { id, username, role } = session as NonNullable<typeof session>
        await board.store.renewSession(board.id, id, tokens.sessionExpiry())
        return { token: tokens.signAccessToken(id, username, role), expiresIn: lifetime }
      },
    })
  }

  route(app, 'POST /auth/logout', 'logout', 'Log out', {
    description: 'Ends the session. Its access tokens and its refresh token are rejected from now on.',
    responses: { 200: [schema.LogoutConfirmation, 'The session has ended.'] },
    handler: async ({ board, session }) => {
      await board.store.endSession(board.id, (session as NonNullable<typeof session>).id)
      return { message: schema.LOGGED_OUT }
    },
  })

  route(app, 'GET /auth/me', 'getCurrentUser', 'Get the current user', {
    description: 'Returns the account of the access token.',
    responses: { 200: [schema.CurrentUser, 'The account of the access token.'] },
    handler: async ({ session }) => {
      const { username, role } = session as NonNullable<typeof session>
      return { username, role: `ROLE_${role}` as const }
    },
  })

  /** Creates the tokens of a session on a board. */
  function tokensOf(board: string, session: { id: string; username: string; generation: number }, role: schema.Role) {
    const token = tokens.signAccessToken(session.id, session.username, role)
    const refreshToken = tokens.signRefreshToken(board, session)
    return { token, refreshToken, type: 'Bearer' as const, expiresIn: lifetime }
  }
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
