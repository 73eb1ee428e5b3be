import { AUTHENTICATION } from './authentication.js'
import type { Challenge } from './challenge.js'
import { ERRORS_OF_FIELDS } from './errors-of-fields.js'
import { ERRORS_OF_REQUESTS } from './errors-of-requests.js'
import { FAULTS } from './faults.js'
import { FILES } from './files.js'
import { FIRST_STEPS } from './first-steps.js'
import { ORDERING } from './ordering.js'
import { OTHER_ERRORS } from './other-errors.js'
import { OTHER_READING } from './other-reading.js'
import { READING_LISTS } from './reading-lists.js'
import { RESILIENCE } from './resilience.js'
import { WRITING } from './writing.js'

/** All challenges, in the order of their levels. */
export const CHALLENGES: readonly Challenge[] = [
  FIRST_STEPS,
  READING_LISTS,
  OTHER_READING,
  WRITING,
  ERRORS_OF_REQUESTS,
  ERRORS_OF_FIELDS,
  OTHER_ERRORS,
  AUTHENTICATION,
  FILES,
  ORDERING,
  FAULTS,
  RESILIENCE,
].flat()

/** Returns the challenges of an edition. They are about the current one, so an earlier one has none. */
export function challengesOf(edition: string): readonly Challenge[] {
  return edition === 'current' ? CHALLENGES : []
}
