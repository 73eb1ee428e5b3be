import type { Fault } from '../fault.js'
import { connectionReset } from './connection-reset.js'
import { dateMix } from './date-mix.js'
import { duplicateItem } from './duplicate-item.js'
import { emptyResponse } from './empty-response.js'
import { htmlError } from './html-error.js'
import { lostResponse } from './lost-response.js'
import { malformedJson } from './malformed-json.js'
import { missingFields } from './missing-fields.js'
import { overload } from './overload.js'
import { pagination } from './pagination.js'
import { rateLimited } from './rate-limited.js'
import { searchCase } from './search-case.js'
import { serverError } from './server-error.js'
import { slowBody } from './slow-body.js'
import { slowResponse } from './slow-response.js'
import { staleRead } from './stale-read.js'
import { truncatedBody } from './truncated-body.js'
import { unavailable } from './unavailable.js'
import { wrongContentType } from './wrong-content-type.js'
import { wrongStatus } from './wrong-status.js'

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
