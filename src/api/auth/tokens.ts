import { createHmac } from 'node:crypto'
import type { JWT } from '@fastify/jwt'
import { LRUCache } from 'lru-cache'
import { InvalidToken } from '../../contract/errors.js'
import { REFRESH_TOKEN_SECONDS } from '../../contract/limits.js'
import { ROLES, type Role } from '../../contract/schemas/auth.js'
import { hashSecret, matchesSecret, randomId } from '../../contract/secrets.js'
import { type Clock, toTimestamp } from '../../contract/time.js'
import { readBearerToken } from '../../http/headers.js'
import type { PresentedToken } from '../../rooms/board/sessions.js'

/** Why an access token is not valid, by cause. */
export const TOKEN_REFUSALS = {
  missing: 'the token is missing',
  expired: 'the token has expired',
  'without-scheme': 'the header is malformed',
  malformed: 'the token is malformed',
  foreign: 'the token was not issued by this service',
  'of-ended-session': 'the session has ended, or belongs to another board',
  'of-changed-account': 'the account no longer exists or has another role',
} as const

/** The claims of an access token. It has no others (specification, section 5; decision 30). */
export interface Claims {
  sub: string
  role: Role
  iat: number
  exp: number
  jti: string
}

type SessionClaims = Claims & { sessionId: string }

/** The maximum number of cached access tokens. The signature of a cached token is not verified again. */
const VERIFIED_MAX = 1000

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Claims
  }
}

/**
 * Creates and reads the tokens of v2.
 *
 * @param secret the key that signs all tokens
 * @param lifetime the lifetime of access tokens in seconds
 */
export function createTokens(jwt: JWT, secret: string, clock: Clock, lifetime: number) {
  const seconds = () => Math.floor(clock() / 1000)
  const sessionExpiry = () => toTimestamp(clock() + REFRESH_TOKEN_SECONDS * 1000)
  const verified = new LRUCache<string, SessionClaims>({ max: VERIFIED_MAX })

  return {
    /** Creates an access token. Its `jti` is unique and starts with the id of the session. */
    signAccessToken(sessionId: string, username: string, role: Role): string {
      const iat = seconds()
      return jwt.sign({ sub: username, role, iat, exp: iat + lifetime, jti: `${sessionId}.${randomId()}` })
    },

    /**
     * Returns the claims of the access token in an `Authorization` header. The caller must check that the session has
     * not ended.
     *
     * @throws InvalidToken if the token is missing or not valid (decision 31)
     */
    readAccessToken(authorization: string | undefined): SessionClaims {
      const token = readBearerToken(authorization)
      if (token === undefined) {
        throw new InvalidToken(TOKEN_REFUSALS[hasToken(authorization) ? 'without-scheme' : 'missing'])
      }
      const claims = verified.get(token) ?? verify(token)
      verified.set(token, claims)
      if (claims.exp <= seconds()) throw new InvalidToken(TOKEN_REFUSALS.expired)
      return claims
    },

    /** Creates the refresh token of a session on a board, for one exchange (decision 32). */
    signRefreshToken(board: string, { id, generation }: { id: string; generation: number }): string {
      return sign(board, `${id}~${generation}`)
    },

    /** Returns what a refresh token says about its session, or its hash if version 2 of the service has created it. */
    readRefreshToken(board: string, token: string): PresentedToken {
      const [id = '', generation = ''] = token.split('~')
      const isOurs = matchesSecret(token, sign(board, `${id}~${generation}`))
      return isOurs ? { id, generation: Number(generation) } : { hash: hashSecret(token) }
    },

    /** Returns when a session expires that is started or refreshed now. */
    sessionExpiry,
  }

  /** Adds a code to a text that only this service can create. */
  function sign(board: string, text: string): string {
    const code = createHmac('sha256', secret).update(`refresh ${board} ${text}`).digest('base64url')
    return `${text}~${code}`
  }

  /** @throws InvalidToken */
  function verify(token: string): SessionClaims {
    if (!isToken(token)) throw new InvalidToken(TOKEN_REFUSALS.malformed)
    const claims = readClaims(token)
    if (!isClaims(claims)) throw new InvalidToken(TOKEN_REFUSALS.foreign)
    return { ...claims, sessionId: claims.jti.split('.')[0] as string }
  }

  /** Returns the payload of a token, or `undefined` if the token has another signature or algorithm. */
  function readClaims(token: string): unknown {
    try {
      return jwt.verify(token)
    } catch {
      return undefined
    }
  }
}

export type Tokens = ReturnType<typeof createTokens>

/** Whether a header has more than the scheme. Scripts with an empty variable send the scheme alone. */
function hasToken(authorization = ''): boolean {
  return !/^(Bearer)? *$/i.test(authorization)
}

/**
 * Whether a text looks like a JWT: three parts in base64url (RFC 7519, section 3). Lenient decoders also accept other
 * encodings of the same bytes (RFC 4648, section 3.5).
 */
function isToken(text: string): boolean {
  const isCanonical = (part: string) => Buffer.from(part, 'base64url').toString('base64url') === part
  const parts = text.split('.')
  return parts.length === 3 && parts.every((part) => part !== '' && isCanonical(part))
}

function isClaims(value: unknown): value is Claims {
  const claims = value as Partial<Record<keyof Claims, unknown>> | null | undefined
  return (
    typeof claims?.sub === 'string' &&
    typeof claims.jti === 'string' &&
    Number.isInteger(claims.exp) &&
    ROLES.includes(claims.role as Role)
  )
}
