import { randomInt } from 'node:crypto'

/** The characters of codes that people type: no letters or digits that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of groups of a joining code: about 39 bits, which cannot be guessed at the rate limit of joining. */
export const JOIN_CODE_GROUPS = 2

/** The number of groups of a personal code: about 59 bits. */
export const PERSONAL_CODE_GROUPS = 3

/** Returns a random code in groups of four characters, such as `K7M2-9QXP`. A group has about 19 bits. */
export function createCode(groups: number): string {
  const characters = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: groups }, characters).join('-')
}

/** Returns a code as it is stored, whatever case, spaces and hyphens people type. */
export function normalizeCode(code: string): string {
  const characters = code.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return characters.replace(/(.{4})(?=.)/g, '$1-')
}
