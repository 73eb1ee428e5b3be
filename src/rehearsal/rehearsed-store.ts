import { REHEARSED } from '../store/rehearsal-methods.js'
import type { Store } from '../store/store.js'

/** Returns a store that rolls back the writes of operations, and otherwise is the given one. */
export function createRehearsedStore(store: Store): Store {
  const methods = REHEARSED.map((name) => [name, (...args: never) => store.rehearse(name, ...args)] as const)
  return Object.assign(Object.create(store), Object.fromEntries(methods))
}
