import { DEFECTS, exposureOf } from '../../../app/grading.js'
import type { GradedVariant } from '../../../contract/names.js'
import { type PlannedTest, planTest } from '../../../rules/exposures/plan/plan.js'
import type { DefectResult } from '../types.js'

/** Returns the test that finds a missed defect; `undefined` for others. A running service can have other defects. */
export function nextTest(
  { name, outcome }: Pick<DefectResult, 'name' | 'outcome'>,
  variant: GradedVariant,
): PlannedTest | undefined {
  const defect = outcome === 'missed' ? DEFECTS.find((each) => each.name === name) : undefined
  return defect && planTest(exposureOf(defect, []), variant)
}
