import { AUTH } from './areas/auth.js'
import { CONCURRENCY } from './areas/concurrency.js'
import { ERROR_BODIES } from './areas/error-bodies.js'
import { FIELDS } from './areas/fields.js'
import { HEADERS } from './areas/headers.js'
import { LISTS } from './areas/lists.js'
import { ORDERING } from './areas/ordering.js'
import { PARTS } from './areas/parts.js'
import { REPLACE } from './areas/replace.js'
import { SEARCH } from './areas/search.js'
import { STATE } from './areas/state.js'
import { STATUS_CODES } from './areas/status-codes.js'
import { VALIDATION } from './areas/validation.js'
import type { Cases } from './exposure.js'

/** The exposures of all defects, by the name of the defect. */
export const CASES: Cases = {
  ...STATUS_CODES,
  ...VALIDATION,
  ...ERROR_BODIES,
  ...FIELDS,
  ...REPLACE,
  ...LISTS,
  ...SEARCH,
  ...ORDERING,
  ...PARTS,
  ...STATE,
  ...AUTH,
  ...HEADERS,
  ...CONCURRENCY,
}
