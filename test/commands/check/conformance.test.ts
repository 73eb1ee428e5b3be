import t from 'tap'
import { earlier } from '../../../src/api/editions/earlier.js'
import { CHECKS } from '../../../src/commands/check/areas.js'
import { VARIANT_NAMES } from '../../../src/contract/names.js'
import { IS_POSTGRES } from '../../kit/database.js'
import { startService } from '../../kit/helper.js'
import { repeat, sample } from '../../kit/length.js'
import { divideChecks, failuresOf, type Part, runInProcess, runParts } from './helper.js'

const service = await startService(t)

/** Each check in one of its variants, which share their handlers, or before a release in all of them. */
const PARTS = divideChecks(VARIANT_NAMES)

/** Every nth check in `npm test`, and all before a release. */
const partsOf = (every: number) => PARTS.map(([checks, variants]): Part => [sample(checks, every), variants])

t.test('the default board passes every check', async (t) => {
  const results = await runParts(service, partsOf(IS_POSTGRES ? 4 : 1))
  t.strictSame(failuresOf(results), [])
  t.ok(results.length > repeat(IS_POSTGRES ? 125 : 500, 1500), `${results.length} results`)
})

// The editions use the store in the same way, so PostgreSQL repeats this before a release only.
if (!IS_POSTGRES || repeat(0, 1) === 1) {
  t.test('the earlier edition passes every check of that edition', async (t) => {
    const service = await startService(t, { edition: earlier })
    const results = await runParts(service, partsOf(2), { edition: 'earlier' })
    t.strictSame(failuresOf(results), [])
    t.ok(results.length > repeat(150, 350), `${results.length} results`)
  })
}

t.test('the editions differ: the current one fails checks of the earlier one', async (t) => {
  const checks = CHECKS.filter(({ area }) => area === 'earlier')
  const results = await runInProcess(service, checks, ['v1'], { edition: 'earlier' })
  t.ok(failuresOf(results).length > 10)
})
