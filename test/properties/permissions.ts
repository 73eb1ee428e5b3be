import type { Operation } from './documents.js'
import type { Caller } from './requests.js'

/**
 * The status of a request whose caller may not call an operation. A document with 401 distinguishes a missing token
 * from all other problems (decision 86).
 */
export function refusalOf({ statuses }: Operation, caller: Caller): number {
  return caller === 'nobody' && statuses.includes(401) ? 401 : 403
}

/** Whether a caller may call an operation (specification, section 5 and "differences by variant"). */
export function mayCall({ id, isProtected }: Operation, caller: Caller): boolean {
  if (!isProtected || caller === 'admin') return true
  return caller === 'user' && id !== 'deleteAllTasks'
}
