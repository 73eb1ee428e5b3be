import { DatabaseError } from 'pg'
import { OutcomeUnknown, StoreUnavailable } from '../../contract/errors.js'

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

/**
 * Turns an outage of the database into `StoreUnavailable`, or `OutcomeUnknown` if it can have committed. Other errors are
 * defects of this service.
 *
 * @param statement the statement that has failed
 */
export function translate(error: unknown, statement?: unknown): unknown {
  if (error instanceof TypeError || error instanceof StoreUnavailable) return error
  // Errors that the server did not send come from the connection.
  const code = error instanceof DatabaseError ? String(error.code) : undefined
  if (code !== undefined && !OUTAGE.test(code)) return error
  const isUnknown = statement === 'COMMIT' && (code === undefined || hasEndedSession(error))
  return new (isUnknown ? OutcomeUnknown : StoreUnavailable)({ cause: error })
}
