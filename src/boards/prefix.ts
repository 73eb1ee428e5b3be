import { operationsIn } from '../operations.js'

/** The paths that exist on the server but not on boards. */
const SERVER_PATHS = /^\/(boards|class|classes|defects|control|metrics|arazzo\.(json|yaml)|b)(?![^/?#])/

/** The path of the page and the index of the default board. Those of a private board are also at its base URL. */
export const BOARD_PAGE_PATH = '/board'

/** Whether a path exists on the server but not on boards. The path must be validly encoded. */
export function isServerPath(path: string): boolean {
  return SERVER_PATHS.test(decodeURIComponent(path))
}

/** Returns the base path of a private board, without a trailing slash. */
export function boardPath(id: string): string {
  return `/b/${id}`
}

/** The routes of learners, which exist on private boards only. */
const LEARNER_ROUTES = new Set(operationsIn('training').map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')))

/** Whether learners use a route, and need only the address of a board for it. */
export function isLearnerRoute(url: string): boolean {
  return LEARNER_ROUTES.has(url)
}
