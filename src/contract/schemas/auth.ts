import { Type } from '@sinclair/typebox'
import { component } from './builders.js'
import type { ResponseHeader } from './responses.js'
import { string, stringEnum, text } from './values.js'

export const ROLES = ['ADMIN', 'USER'] as const
export type Role = (typeof ROLES)[number]

/** The name of the security scheme in the published documents. */
export const BEARER_SCHEME = 'bearerAuth'

/** The documented header of a 401. */
export const challengeHeader = {
  'WWW-Authenticate': { type: 'string', enum: ['Bearer'], description: 'The authentication scheme.' },
} satisfies Record<string, ResponseHeader>

/** The message of a logout (decision 28). */
export const LOGGED_OUT = 'Logged out successfully'

export const LoginRequest = component('LoginRequest', 'The credentials of an account.', {
  username: text(),
  password: text(),
})

export const Session = component('Session', 'The tokens of a new session.', {
  token: string('The access token, a JWT.'),
  refreshToken: string('The refresh token. It can be used once.'),
  type: stringEnum(['Bearer'], { description: 'The authentication scheme for the access token.' }),
  username: Type.String(),
  role: stringEnum(ROLES),
  expiresIn: Type.Integer({ minimum: 1, description: 'The lifetime of the access token in seconds.' }),
})

export const RefreshRequest = component('RefreshRequest', 'The refresh token to exchange.', { refreshToken: text() })

export const RefreshedSession = Type.Omit(Session, ['username', 'role'], {
  $id: 'RefreshedSession',
  description: 'The new tokens of a session.',
})

export const LogoutConfirmation = component('LogoutConfirmation', 'The result of a logout.', { message: Type.String() })

export const CurrentUser = component('CurrentUser', 'The account of the access token.', {
  username: Type.String(),
  role: stringEnum(['ROLE_ADMIN', 'ROLE_USER'], {
    description: 'The role as an authority: `ROLE_` and the name of the role.',
  }),
})
