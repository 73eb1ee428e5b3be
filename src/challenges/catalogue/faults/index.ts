import type { Challenge } from '../../challenge.js'
import { findDateMix } from './find-date-mix.js'
import { findMissingFields } from './find-missing-fields.js'
import { findPagination } from './find-pagination.js'
import { findSearchCase } from './find-search-case.js'
import { findServerError } from './find-server-error.js'
import { findSlowResponse } from './find-slow-response.js'
import { findWrongStatus } from './find-wrong-status.js'
import { noFault } from './no-fault.js'
import { reportCorrectResponse } from './report-correct-response.js'
import { reproduceDateMix } from './reproduce-date-mix.js'
import { reproduceMissingFields } from './reproduce-missing-fields.js'
import { reproducePagination } from './reproduce-pagination.js'
import { reproduceSearchCase } from './reproduce-search-case.js'
import { reproduceServerError } from './reproduce-server-error.js'
import { reproduceSlowResponse } from './reproduce-slow-response.js'
import { reproduceWrongStatus } from './reproduce-wrong-status.js'
import { twoFaults } from './two-faults.js'

export const FAULTS: readonly Challenge[] = [
  noFault,
  twoFaults,
  reportCorrectResponse,
  reproduceSlowResponse,
  findSlowResponse,
  reproduceServerError,
  findServerError,
  reproduceSearchCase,
  findSearchCase,
  reproduceMissingFields,
  findMissingFields,
  reproducePagination,
  findPagination,
  reproduceDateMix,
  findDateMix,
  reproduceWrongStatus,
  findWrongStatus,
]
