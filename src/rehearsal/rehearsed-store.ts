import { REHEARSED_METHODS, type Store } from '../rooms/store.js'

/** Returns a store that rolls back the writes of operations, and otherwise is the given one. */
export function createRehearsedStore(store: Store): Store {
  const methods = REHEARSED_METHODS.map((name) => [name, (...args: never) => store.rehearse(name, ...args)] as const)
  return Object.assign(Object.create(store), Object.fromEntries(methods))
}
