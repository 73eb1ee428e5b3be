import { createHmac } from 'node:crypto'
import type { Test } from 'tap'
import { operationsIn } from '../../../src/contract/operations.js'
import { openStore } from '../../../src/rooms/open-store.js'
import { type Json, type Service, type ServiceOptions, START, startService } from '../../kit/helper.js'

/** A signing key that the tests know. */
export const SECRET = 'the tests sign with these 32 bytes and more'

export const NOW = START / 1000
export const DAY = 24 * 3600 * 1000

export const JSON_TYPE = { 'content-type': 'application/json' }

export const ACCOUNTS = [
  { username: 'admin', password: 'admin123', role: 'ADMIN' },
  { username: 'user', password: 'user123', role: 'USER' },
  { username: 'testuser', password: 'test123', role: 'USER' },
] as const

/** The operations of v2 that require a token. */
export const PROTECTED_OPERATIONS = operationsIn('v2')
  .filter(({ id }) => !['login', 'refresh'].includes(id))
  .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '1')}`)

/** Starts the service with a signing key that the tests know. */
export function startWithSecret(t: Test, options: ServiceOptions = {}): Promise<Service> {
  return startService(t, { jwtSecret: SECRET, ...options })
}

/** Starts the service on an existing database. */
export async function startOn(t: Test, database: string, options: ServiceOptions = {}) {
  return startService(t, { store: await openStore(database), ...options })
}

/** A value as a part of a token. */
export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** The claims of a token. */
export function claimsOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** A token with any header and claims, signed as JWS requires (RFC 7515). */
export function sign(claims: unknown, { secret = SECRET, alg = 'HS256', hash = 'sha256' } = {}): string {
  const input = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Other texts that differ from a base64url text only in the last character and decode to the same bytes. */
export function twinsOf(text: string): string[] {
  const bytes = Buffer.from(text, 'base64url')
  return [...BASE64URL]
    .map((character) => text.slice(0, -1) + character)
    .filter((other) => other !== text && Buffer.from(other, 'base64url').equals(bytes))
}

/** The status of `GET /auth/me` with a token. */
export async function statusOfMe({ send }: Service, token: string): Promise<number> {
  return (await send('GET /api/v2/auth/me', { token })).status
}

/** Exchanges a refresh token. */
export function refresh({ send }: Service, refreshToken: unknown) {
  return send('POST /api/v2/auth/refresh', { json: { refreshToken } })
}
