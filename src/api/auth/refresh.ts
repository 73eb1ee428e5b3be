import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { InvalidRefreshToken } from '../../contract/errors.js'
import { RefreshedSession, RefreshRequest } from '../../contract/schemas/auth.js'
import { route } from '../../http/route.js'
import type { AuthRules } from '../editions/edition.js'
import type { Accounts } from './accounts.js'
import type { Tokens } from './tokens.js'

const tags = ['Authentication']

interface RefreshContext {
  accounts: Accounts
  tokens: Tokens
  /** The lifetime of access tokens in seconds. */
  lifetime: number
}

/** Exchanges a refresh token, which is in the body, for new tokens (decision 32). */
function refreshWithRefreshToken(app: FastifyInstance, { accounts, tokens, lifetime }: RefreshContext): void {
  route(app, 'POST /auth/refresh', 'refresh', 'Refresh a session', {
    tags,
    description:
      'Exchanges a refresh token for new tokens. A refresh token can be used once. Presenting a used one ends its session, because the token may have been stolen.',
    // Exempts the operation from the guard.
    security: [],
    body: RefreshRequest,
    responses: {
      200: [RefreshedSession, 'The new tokens of the session.'],
      403: 'The refresh token is unknown, used or expired, or its session has ended.',
    },
    handler: async (request) => {
      const { board, body } = request
      const presented = tokens.readRefreshToken(board.id, body.refreshToken)
      const times = { expiresAt: tokens.sessionExpiry(), now: request.now() }
      const session = await board.store.rotateSession(board.id, presented, times)
      const role = session && accounts.roleOf(session.username)
      if (session === undefined || role === undefined) throw new InvalidRefreshToken()
      const token = tokens.signAccessToken(session.id, session.username, role)
      const refreshToken = tokens.signRefreshToken(board.id, session)
      return { token, refreshToken, type: 'Bearer' as const, expiresIn: lifetime }
    },
  })
}

/** Issues another access token for the session of the access token in the request (decision 85). */
function refreshWithAccessToken(app: FastifyInstance, { tokens, lifetime }: RefreshContext): void {
  route(app, 'POST /auth/refresh', 'refresh', 'Refresh a session', {
    tags,
    description:
      'Returns a new access token for the session of the current one. The current one stays valid until it expires.',
    responses: { 200: [RefreshedSession as TSchema, 'The new access token of the session.'] },
    handler: async ({ board, session }) => {
      const { id, username, role } = session as NonNullable<typeof session>
      await board.store.renewSession(board.id, id, tokens.sessionExpiry())
      return { token: tokens.signAccessToken(id, username, role), expiresIn: lifetime }
    },
  })
}

export const REFRESH_ROUTES: Record<AuthRules['refreshWith'], (app: FastifyInstance, context: RefreshContext) => void> =
  {
    refreshToken: refreshWithRefreshToken,
    accessToken: refreshWithAccessToken,
  }
