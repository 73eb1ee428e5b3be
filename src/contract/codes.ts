import { createHmac, randomInt } from 'node:crypto'

/** The characters of codes. Letters and digits that look alike are left out, because people type codes. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of groups of a joining code: about 39 bits, which is enough because attempts to join are limited. */
export const JOIN_CODE_GROUPS = 2

/** The number of groups of a personal code: about 59 bits. */
export const PERSONAL_CODE_GROUPS = 3

/** Returns a random code in groups of four characters, such as `K7M2-9QXP`. A group has about 19 bits. */
export function createCode(groups: number): string {
  const characters = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: groups }, characters).join('-')
}

/**
 * Returns a code that only the owner of a key can compute from a text (HMAC with SHA-256). It looks like a random code.
 *
 * @param groups the number of groups, up to 12
 */
export function deriveCode(key: string, text: string, groups: number): string {
  let rest = BigInt(`0x${createHmac('sha256', key).update(text).digest('hex')}`)
  const base = BigInt(ALPHABET.length)
  let characters = ''
  while (characters.length < 4 * groups) {
    characters += ALPHABET[Number(rest % base)]
    rest /= base
  }
  return normalizeCode(characters)
}

/** Converts a code to its stored form. Case, spaces and hyphens do not matter. */
export function normalizeCode(code: string): string {
  const characters = code.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return characters.replace(/(.{4})(?=.)/g, '$1-')
}
