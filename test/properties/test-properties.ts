import t from 'tap'
import { check, runsOf, seedOf } from './check.js'
import { PROPERTIES } from './properties.js'

/** The cases of all properties together; `npm run fuzz` tries more. */
const RUNS = 2000

/** Tries the properties of a kind, with the seed of FUZZ_SEED or a random one. */
export function testProperties(kind: string): void {
  const seed = seedOf(process.env.FUZZ_SEED, 'FUZZ_SEED')
  console.error(`${kind}: FUZZ_SEED=${seed}`)
  for (const property of PROPERTIES.filter(({ name }) => name.startsWith(`${kind}-`))) {
    const runs = runsOf(property, RUNS)
    t.test(`${property.name} holds for ${runs} cases of the seed ${seed}`, async (t) => {
      t.equal(await check(property, { runs, seed }), undefined)
    })
  }
}
