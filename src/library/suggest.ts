import { findDefect, NoTest, planTestOf, printTest } from '../defects/print-test.js'
import { STYLES, styleOf } from '../rules/exposures/print/styles.js'
import type { SuggestedTest, SuggestOptions } from './types.js'

/**
 * Returns a test that finds a defect, with the project that runs it.
 *
 * @throws NoTest
 */
export function suggestTestOf(name: string, { as = 'node-test', variant, baseUrl }: SuggestOptions): SuggestedTest {
  const style = styleOf(as)
  if (style === undefined) {
    throw new NoTest(`There is no style '${as}'. The styles are ${STYLES.map((each) => each.name).join(', ')}`)
  }
  const { project, command } = style
  return { ...printTest(planTestOf(findDefect(name), variant, baseUrl), style), project, command }
}
