import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { InvalidCredentials, InvalidRefreshToken } from '../errors.js'
import {
  CurrentUser,
  LOGGED_OUT,
  LoginRequest,
  LoginResponse,
  LogoutResponse,
  RefreshRequest,
  RefreshResponse,
  type Role,
} from '../schemas/auth.js'
import { ref } from '../schemas/builders.js'
import { ErrorBody } from '../schemas/error.js'
import { bodyErrors, commonErrors, errors, jsonResponse, rateLimitHeaders } from '../schemas/responses.js'
import { hashSecret, randomId } from '../secrets.js'
import type { Accounts } from './accounts.js'
import type { Tokens } from './tokens.js'

const tags = ['Authentication']
/** Exempts an operation from the guard. */
const open = { security: [] }

/** The authentication endpoints (specification, section 4). */
export const authRoutes: FastifyPluginAsyncTypebox<{
  accounts: Accounts
  tokens: Tokens
  lifetime: number
}> = async (app, { accounts, tokens, lifetime }) => {
  // An onSend hook also runs for error responses.
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('cache-control', 'no-store')
    done(null, payload)
  })
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, response: documentNoStore(route.schema?.response as never) }
  })

  app.post(
    '/auth/login',
    {
      schema: {
        operationId: 'login',
        tags,
        summary: 'Log in',
        description: 'Starts a session and returns its tokens.',
        ...open,
        body: ref(LoginRequest),
        response: {
          200: jsonResponse(LoginResponse, 'The tokens of the new session.'),
          ...bodyErrors,
          401: jsonResponse(ErrorBody, 'The username or the password is wrong.', {
            'WWW-Authenticate': {
              type: 'string',
              enum: ['Bearer'],
              description: 'The authentication scheme.',
            },
          }),
          ...errors({ 429: 'Too many failed logins or other requests.' }, rateLimitHeaders),
        },
      },
    },
    async (request, reply) => {
      const { board, body } = request
      const { username, password } = body
      const role = accounts.verify(username, password)
      await app.limitLogins(request, reply, role === undefined)
      if (role === undefined) {
        reply.header('www-authenticate', 'Bearer')
        throw new InvalidCredentials()
      }
      const id = randomId()
      const { token: refreshToken, ...stored } = tokens.createRefreshToken()
      await app.store.createSession(board, { id, username }, stored, app.now())
      return { ...issue(id, username, role, refreshToken), username, role }
    },
  )

  app.post(
    '/auth/refresh',
    {
      schema: {
        operationId: 'refresh',
        tags,
        summary: 'Refresh a session',
        description:
          'Exchanges a refresh token for new tokens. A refresh token can be used once. Presenting a used one ends its session, because the token may have been stolen.',
        ...open,
        body: ref(RefreshRequest),
        response: {
          200: jsonResponse(RefreshResponse, 'The new tokens of the session.'),
          ...bodyErrors,
          ...errors({ 403: 'The refresh token is unknown, used or expired, or its session has ended.' }),
        },
      },
    },
    async ({ board, body }) => {
      const { token: refreshToken, ...next } = tokens.createRefreshToken()
      const session = await app.store.rotateRefreshToken(board, hashSecret(body.refreshToken), next, app.now())
      const role = session && accounts.roleOf(session.username)
      if (session === undefined || role === undefined) throw new InvalidRefreshToken()
      return issue(session.id, session.username, role, refreshToken)
    },
  )

  app.post(
    '/auth/logout',
    {
      schema: {
        operationId: 'logout',
        tags,
        summary: 'Log out',
        description: 'Ends the session. Its access tokens and its refresh token are rejected from now on.',
        response: { 200: jsonResponse(LogoutResponse, 'The session has ended.'), ...bodyErrors },
      },
    },
    async ({ board, session }) => {
      await app.store.endSession(board, (session as NonNullable<typeof session>).id)
      return { message: LOGGED_OUT }
    },
  )

  app.get(
    '/auth/me',
    {
      schema: {
        operationId: 'getCurrentUser',
        tags,
        summary: 'Get the current user',
        description: 'Returns the account of the access token.',
        response: { 200: jsonResponse(CurrentUser, 'The account of the access token.'), ...commonErrors },
      },
    },
    async ({ session }) => {
      const { username, role } = session as NonNullable<typeof session>
      return { username, role: `ROLE_${role}` as const }
    },
  )

  function issue(sessionId: string, username: string, role: Role, refreshToken: string) {
    return {
      token: tokens.signAccessToken(sessionId, username, role),
      refreshToken,
      type: 'Bearer' as const,
      expiresIn: lifetime,
    }
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
