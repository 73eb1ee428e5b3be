import { DatabaseError } from 'pg'
import { StoreUnavailable } from '../../../contract/errors.js'

/**
 * The SQLSTATEs of outages (PostgreSQL, appendix A): connection exceptions except protocol violations, read-only
 * transactions, transactions that took too long, transaction rollbacks (deadlocks), rights that were revoked, insufficient
 * resources, unavailable locks, operator intervention (shutdown, timeouts), and system errors.
 */
const OUTAGE = /^(08(?!P01)|25006|25P0[34]|40|42501|53|55P03|57|58)/

/** The SQLSTATEs with which the server ends a session, even after a commit. */
const ENDED = /^(57P|25P0[34])/

/** Whether the server has ended the session with an error, so that the error proves nothing. */
export function hasEndedSession(error: unknown): boolean {
  return error instanceof DatabaseError && ENDED.test(String(error.code))
}

/** Turns an outage of the database into `StoreUnavailable`. Other errors are defects of this service. */
export function translate(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof StoreUnavailable) return error
  // Errors that the server did not send come from the connection.
  return error instanceof DatabaseError && !OUTAGE.test(String(error.code))
    ? error
    : new StoreUnavailable({ cause: error })
}
