/** Checks the properties of v1 and v2 on a board with a defect. Exits with 1 if one of them does not hold. */
import fc from 'fast-check'
import { EDITIONS } from '../../src/editions/index.js'
import { openBench } from '../../test/properties/bench.js'
import { PROPERTIES } from '../../test/properties/properties.js'

/** The seed of the cases. It is fixed, so that the table changes only with the properties and the defects. */
const SEED = 1

const [cases, ...defects] = process.argv.slice(2)
const bench = await openBench(EDITIONS[0].name, defects)
for (const { name, create } of PROPERTIES.filter(({ name }) => /-v[12]$/.test(name))) {
  const { failed } = await fc.check(create(bench), { numRuns: Number(cases), seed: SEED, endOnFailure: true })
  if (failed) {
    console.log(name)
    process.exitCode = 1
    break
  }
}
await bench.close()
