import type { GradedVariant } from '../../contract/names.js'
import { type PlannedTest, planTest } from '../../rules/exposures/plan/plan.js'
import type { Style } from '../../rules/exposures/print/styles.js'
import { DEFECTS, exposureOf } from './catalogue.js'
import type { Defect } from './defect.js'

/** There is no test. The message says why in a sentence, without a full stop. */
export class NoTest extends Error {}

/** The number of similar names in a message. */
const SIMILAR_MAX = 3

/**
 * Returns a defect of any edition by its name.
 *
 * @throws NoTest if there is none; the message has similar names
 */
export function findDefect(name: string): Defect {
  const found = DEFECTS.find((defect) => defect.name === name)
  if (found !== undefined) return found
  const similar = similarNames(name)
  const hint = similar.length === 0 ? '' : ` (Did you mean ${similar.join(' or ')}?)`
  throw new NoTest(`There is no defect '${name}'${hint}. GET /defects of a running service lists the defects`)
}

/** Returns the names that share most words with another one. */
function similarNames(name: string): string[] {
  const words = name.toLowerCase().split(/\W+/)
  const shared = (other: string) => other.split('-').filter((word) => words.includes(word)).length
  return DEFECTS.map((defect) => defect.name)
    .filter((other) => shared(other) > 0)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, SIMILAR_MAX)
}

/**
 * Plans the test that finds a defect.
 *
 * @param variant the variant that the test calls; by default v1, or v2 for a defect that only v2 has
 * @param baseUrl the base URL that the test uses if its environment has none
 * @throws NoTest if the variant does not have the defect
 */
export function planTestOf(defect: Defect, variant?: GradedVariant, baseUrl?: string): PlannedTest {
  const exposure = exposureOf(defect, [])
  if (exposure.variant === 'v2' && variant === 'v1') throw new NoTest(`Only v2 has the defect '${defect.name}'`)
  return planTest(exposure, variant ?? exposure.variant, baseUrl)
}

/**
 * Prints a test in a style.
 *
 * @returns the path of its file in the project of the style, and its code
 * @throws NoTest if the style cannot express it
 */
export function printTest(plan: PlannedTest, style: Style): { file: string; code: string } {
  const reason = style.reasonAgainst?.(plan)
  if (reason !== undefined) throw new NoTest(`The style ${style.name} cannot express this test: ${reason}`)
  return { file: style.fileOf(plan), code: style.print(plan) }
}
