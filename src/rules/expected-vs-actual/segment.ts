import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib'
import type { Exchange, RecordedBody } from './exchange.js'

const decompress = promisify(brotliDecompress)

/** Exchanges repeat each other, so the fastest compression that finds repetitions is enough. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** The length from which bytes are compressed. To begin a compression costs more than fewer bytes take. */
const COMPRESSED_MIN = 1024

/** The size of the memory that packed exchanges share, in bytes. The system would return more at each end of its use. */
const SLAB_BYTES = 2 ** 16

/** Exchanges as bytes. */
export interface Segment {
  bytes: Uint8Array
  /** Whether they are not compressed. */
  isPlain?: true
}

/** Stands for the length of a text that is the same as the text before it, and is stored only once. */
const SAME = 'same'

/** An exchange as bytes, which garbage collections do not copy while it waits. */
export interface PackedExchange {
  /** A line of JSON without the text of the response, and this text. JSON would escape each of its quotes. */
  bytes: Buffer
  /** The approximate size in bytes. */
  size: number
}

/** An exchange, and its place among the requests of one write. */
export type PlacedExchange = readonly [place: number, exchange: PackedExchange]

/** The place of an exchange, and the lengths of its line and of its text in bytes. */
type Indexed = readonly [place: number, line: number, text: number | typeof SAME]

/** The approximate size of an exchange without its texts, in bytes. */
const OVERHEAD = 512

/** Where exchanges are packed. Many share its memory, because each allocation takes time. */
let slab = Buffer.alloc(0)
let used = 0

/** Packs an exchange, which then has no text of the response. */
export function packExchange(exchange: Exchange): PackedExchange {
  const { body } = exchange.response
  const text = body.text ?? ''
  const size = sizeOf(exchange)
  if (body.text !== null) body.text = ''
  return { bytes: toBytes(`${JSON.stringify(exchange)}\n${text}`), size }
}

function toBytes(text: string): Buffer {
  const length = Buffer.byteLength(text)
  if (length > SLAB_BYTES / 2) return Buffer.from(text)
  if (used + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
    used = 0
  }
  const start = used
  used += slab.write(text, start)
  return slab.subarray(start, used)
}

/**
 * Returns the approximate size of an exchange in bytes. Learners see which exchanges are deleted, so the size must not
 * depend on whether there is an expected response. It is counted as long as the actual one.
 */
function sizeOf({ request, response }: Exchange): number {
  const lengthOf = ({ text }: RecordedBody) => text?.length ?? 0
  return OVERHEAD + lengthOf(request.body) + 2 * lengthOf(response.body)
}

/**
 * Joins the exchanges of the requests of one write: a line of JSON (`Indexed`), and the bytes of each. A long segment is
 * compressed. Clients often send the same request several times, so a text that follows itself is stored once.
 */
export function encodeSegment(exchanges: readonly PlacedExchange[]): Segment {
  const index: Indexed[] = []
  const parts: Buffer[] = []
  let previous: Buffer | undefined
  for (const [place, { bytes }] of exchanges) {
    const line = bytes.indexOf('\n') + 1
    const text = bytes.subarray(line)
    const isSame = text.length > 0 && previous?.equals(text) === true
    index.push([place, line, isSame ? SAME : text.length])
    parts.push(isSame ? bytes.subarray(0, line) : bytes)
    if (text.length > 0) previous = text
  }
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...parts])
  if (bytes.length < COMPRESSED_MIN) return { bytes, isPlain: true }
  // The result of zlib is a part of 16 KiB, which would all be copied to the thread that writes.
  return { bytes: Buffer.from(brotliCompressSync(bytes, OPTIONS)) }
}

/** Returns the exchange at a place of a segment, or `undefined` if the segment does not have it. */
export async function findInSegment({ bytes, isPlain }: Segment, place: number): Promise<Exchange | undefined> {
  const content = Buffer.from(isPlain ? bytes : await decompress(bytes))
  const textOf = (start: number, end: number) => content.toString('utf8', start, end)
  let end = content.indexOf('\n') + 1
  let text: [start: number, end: number] = [0, 0]
  for (const [other, line, length] of JSON.parse(textOf(0, end)) as Indexed[]) {
    const [start, lineEnd] = [end, end + line]
    end = lineEnd + (length === SAME ? 0 : length)
    if (end > lineEnd) text = [lineEnd, end]
    if (other !== place) continue
    const exchange: Exchange = JSON.parse(textOf(start, lineEnd))
    if (length !== 0) exchange.response.body.text = textOf(...text)
    return exchange
  }
  return undefined
}
