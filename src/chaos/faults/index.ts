import type { Fault } from '../fault.js'
import { emptyResponse, malformedJson, truncatedBody, wrongContentType } from './body.js'
import { connectionReset, lostResponse, slowBody, slowResponse } from './connection.js'
import { dateMix, duplicateItem, missingFields, pagination, searchCase, staleRead } from './content.js'
import { htmlError, overload, rateLimited, serverError, unavailable, wrongStatus } from './status.js'

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
