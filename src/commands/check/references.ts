import { createHmac } from 'node:crypto'
import { type Json, Mismatch } from './exchange.js'

/**
 * What can stand in a path instead of a field: a value that is computed from the one before. For a token, that is a part of
 * it, or another token that is not valid.
 */
const COMPUTED: Readonly<Record<string, (value: Json) => Json>> = {
  claims: (token) => claimsOf(token),
  header: (token) => claimsOf(token, 0),
  lifetime(token) {
    const { iat, exp } = claimsOf(token)
    return exp - iat
  },
  bySortOrder: (tasks) => tasks.toSorted((a: Json, b: Json) => a.sortOrder - b.sortOrder),
  otherCase: (text) => [text.toUpperCase(), text.toLowerCase(), `${text}x`].find((each) => each !== text),
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

/**
 * Returns the value at a path, whose names are divided by slashes or dots; for `*`, a list with that of each item.
 *
 * @param mayLack whether the last field of the path may be missing
 */
export function valueAt(value: Json, path: string, mayLack = false): Json {
  const [, name, rest = ''] = /^[/.]?([^/.]+)(.*)$/.exec(path) ?? []
  if (name === undefined) return value
  if (name.startsWith('^')) return valueAt(COMPUTED[name.slice(1)]?.(value), rest, mayLack)
  if (name === '*' && Array.isArray(value)) return value.map((item) => valueAt(item, rest, mayLack))
  const isObject = typeof value === 'object' && value !== null
  if (isObject && Object.hasOwn(value, name)) return valueAt(value[name], rest, mayLack)
  if (isObject && mayLack && rest === '') return undefined
  throw new Mismatch(`the field ${name}`, `The field ${name} is missing`, true)
}

/** Returns a part of a JWT: the claims, or with `0` the header. */
function claimsOf(token: unknown, part = 1): Json {
  try {
    return JSON.parse(Buffer.from(String(token).split('.')[part] ?? '', 'base64url').toString())
  } catch {
    throw new Mismatch('a JWT', token)
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Replaces claims of a token and keeps its signature. */
function withClaims(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return [header, encode({ ...claimsOf(token), ...claims }), signature].join('.')
}
