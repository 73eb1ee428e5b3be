import { type Static, Type } from '@sinclair/typebox'
import { stringEnum, text } from './builders.js'

export const ROLES = ['ADMIN', 'USER'] as const
export type Role = (typeof ROLES)[number]

/** The name of the security scheme in the published documents. */
export const BEARER_SCHEME = 'bearerAuth'

/** What a logout says (decision 28). */
export const LOGGED_OUT = 'Logged out successfully'

export const LoginRequest = Type.Object(
  { username: text(), password: text() },
  { $id: 'LoginRequest', description: 'The credentials of an account.' },
)

const tokenPair = {
  token: Type.String({ description: 'The access token, a JWT.' }),
  refreshToken: Type.String({ description: 'Good for one refresh.' }),
  type: stringEnum(['Bearer'], { description: 'How the access token is presented.' }),
}
const expiresIn = Type.Integer({ minimum: 1, description: 'The lifetime of the access token in seconds.' })

export const LoginResponse = Type.Object(
  { ...tokenPair, username: Type.String(), role: stringEnum(ROLES), expiresIn },
  { $id: 'LoginResponse', description: 'The tokens of a new session.' },
)

export const RefreshRequest = Type.Object(
  { refreshToken: text() },
  { $id: 'RefreshRequest', description: 'The refresh token to exchange.' },
)

export const RefreshResponse = Type.Object(
  { ...tokenPair, expiresIn },
  { $id: 'RefreshResponse', description: 'The new tokens of a session.' },
)
export type RefreshResponse = Static<typeof RefreshResponse>

export const LogoutResponse = Type.Object(
  { message: Type.String() },
  { $id: 'LogoutResponse', description: 'The session has ended.' },
)

export const CurrentUser = Type.Object(
  {
    username: Type.String(),
    role: stringEnum(['ROLE_ADMIN', 'ROLE_USER'], { description: 'The role in its authority form.' }),
  },
  { $id: 'CurrentUser', description: 'The account that the access token belongs to.' },
)
