import { createHmac } from 'node:crypto'
import { type Json, Mismatch } from './exchange.js'

/** Returns a part of a JWT: the claims, or with `0` the header. */
export function claimsOf(token: unknown, part = 1): Json {
  try {
    return JSON.parse(Buffer.from(String(token).split('.')[part] ?? '', 'base64url').toString())
  } catch {
    throw new Mismatch('a JWT', token)
  }
}

/** Makes tokens that are not valid from one that is. */
export const FORGERIES: Readonly<Record<string, (token: string) => string>> = {
  'signature-changed'(token) {
    const [header, payload, signature = ''] = token.split('.')
    return [header, payload, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.')
  },
  'role-changed': (token) => withClaims(token, { role: 'ADMIN' }),
  'user-changed': (token) => withClaims(token, { sub: 'admin' }),
  'expiry-changed': (token) => withClaims(token, { exp: 4_000_000_000 }),
  'signature-empty': (token) => token.replace(/[^.]+$/, ''),
  'signature-missing': (token) => token.replace(/\.[^.]+$/, ''),
  'signature-shorter': (token) => token.slice(0, -4),
  'other-key'(token) {
    const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${token.split('.')[1]}`
    return `${input}.${createHmac('sha256', 'secret').update(input).digest('base64url')}`
  },
  'alg-none': (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`,
  /** Changes bits of the last character that the signature does not use. A lenient decoder reads the same bytes. */
  'last-bits'(token) {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    return token.slice(0, -1) + alphabet[alphabet.indexOf(token.slice(-1)) ^ 1]
  },
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Replaces claims of a token and keeps its signature. */
function withClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return [header, encode({ ...claimsOf(token), ...claims }), signature].join('.')
}
