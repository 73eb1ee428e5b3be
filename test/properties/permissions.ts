import type { Operation } from './documents.js'
import type { Caller } from './requests.js'

/** Whether a caller may call an operation (specification, section 5 and "differences by variant"). */
export function mayCall({ id, isProtected }: Operation, caller: Caller): boolean {
  if (!isProtected || caller === 'admin') return true
  return caller === 'user' && id !== 'deleteAllTasks'
}
