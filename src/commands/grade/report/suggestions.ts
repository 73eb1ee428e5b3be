import { printTest } from '../../../app/grading.js'
import { ALSO_FINDS } from '../../../rules/exposures/also-finds.js'
import { meets } from '../../../rules/exposures/meets.js'
import type { PlannedRequest, PlannedTest } from '../../../rules/exposures/plan/plan.js'
import { printAssertionOf } from '../../../rules/exposures/print/assertion.js'
import type { Style } from '../../../rules/exposures/print/styles.js'
import type { DefectResult, Evidence, GradeResult } from '../types.js'
import { missedByCost } from './importance.js'
import { nextTest } from './next-test.js'

/** A test that finds a missed defect. */
export interface Suggestion {
  /** The name of the defect. */
  defect: string
  /** The other missed defects that the test finds. */
  alsoFinds: readonly string[]
  /** What the test expects, such as `a task without a priority is MEDIUM`. */
  title: string
  /** The name of the style. */
  style: string
  /** The path of the file of the test in its project. */
  file: string
  code: string
  /** The assertion that a request of the suite lacks; `null` if the suite has no such request. */
  assertion: MissingAssertion | null
}

interface MissingAssertion {
  /** The operation, such as `POST /tasks`. */
  operation: string
  /** The request of the suite. */
  request: Evidence['first']
  /** The assertion as in the test, with the names of its responses; `null` if it cannot be told from the test. */
  code: string | null
}

interface SuggestOptions {
  /** The maximum number of suggestions. */
  count: number
  /** The other defects that the test of a defect finds. */
  alsoFinds?: Readonly<Record<string, readonly string[]>>
}

/**
 * Suggests tests for the missed defects: first the test that finds most of what was missed. Of tests that find equally
 * many, the cheapest comes first, and of these the one for the most severe defect. A defect that the style cannot express,
 * or that is newer than this version, has no suggestion.
 */
export function suggestTests(
  { defects, variant }: Pick<GradeResult, 'defects' | 'variant'>,
  style: Style,
  { count, alsoFinds = ALSO_FINDS }: SuggestOptions,
): Suggestion[] {
  const missed = missedByCost(defects)
  const candidates = missed.flatMap((result) => {
    const plan = nextTest(result, variant)
    return plan === undefined || style.reasonAgainst?.(plan) !== undefined ? [] : [{ result, plan }]
  })
  const open = new Set(candidates.map(({ result }) => result.name))
  const suggestions: Suggestion[] = []
  while (candidates.length > 0 && suggestions.length < count) {
    const finds = candidates.map(({ result: { name } }) =>
      [name, ...(alsoFinds[name] ?? [])].filter((each) => open.has(each)),
    )
    const best = finds.reduce((most, each, index) => (each.length > (finds[most]?.length ?? 0) ? index : most), 0)
    const [{ result, plan }] = candidates.splice(best, 1) as [(typeof candidates)[number]]
    for (const name of finds[best] ?? []) open.delete(name)
    suggestions.push({
      defect: result.name,
      alsoFinds: (alsoFinds[result.name] ?? []).filter((name) => missed.some((each) => each.name === name)),
      title: plan.title,
      style: style.name,
      ...printTest(plan, style),
      assertion: missingAssertion(result, plan, style),
    })
  }
  return suggestions
}

/**
 * Returns the assertion for the request that the suite overlooked, if the test asserts on the response to such a request,
 * and if the correct response to the request of the suite passes.
 */
function missingAssertion(
  { evidence, exchange }: DefectResult,
  plan: PlannedTest,
  style: Style,
): MissingAssertion | null {
  const step = plan.steps.findLast(({ expect }) => expect.length > 0)
  if (evidence?.effect !== 'response' || step?.requests.length !== 1) return null
  const [decisive, correct] = [step.expect.at(-1), exchange?.expected]
  if (decisive === undefined || !correct || !meets(decisive, correct)) return null
  const { first } = evidence
  const [{ method, path }] = step.requests as [PlannedRequest]
  // Other ids, and references to ids, stand for ids of the suite.
  const [operation = ''] = path.replaceAll(/\{[^}]+\}|\b\d+\b/g, '{id}').split('?')
  const target = new RegExp(`^/api/\\w+${operation.replaceAll('{id}', '[^/]+')}(\\?|$)`)
  if (first.method !== method || !target.test(first.target)) return null
  return { operation: `${method} ${operation}`, request: first, code: printAssertionOf(plan, style) ?? null }
}
