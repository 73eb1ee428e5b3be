import type { Challenge } from '../challenge.js'
import { AUTHENTICATION } from './authentication/index.js'
import { ERRORS } from './errors/index.js'
import { FAULTS } from './faults/index.js'
import { FILES } from './files/index.js'
import { FIRST_STEPS } from './first-steps/index.js'
import { ORDERING } from './ordering/index.js'
import { READING } from './reading/index.js'
import { RESILIENCE } from './resilience/index.js'
import { WRITING } from './writing/index.js'

/** All challenges, in the order of their levels. */
export const CHALLENGES: readonly Challenge[] = [
  ...FIRST_STEPS,
  ...READING,
  ...WRITING,
  ...ERRORS,
  ...AUTHENTICATION,
  ...FILES,
  ...ORDERING,
  ...FAULTS,
  ...RESILIENCE,
]

/** Returns the challenges of an edition. They are about the current one, so an earlier one has none. */
export function challengesOf(edition: string): readonly Challenge[] {
  return edition === 'current' ? CHALLENGES : []
}
