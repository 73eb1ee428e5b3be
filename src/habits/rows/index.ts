import type { Row } from '../row.js'
import { brokenContent } from './broken-content.js'
import { failedCreate, lostCreate } from './creates.js'
import { failedRequest } from './failed-request.js'
import { overload } from './overload.js'
import { refusedRequest } from './refused-request.js'
import { retryAfter } from './retry-after.js'
import { slowResponse } from './slow-response.js'
import { expiredToken, logins } from './tokens.js'

/** The kinds of situations. A request opens the first one that fits, so it is judged once. */
export const ROWS: readonly Row[] = [
  expiredToken,
  logins,
  overload,
  retryAfter,
  lostCreate,
  failedCreate,
  failedRequest,
  brokenContent,
  slowResponse,
  refusedRequest,
]
