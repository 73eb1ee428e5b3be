/** The faults of buggy, a file for each. @module */

import type { Fault } from './fault.js'
import { connectionReset } from './faults/connection-reset.js'
import { dateMix } from './faults/date-mix.js'
import { duplicateItem } from './faults/duplicate-item.js'
import { emptyResponse } from './faults/empty-response.js'
import { htmlError } from './faults/html-error.js'
import { lostResponse } from './faults/lost-response.js'
import { malformedJson } from './faults/malformed-json.js'
import { missingFields } from './faults/missing-fields.js'
import { pagination } from './faults/pagination.js'
import { rateLimited } from './faults/rate-limited.js'
import { searchCase } from './faults/search-case.js'
import { serverError } from './faults/server-error.js'
import { slowBody } from './faults/slow-body.js'
import { slowResponse } from './faults/slow-response.js'
import { staleRead } from './faults/stale-read.js'
import { truncatedBody } from './faults/truncated-body.js'
import { unavailable } from './faults/unavailable.js'
import { wrongContentType } from './faults/wrong-content-type.js'
import { wrongStatus } from './faults/wrong-status.js'
import { overload } from './overload.js'

/** The faults of the buggy variant, in the order in which they run. */
export const FAULTS = [
  // Those of the specification (section 7).
  slowResponse,
  serverError,
  searchCase,
  missingFields,
  pagination,
  dateMix,
  wrongStatus,
  // Those of transport and protocol, with the rate 0 (decision 145).
  unavailable,
  rateLimited,
  htmlError,
  malformedJson,
  wrongContentType,
  emptyResponse,
  truncatedBody,
  slowBody,
  connectionReset,
  lostResponse,
  staleRead,
  duplicateItem,
  overload,
].map((fault: Fault) => ({ rate: 0, scope: 'every request', ...fault }))

export const FAULT_NAMES = FAULTS.map(({ name }) => name)
