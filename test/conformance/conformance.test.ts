import t from 'tap'
import { VARIANT_NAMES } from '../../src/client/names.js'
import { CHECKS } from '../../src/conformance/areas/index.js'
import { earlier } from '../../src/editions/earlier.js'
import { startService } from '../helper.js'
import { failuresOf, runInProcess } from './helper.js'

const service = await startService(t)

t.test('the default board passes every check in every variant', async (t) => {
  const results = await runInProcess(service, CHECKS, VARIANT_NAMES)
  t.strictSame(failuresOf(results), [])
  t.ok(results.length > 1500, `${results.length} results`)
})

t.test('the earlier edition passes every check of that edition', async (t) => {
  const service = await startService(t, { edition: earlier })
  const results = await runInProcess(service, CHECKS, VARIANT_NAMES, { edition: 'earlier' })
  t.strictSame(failuresOf(results), [])
  t.ok(results.length > 1000, `${results.length} results`)
})

t.test('the editions differ: the current one fails checks of the earlier one', async (t) => {
  const checks = CHECKS.filter(({ area }) => area === 'earlier')
  const results = await runInProcess(service, checks, ['v1'], { edition: 'earlier' })
  t.ok(failuresOf(results).length > 10)
})
