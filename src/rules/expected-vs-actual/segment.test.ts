import { randomBytes } from 'node:crypto'
import t from 'tap'
import type { Exchange } from './exchange.js'
import { encodeSegment, findInSegment, packExchange, type Segment } from './segment.js'

function exchangeOf(text: string | null, firstByte: number): Exchange {
  return {
    request: { mediaType: null, body: { text: null, bytes: 0 } },
    response: { status: 200, headers: {}, body: { text, bytes: 0 } },
    firstByte,
    disconnected: false,
  }
}

/** Stores exchanges whose responses have these texts, each at twice its index, and returns the segment. */
function encode(texts: readonly (string | null)[]): Segment {
  return encodeSegment(texts.map((text, index) => [2 * index, packExchange(exchangeOf(text, index))]))
}

t.test('a segment has the exchanges of all places', async (t) => {
  const long = randomBytes(200_000).toString('hex')
  const texts = ['a\n"b"', 'a\n"b"', null, 'a\n"b"', '', '', 'Größe 😀', 'Größe 😀', long, null, long, 'a\n"b"', null]
  // Short segments are not compressed.
  for (const stored of [texts, texts.slice(0, 2), ['Größe 😀']]) {
    const segment = encode(stored)
    for (const [index, text] of stored.entries()) {
      t.strictSame(await findInSegment(segment, 2 * index), exchangeOf(text, index))
      t.equal(await findInSegment(segment, 2 * index + 1), undefined)
    }
  }
})

t.test('a text that follows itself takes its place once', async (t) => {
  const text = randomBytes(10_000).toString('hex')
  const [one, many] = [encode([text]), encode(Array(100).fill(text))]
  t.ok(many.bytes.length < one.bytes.length + 1000, `${many.bytes.length} bytes instead of ${one.bytes.length}`)
})
