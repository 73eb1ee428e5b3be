import t from 'tap'
import { DEFECTS } from '../../../src/api/defects/catalogue.js'
import { findDefect, planTestOf } from '../../../src/api/defects/print-test.js'
import type { Expectation } from '../../../src/rules/exposures/exposure.js'
import type { PlannedStep, PlannedTest } from '../../../src/rules/exposures/plan/plan.js'
import { printAssertionOf } from '../../../src/rules/exposures/print/assertion.js'
import { STYLES, type Style, styleOf } from '../../../src/rules/exposures/print/styles.js'

for (const style of STYLES) {
  t.test(`${style.title}: the assertion that states the rule is a part of the test`, async (t) => {
    const plans = DEFECTS.map((defect) => planTestOf(defect, 'v2')).filter((plan) => !style.reasonAgainst?.(plan))
    const assertions = plans.map((plan) => printAssertionOf(plan, style))
    t.ok(assertions.filter((assertion) => assertion === undefined).length <= 2, 'almost all can be told from the rest')
    for (const [index, plan] of plans.entries()) {
      const lines = assertions[index]?.split('\n') ?? []
      const code = style.print(plan)
      const isPart = lines.every((line) => code.includes(line) || code.includes(JSON.stringify(line).slice(1, -1)))
      const brackets = (pattern: RegExp) => lines.join('').split(pattern).length
      t.ok(isPart && brackets(/[([{]/) === brackets(/[)\]}]/), `${plan.title}: ${lines.join(' ')}`)
    }
  })
}

t.test('an assertion is printed alone, also one with several lines, and one in a JSON file', async (t) => {
  const plan = planTestOf(findDefect('put-merges-labels'))
  t.equal(printAssertionOf(plan, styleOf('pytest') as Style), 'assert body["labels"] == ["shop"]')
  const check = (test: PlannedTest) => {
    const [, step] = test.steps as [PlannedStep, PlannedStep]
    const { is } = step.expect.at(-1) as Expectation
    return `check(${JSON.stringify('equals' in is && is.equals, null, 2)})`
  }
  t.equal(printAssertionOf(plan, { print: (test) => `{\n${check(test)}\n}` }), 'check([\n  "shop"\n])')
  const inJson = (test: PlannedTest) => JSON.stringify(['send()', ...check(test).split('\n')], null, 2)
  t.equal(printAssertionOf(plan, { print: inJson }), 'check([\n  "shop"\n])')
  t.equal(printAssertionOf(plan, { print: () => 'the same' }), undefined)
})
