import { createHmac } from 'node:crypto'
import type { Json } from './exchange.js'
import { Mismatch } from './expect.js'

/** Returns a part of a JWT: the claims, or with `0` the header. */
export function claimsOf(token: unknown, part = 1): Json {
  try {
    return JSON.parse(Buffer.from(String(token).split('.')[part] ?? '', 'base64url').toString())
  } catch {
    throw new Mismatch('a JWT', token)
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Replaces claims of a token and keeps its signature. */
export function withClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return [header, encode({ ...claimsOf(token), ...claims }), signature].join('.')
}

/** Replaces the header and the signature of a token. */
export function withHeader(token: string, header: object, signature: string): string {
  return [encode(header), token.split('.')[1], signature].join('.')
}

/** Signs the claims of a token with another key. */
export function signedWith(token: string, key: string): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${token.split('.')[1]}`
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}

/** Changes the first character of the signature. */
export function withOtherSignature(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  return [header, payload, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.')
}
