import t from 'tap'
import { JOURNAL_MAX } from '../../src/contract/limits.js'
import type { Exchange } from '../../src/evidence/exchange.js'
import { packExchange } from '../../src/evidence/segment.js'
import { createWaitingEntries } from '../../src/journal/waiting-entries.js'
import { entry } from '../store/contract/shared.js'

/** An entry whose exchange takes about this many bytes. */
function entryOf(size: number) {
  const exchange: Exchange = {
    request: { mediaType: null, body: { text: 'x'.repeat(size), bytes: size } },
    response: { status: 200, headers: {}, body: { text: null, bytes: 0 } },
    firstByte: 1,
    disconnected: false,
  }
  return entry({ exchange: packExchange(exchange) })
}

t.test('the oldest exchanges are dropped if those of a board, or of all boards, take too much memory', async (t) => {
  const waiting = createWaitingEntries()
  const ofBoard = Array.from({ length: 5 }, () => entryOf(300_000))
  for (const one of ofBoard) waiting.add('first', [one])
  t.strictSame(
    ofBoard.map(({ exchange }) => exchange !== undefined),
    [false, false, true, true, true],
    'at most 1 MiB of a board',
  )
  const others = Array.from({ length: 40 }, () => entryOf(1_000_000))
  for (const [index, one] of others.entries()) waiting.add(`board ${index}`, [one])
  t.equal(ofBoard.filter(({ exchange }) => exchange !== undefined).length, 0)
  t.equal(others.filter(({ exchange }) => exchange !== undefined).length, 33, 'at most 32 MiB of all boards')
  t.equal(others.at(-1)?.exchange !== undefined, true)
})

t.test('a board drops its oldest entry, unless that belongs to the score', async (t) => {
  const waiting = createWaitingEntries()
  waiting.add(
    'a',
    Array.from({ length: JOURNAL_MAX }, () => entry()),
  )
  waiting.add('a', [entry({ exchange: entryOf(10).exchange })])
  t.equal(waiting.countOf('a'), JOURNAL_MAX)
  waiting.add('b', [entry({ isClaimable: true }), ...Array.from({ length: JOURNAL_MAX }, () => entry())])
  t.equal(waiting.countOf('b'), JOURNAL_MAX + 1)
})
