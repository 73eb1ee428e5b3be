/** The library that starts the service in a test. @module */

import { findDefect, NoTest, planTestOf, printTest } from '../../api/defects/print-test.js'
import { STYLES, styleOf } from '../../rules/exposures/print/styles.js'
import { startService } from './start.js'
import type { SuggestedTest, SuggestOptions, TaskBoard, TaskBoardOptions } from './types.js'

export type * from './types.js'

/**
 * Starts the service in this process, by default with an empty database in memory at a free port of this machine. It
 * does not read environment variables and does not handle signals.
 *
 * @throws Error if an option is not valid, the database cannot be used, or the port is in use
 */
export function startTaskBoard(options: TaskBoardOptions = {}): Promise<TaskBoard> {
  return startService(options)
}

/**
 * Returns a test that finds a defect, with the project that runs it: it passes on a correct service, and fails on a board
 * with the defect.
 *
 * @param defect the name of the defect
 * @throws Error if there is no such defect or style, the variant does not have the defect, or the style cannot express the
 *   test
 */
export function suggestTest(
  defect: string,
  { as = 'node-test', variant, baseUrl }: SuggestOptions = {},
): SuggestedTest {
  const style = styleOf(as)
  if (style === undefined) {
    throw new NoTest(`There is no style '${as}'. The styles are ${STYLES.map((each) => each.name).join(', ')}`)
  }
  const { project, command } = style
  return { ...printTest(planTestOf(findDefect(defect), variant, baseUrl), style), project, command }
}
