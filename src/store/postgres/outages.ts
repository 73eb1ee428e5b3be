import { DatabaseError } from 'pg'
import { StoreUnavailable } from '../../errors.js'

/**
 * The classes of SQLSTATE (PostgreSQL, appendix A) of what is no defect of a statement: connection (but for a breach
 * of the protocol), transaction rollback (deadlock), insufficient resources, a lock that is not given, operator intervention (shutdown, time-outs),
 * system errors; and a server that takes no writes.
 */
const OUTAGE = /^(08(?!P01)|25006|40|53|55P03|57|58)/

/** A serialisation failure or a deadlock: the same transaction may succeed when it is run again. */
const TRANSIENT = new Set(['40001', '40P01'])

/** What keeps the database from answering becomes one error of the catalogue; a defect of a statement does not. */
export function translate(error: unknown): unknown {
  if (error instanceof TypeError) return error
  // What does not come from the server comes from the way to it.
  return error instanceof DatabaseError && !OUTAGE.test(String(error.code))
    ? error
    : new StoreUnavailable({ cause: error })
}

/** Whether a transaction that has failed may succeed when it is run again. */
export function isTransient(error: unknown): boolean {
  const cause = (error as Error).cause
  return cause instanceof DatabaseError && TRANSIENT.has(String(cause.code))
}
