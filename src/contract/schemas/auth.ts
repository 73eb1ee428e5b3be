import { Type } from '@sinclair/typebox'
import { stringEnum, text } from './builders.js'
import type { ResponseHeader } from './responses.js'

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

/** The members of bodies whose values are secrets. Nothing records them. */
export const SECRET_MEMBERS = ['password', 'token', 'refreshToken'] as const

export const LoginRequest = Type.Object(
  { username: text(), password: text() },
  { $id: 'LoginRequest', description: 'The credentials of an account.' },
)

const tokenPair = {
  token: Type.String({ description: 'The access token, a JWT.' }),
  refreshToken: Type.String({ description: 'The refresh token. It can be used once.' }),
  type: stringEnum(['Bearer'], { description: 'The authentication scheme for the access token.' }),
}
const expiresIn = Type.Integer({ minimum: 1, description: 'The lifetime of the access token in seconds.' })

export const Session = Type.Object(
  { ...tokenPair, username: Type.String(), role: stringEnum(ROLES), expiresIn },
  { $id: 'Session', description: 'The tokens of a new session.' },
)

export const RefreshRequest = Type.Object(
  { refreshToken: text() },
  { $id: 'RefreshRequest', description: 'The refresh token to exchange.' },
)

export const RefreshedSession = Type.Object(
  { ...tokenPair, expiresIn },
  { $id: 'RefreshedSession', description: 'The new tokens of a session.' },
)

export const LogoutConfirmation = Type.Object(
  { message: Type.String() },
  { $id: 'LogoutConfirmation', description: 'The result of a logout.' },
)

export const CurrentUser = Type.Object(
  {
    username: Type.String(),
    role: stringEnum(['ROLE_ADMIN', 'ROLE_USER'], {
      description: 'The role as an authority: `ROLE_` and the name of the role.',
    }),
  },
  { $id: 'CurrentUser', description: 'The account of the access token.' },
)
