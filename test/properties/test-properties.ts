import t from 'tap'
import { openBench } from './bench.js'
import { check, randomSeed, runsOf } from './check.js'
import { DOCUMENTED, PROPERTIES } from './properties.js'

/** The cases of all properties together; `npm run fuzz` tries more. */
const RUNS = 2000

/** Tries the properties of a kind, with the seed of FUZZ_SEED or a random one. */
export function testProperties(kind: string): void {
  const seed = Number(process.env.FUZZ_SEED ?? randomSeed())
  console.error(`${kind}: FUZZ_SEED=${seed}`)
  for (const property of PROPERTIES.filter(({ name }) => name.startsWith(`${kind}-`))) {
    const runs = runsOf(property, RUNS)
    t.test(`${property.name} holds for ${runs} cases of the seed ${seed}`, async (t) => {
      const bench = await openBench(DOCUMENTED)
      t.teardown(bench.close)
      t.equal(await check(bench, property, { runs, seed }), undefined)
    })
  }
}
