import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Exchange } from './exchange.js'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Exchanges repeat each other, so the fastest compression that finds repetitions is enough. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** An exchange, and its place among the requests of one write. */
export type PlacedExchange = readonly [place: number, exchange: Exchange]

/** Renders the exchanges of the requests of one write as one compressed text. The compression runs in another thread. */
export async function encodeSegment(exchanges: readonly PlacedExchange[]): Promise<Uint8Array> {
  return compress(JSON.stringify(exchanges), OPTIONS)
}

/** Returns the exchange at a place of a segment, or `undefined` if the segment does not have it. */
export async function findInSegment(segment: Uint8Array, place: number): Promise<Exchange | undefined> {
  const exchanges = JSON.parse(String(await decompress(segment))) as PlacedExchange[]
  return exchanges.find(([other]) => other === place)?.[1]
}
