import { nameKey } from '../../../src/rooms/classes/same-name.js'
import { RequestFailed } from '../../shared/service/api.js'
import { texts } from '../../texts/en/class.js'

const { create } = texts

/** Returns the names in a text with one name per line. */
export function namesOf(text: FormDataEntryValue | null): string[] {
  return String(text ?? '')
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/**
 * Replaces the message of the service about names by one that says which names must change.
 *
 * @param request adds the learners
 * @param learners the names, or a number of seats
 * @param taken the names of the learners of the class
 * @throws RequestFailed
 */
export async function explainNames<Result>(
  request: Promise<Result>,
  learners: { names: readonly string[] } | { count: number },
  taken: readonly string[] = [],
): Promise<Result> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof RequestFailed) || 'count' in learners) throw error
    const { names } = learners
    const keys = new Set(taken.map(nameKey))
    const used = names.filter((name) => keys.has(nameKey(name)))
    if (error.status === 409 && used.length > 0) throw new RequestFailed(create.taken(used), {}, error.status)
    if (names.length > 0 || error.problemOf('names') === undefined) throw error
    throw new RequestFailed(error.message, { ...error.fields, names: create.noNames }, error.status)
  }
}
