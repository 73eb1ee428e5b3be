import t from 'tap'
import { EDITIONS } from '../../src/api/editions/index.js'
import { check, runsOf, seedOf } from './check.js'
import { PROPERTIES } from './properties.js'

/** The cases of all properties together for each edition; `npm test -- fuzz` tries more, also in `.ci/run`. */
const RUNS = 50

const seed = seedOf(process.env.FUZZ_SEED, 'FUZZ_SEED')
t.comment(`FUZZ_SEED=${seed}`)

for (const { name: edition } of EDITIONS) {
  for (const property of PROPERTIES) {
    const runs = runsOf(property, RUNS)
    t.test(`${edition}: ${property.name} holds for ${runs} cases of the seed ${seed}`, async (t) => {
      t.equal(await check(property, { edition, runs, seed }), undefined)
    })
  }
}
