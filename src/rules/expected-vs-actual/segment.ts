import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib'
import type { Exchange, RecordedBody } from './exchange.js'

const decompress = promisify(brotliDecompress)

/** Exchanges repeat each other, so the fastest compression that finds repetitions is enough. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** The length from which a text is compressed. To begin a compression costs more than a shorter text takes. */
const COMPRESSED_MIN = 1024

/** Exchanges as bytes. */
export interface Segment {
  bytes: Uint8Array
  /** Whether they are not compressed. */
  isPlain?: true
}

/** Stands for the length of a text that is the same as the text before it, and is stored only once. */
const SAME = 'same'

/**
 * An exchange as two texts. The text of the response is apart, because JSON escapes each of its quotes, and two texts cost
 * less than an object on their way to the thread that writes them.
 */
export interface PackedExchange {
  /** The exchange as JSON, without the text of the response. */
  head: string
  /** The text of the response; `null` if it has none. */
  text: string | null
  /** The approximate size in bytes. */
  size: number
}

/** An exchange, and its place among the requests of one write. */
export type PlacedExchange = readonly [place: number, exchange: PackedExchange]

/** An exchange without the text of its response, and the length of this text in UTF-16 code units. */
type Indexed = readonly [place: number, exchange: Exchange, length: number | typeof SAME | null]

/** The approximate size of an exchange without its texts, in bytes. */
const OVERHEAD = 512

/** Packs an exchange, which then has no text of the response. */
export function packExchange(exchange: Exchange): PackedExchange {
  const { body } = exchange.response
  const { text } = body
  const size = sizeOf(exchange)
  body.text = null
  return { head: JSON.stringify(exchange), text, size }
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
 * Renders the exchanges of the requests of one write as one text: a line of JSON, and the texts of the responses. A long
 * text is compressed. Clients often send the same request several times, so a text that follows itself is stored once.
 */
export function encodeSegment(exchanges: readonly PlacedExchange[]): Segment {
  const index: string[] = []
  const texts: string[] = []
  let previous: string | undefined
  for (const [place, { head, text }] of exchanges) {
    if (text === null) {
      index.push(`[${place},${head},null]`)
    } else if (text === previous) {
      index.push(`[${place},${head},"${SAME}"]`)
    } else {
      index.push(`[${place},${head},${text.length}]`)
      texts.push(text)
      previous = text
    }
  }
  const content = `[${index}]\n${texts.join('')}`
  if (content.length < COMPRESSED_MIN) return { bytes: Buffer.from(content), isPlain: true }
  return { bytes: brotliCompressSync(content, OPTIONS) }
}

/** Returns the exchange at a place of a segment, or `undefined` if the segment does not have it. */
export async function findInSegment({ bytes, isPlain }: Segment, place: number): Promise<Exchange | undefined> {
  const content = Buffer.from(isPlain ? bytes : await decompress(bytes)).toString()
  let end = content.indexOf('\n') + 1
  let start = end
  // Segments of an earlier version have no such line.
  for (const [other, exchange, length] of JSON.parse(content.slice(0, end) || '[]') as Indexed[]) {
    if (typeof length === 'number') {
      start = end
      end += length
    }
    if (other !== place) continue
    if (length !== null) exchange.response.body.text = content.slice(start, end)
    return exchange
  }
  return undefined
}
