import t from 'tap'
import { DEFECTS } from '../../../src/api/defects/catalogue.js'
import { CHECKS } from '../../../src/commands/check/areas.js'
import type { Check } from '../../../src/commands/check/check.js'
import { createBoard } from '../../kit/board.js'
import { startService } from '../../kit/helper.js'
import { CHECKS_OF_DEFECTS } from './checks-of-defects.js'
import { failuresOf, fetchFrom, runInProcess } from './helper.js'

const service = await startService(t)
const fetch = fetchFrom(service, true)

t.test('the check of every defect is listed', async (t) => {
  t.strictSame(Object.keys(CHECKS_OF_DEFECTS).sort(), DEFECTS.map(({ name }) => name).sort())
})

for (const { name, rule } of DEFECTS) {
  t.test(`${name} is found by a check of its rule`, async (t) => {
    const check = CHECKS.find(({ id }) => id === CHECKS_OF_DEFECTS[name]) as Check
    t.ok(rule.includes(check.section.replace(/^decision /, '')), `${rule} ${check.section}`)
    const { id } = await createBoard(service, { defects: [name] })
    const variant = check.variants.includes('v1') ? 'v1' : 'v2'
    const url = `http://localhost:3000/b/${id}`
    const results = await runInProcess(service, [check], [variant], { url, fetch })
    t.match(failuresOf(results), [{ id: check.id }])
  })
}
