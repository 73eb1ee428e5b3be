/** The exposures of the defects: the shortest requests that show each. @module */

import { AUTH } from './auth.js'
import { CONCURRENCY } from './concurrency.js'
import { ERROR_BODIES } from './error-bodies.js'
import type { Cases } from './exposure.js'
import { FIELDS } from './fields.js'
import { HEADERS } from './headers.js'
import { LISTS } from './lists.js'
import { ORDERING } from './ordering.js'
import { PARTS } from './parts.js'
import { readExposures } from './read-exposures.js'
import { REPLACE } from './replace.js'
import { SEARCH } from './search.js'
import { STATE } from './state.js'
import { STATUS_CODES } from './status-codes.js'
import { VALIDATION } from './validation.js'

let cases: Cases | undefined

/** Returns the exposures of all defects, by the name of the defect. They are read at the first call, not at each start. */
export function allCases(): Cases {
  cases ??= readExposures(
    [
      ...[STATUS_CODES, VALIDATION, ERROR_BODIES, FIELDS, REPLACE, LISTS, SEARCH, ORDERING, PARTS, STATE],
      ...[AUTH, HEADERS, CONCURRENCY],
    ].join(''),
  )
  return cases
}
