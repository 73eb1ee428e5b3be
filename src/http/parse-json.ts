import { isUtf8 } from 'node:buffer'
import { MalformedJson, MalformedUtf8, NestingTooDeep, TooManyValues } from '../contract/errors.js'
import { JSON_DEPTH_MAX } from '../contract/limits.js'

/** The bytes of a byte order mark. */
const MARK = [0xef, 0xbb, 0xbf]

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
/** What separates the values of a JSON text. `[` and `{` differ in one bit only, and so do `]` and `}`. */
export const [COMMA, OPENING, CLOSING] = [0x2c, 0x7b, 0x7d]
const BRACE_BIT = 0x20
const SPACES = new Set(Buffer.from(' \t\r\n'))

/**
 * Parses a JSON body. The encoding, the depth and the number of values are checked on the bytes, before `JSON.parse`
 * creates objects: it takes 67 bytes of memory for each `{}`. A byte order mark is ignored (RFC 8259, section 8.1).
 *
 * @param valuesMax the maximum number of arrays, objects and scalars
 * @throws MalformedUtf8, NestingTooDeep, TooManyValues, MalformedJson
 */
export function parseJsonBytes(bytes: Buffer, valuesMax: number): unknown {
  const hasMark = bytes[0] === MARK[0] && bytes[1] === MARK[1] && bytes[2] === MARK[2]
  const text = hasMark ? bytes.subarray(MARK.length) : bytes
  if (!isUtf8(text)) throw new MalformedUtf8()
  requireLimits(text, valuesMax)
  try {
    return JSON.parse(text.toString())
  } catch {
    throw new MalformedJson()
  }
}

function requireLimits(bytes: Buffer, valuesMax: number): void {
  let depth = 0
  // A value follows each comma, and each opening bracket, unless the array or object is empty.
  let values = 1
  scanJson(bytes, (separator, at) => {
    if (separator === CLOSING) {
      depth--
      return
    }
    if (separator === COMMA || !isEmpty(bytes, at)) values++
    if (separator === OPENING && ++depth > JSON_DEPTH_MAX) throw new NestingTooDeep()
    if (values > valuesMax) throw new TooManyValues(valuesMax)
  })
}

/** Whether only white space is between an opening bracket and its closing bracket. */
function isEmpty(bytes: Uint8Array, opening: number): boolean {
  let next = opening + 1
  while (SPACES.has(bytes[next] ?? 0)) next++
  return ((bytes[next] ?? 0) | BRACE_BIT) === CLOSING
}

/**
 * Visits the commas and brackets of a JSON text, except those in strings. The text need not be valid.
 *
 * @param visit receives `COMMA`, `OPENING` or `CLOSING`, and the position of the byte. It returns `true` to interrupt.
 * @returns where to continue
 */
export function scanJson(bytes: Uint8Array, visit: (separator: number, at: number) => unknown, from = 0): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = (bytes[at] ?? 0) | BRACE_BIT
    if (byte === QUOTE) {
      while (++at < bytes.length && bytes[at] !== QUOTE) if (bytes[at] === BACKSLASH) at++
    } else if ((byte === COMMA || byte === OPENING || byte === CLOSING) && visit(byte, at) === true) return at + 1
  }
  return bytes.length
}
