import { readFileSync } from 'node:fs'
import t from 'tap'
import { createDraw } from '../../../src/api/buggy/draw.js'

/**
 * Draws computed by another implementation, in Python:
 *
 *     digest = hashlib.sha256(f"1:{seed}:{ordinal}:{fault}:{purpose}".encode()).digest()
 *     fraction = (int.from_bytes(digest[:8], "big") >> 11) / 2**53
 */
const vectors: { draws: Row[] } = JSON.parse(readFileSync(new URL('./plan-vectors.json', import.meta.url), 'utf8'))

type Row = [seed: number, ordinal: number, fault: string, purpose: string, fraction: number, of2: number, of100: number]

const SEED = 20_260_302

t.test('draws are those of the published algorithm (decision 36)', async (t) => {
  for (const [seed, ordinal, fault, purpose, fraction, of2, of100] of vectors.draws) {
    const draw = createDraw(seed, ordinal, fault)
    const name = `${seed}, ${ordinal}, ${fault}, ${purpose}`
    t.equal(draw.fraction(purpose), fraction, name)
    t.equal(draw.index(purpose, 2), of2, name)
    t.equal(draw.index(purpose, 100), of100, name)
  }
})

t.test('a draw is a pure function of seed, ordinal, fault and purpose (decisions 36 and 43)', async (t) => {
  const draw = createDraw(SEED, 5, 'date-mix')
  const before = draw.fraction('occurs')
  createDraw(SEED, 6, 'date-mix').fraction('occurs')
  draw.index('changed', 3)
  t.equal(draw.fraction('occurs'), before)
  t.equal(createDraw(SEED, 5, 'date-mix').fraction('occurs'), before)
  const others = [
    createDraw(SEED + 1, 5, 'date-mix').fraction('occurs'),
    createDraw(SEED, 6, 'date-mix').fraction('occurs'),
    createDraw(SEED, 5, 'pagination').fraction('occurs'),
    draw.fraction('changed'),
  ]
  t.equal(new Set([before, ...others]).size, 5, 'each of the four changes it')
})
