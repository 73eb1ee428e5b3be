import { isUtf8 } from 'node:buffer'
import { MalformedJson, MalformedUtf8, NestingTooDeep } from '../contract/errors.js'
import { JSON_DEPTH_MAX } from '../contract/limits.js'
import { EMPTY_SHAPE, type ObjectShape, type Shape } from './json-shape.js'
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  skipScalar,
  skipSpace,
  skipString,
} from './json-tokens.js'

/** The maximum length of the name of a known property in bytes, with every character escaped. */
const NAME_BYTES_MAX = 200

/** The maximum number of unknown properties that an object keeps for error messages. */
const UNKNOWN_MAX = 100

const BYTE_ORDER_MARK = Buffer.from('\ufeff')
/** The first byte of `null`. */
const LETTER_N = 0x6e

/**
 * Parses the parts of a JSON body that its schema describes. One pass over the bytes cuts everything else before
 * `JSON.parse` creates objects: unknown properties (decision 4), surplus items, and the content of values that must be
 * scalars. Time and memory are therefore proportional to the size of the body, whatever it contains. `JSON.parse` alone
 * takes 380 MiB for a list of empty lists of 16 MiB. A worker thread with a limit of 64 MiB does not stop it: measured with
 * this list, the whole process ended.
 *
 * The parts that are cut must still be valid JSON. If a property occurs several times, the last one counts.
 *
 * @param bytes the body. This function overwrites it.
 * @throws MalformedUtf8, MalformedJson, NestingTooDeep
 */
export function readJson(bytes: Buffer, shape: Shape): unknown {
  if (!isUtf8(bytes)) throw new MalformedUtf8()
  return JSON.parse(cut(bytes, shape).toString())
}

/** Removes everything from a JSON text that is not part of the shape, and returns the rest. */
function cut(bytes: Buffer, root: Shape): Buffer {
  let position = 0
  /** The number of bytes that are kept, at the start of `bytes`. */
  let length = 0
  /** The end of the last cut. Bytes from here to `position` are not yet moved. */
  let cutEnd = 0

  if (BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length))) {
    cutEnd = BYTE_ORDER_MARK.length
    position = BYTE_ORDER_MARK.length
  }
  readValue(root, 0)
  position = skipSpace(bytes, position)
  if (position < bytes.length) throw new MalformedJson()
  removeRange(position, position)
  return bytes.subarray(0, length)

  function removeRange(start: number, end: number): void {
    if (start > cutEnd) {
      bytes.copyWithin(length, cutEnd, start)
      length += start - cutEnd
    }
    cutEnd = end
  }

  /**
   * Reads a value and moves `position` past it.
   *
   * @returns `false` if the value is an object or an array that cannot be valid
   */
  function readValue(shape: Shape, depth: number): boolean {
    position = skipSpace(bytes, position)
    const byte = bytes[position]
    const { object, items } = shape
    if (byte === OPEN_OBJECT && object !== undefined) return readObject(object, enter(depth))
    if (byte === OPEN_ARRAY && items !== undefined) return readArray(shape, items, enter(depth))
    const start = position
    skipValue(depth)
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) removeRange(start + 1, position - 1)
    return (object === undefined && items === undefined) || (shape.isNullable === true && byte === LETTER_N)
  }

  function readObject({ properties, required, isClosed }: ObjectShape, depth: number): boolean {
    let found = 0
    /** The bits of the properties that cannot be valid. The last value of a property counts. */
    let invalid = 0
    let kept = 0
    let unknown = 0
    /** The start of the next property, with the comma before it if a property is kept before that comma. */
    let start = position
    if (isEmpty(CLOSE_OBJECT)) return required === 0
    do {
      if (kept === 0) start = position
      position = skipSpace(bytes, position)
      const nameStart = position
      skipName()
      const name = readName(nameStart, position)
      position = skipSpace(bytes, position)
      if (bytes[position++] !== COLON) throw new MalformedJson()
      const property = name === undefined ? undefined : properties.get(name)
      const isReported = property === undefined && isClosed && name !== '__proto__'
      if (property !== undefined) {
        found |= property.bit
        invalid = readValue(property.shape, depth) ? invalid & ~property.bit : invalid | property.bit
      } else if (isReported && unknown++ < UNKNOWN_MAX) {
        readValue(EMPTY_SHAPE, depth)
      } else {
        skipValue(depth)
        const isLast = bytes[skipSpace(bytes, position)] === CLOSE_OBJECT
        // The first property that is kept has no comma before it.
        const end = kept === 0 && !isLast ? skipSpace(bytes, position) + 1 : position
        removeRange(start, end)
        start = skipSpace(bytes, position)
        continue
      }
      kept++
      start = skipSpace(bytes, position)
    } while (isFollowed(CLOSE_OBJECT))
    return invalid === 0 && (found & required) === required
  }

  function readArray({ itemsMax }: Shape, items: Shape, depth: number): boolean {
    let isValid = true
    let count = 0
    if (isEmpty(CLOSE_ARRAY)) return true
    do {
      isValid = readValue(items, depth) && isValid
      count++
      // The items after these cannot change the result of the validation.
      if (itemsMax === undefined ? !isValid : count > itemsMax) {
        const start = position
        while (isFollowed(CLOSE_ARRAY)) skipValue(depth)
        removeRange(start, position - 1)
        return isValid
      }
    } while (isFollowed(CLOSE_ARRAY))
    return isValid
  }

  /** Moves `position` past a value without keeping any part of it. */
  function skipValue(depth: number): void {
    position = skipSpace(bytes, position)
    const byte = bytes[position]
    if (byte === QUOTE) {
      position = skipString(bytes, position)
    } else if (byte === OPEN_ARRAY) {
      const inner = enter(depth)
      if (isEmpty(CLOSE_ARRAY)) return
      do skipValue(inner)
      while (isFollowed(CLOSE_ARRAY))
    } else if (byte === OPEN_OBJECT) {
      const inner = enter(depth)
      if (isEmpty(CLOSE_OBJECT)) return
      do {
        position = skipSpace(bytes, position)
        skipName()
        position = skipSpace(bytes, position)
        if (bytes[position++] !== COLON) throw new MalformedJson()
        skipValue(inner)
      } while (isFollowed(CLOSE_OBJECT))
    } else {
      position = skipScalar(bytes, position)
    }
  }

  function enter(depth: number): number {
    if (depth === JSON_DEPTH_MAX) throw new NestingTooDeep()
    return depth + 1
  }

  /** Moves `position` past an opening bracket, and past the closing one if it follows. */
  function isEmpty(close: number): boolean {
    position = skipSpace(bytes, position + 1)
    if (bytes[position] !== close) return false
    position++
    return true
  }

  /** Moves `position` past the comma or the bracket after a value. Returns whether another value follows. */
  function isFollowed(close: number): boolean {
    position = skipSpace(bytes, position)
    const byte = bytes[position++]
    if (byte !== COMMA && byte !== close) throw new MalformedJson()
    return byte === COMMA
  }

  function skipName(): void {
    if (bytes[position] !== QUOTE) throw new MalformedJson()
    position = skipString(bytes, position)
  }

  /** Returns the name of a property, or `undefined` if it is too long to be a known one. */
  function readName(start: number, end: number): string | undefined {
    if (end - start > NAME_BYTES_MAX) return undefined
    const name = bytes.toString('latin1', start + 1, end - 1)
    return name.includes('\\') ? JSON.parse(bytes.toString('utf8', start, end)) : name
  }
}
