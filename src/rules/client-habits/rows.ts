import { failedCreate, lostCreate } from './creates.js'
import { brokenContent, failedRequest, slowResponse } from './failures.js'
import { overload, refusedRequest, retryAfter } from './refusals.js'
import type { Row } from './row.js'
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
