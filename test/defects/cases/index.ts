import type { Cases } from '../api.js'
import { ACCESS } from './access.js'
import { AUTH, HEADERS } from './auth.js'
import { ERROR_BODIES } from './error-bodies.js'
import { FIELDS } from './fields.js'
import { LISTS, SEARCH } from './lists.js'
import { CONCURRENCY, ORDERING } from './ordering.js'
import { PAGES } from './pages.js'
import { ATTACHMENTS, COMMENTS, STATE, SUMMARY } from './parts.js'
import { REPLACE } from './replace.js'
import { STATUS_CODES } from './status-codes.js'
import { VALIDATION } from './validation.js'

/** How each defect shows, by its name. */
export const CASES: Cases = {
  ...STATUS_CODES,
  ...VALIDATION,
  ...ERROR_BODIES,
  ...FIELDS,
  ...REPLACE,
  ...LISTS,
  ...PAGES,
  ...SEARCH,
  ...ORDERING,
  ...SUMMARY,
  ...COMMENTS,
  ...ATTACHMENTS,
  ...STATE,
  ...AUTH,
  ...ACCESS,
  ...HEADERS,
  ...CONCURRENCY,
}
