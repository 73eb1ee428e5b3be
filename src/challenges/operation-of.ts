import type { Challenge } from './challenge.js'

/** The operations that the OpenAPI documents of the variants have. */
const DOCUMENTED = /^(GET|POST|PUT|DELETE) \/(tasks|auth)/

/**
 * Returns the operation whose request solves a challenge, as in the OpenAPI documents: `GET /tasks/{id}`. It is the last
 * one of a sequence, and the first one that its step lists.
 *
 * @returns `null` if all operations can solve it, or none that is documented
 */
export function operationOf({ steps }: Pick<Challenge, 'steps'>): string | null {
  const [route = ''] = [steps.at(-1)?.on ?? []].flat()
  return DOCUMENTED.test(route) ? route.replace(/:(\w+)/g, '{$1}') : null
}
