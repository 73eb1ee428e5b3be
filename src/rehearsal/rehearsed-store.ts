import { REHEARSED } from '../store/rehearsal-methods.js'
import type { Store } from '../store/store.js'

/** The methods by which a request to a variant can change its board. */
const CHANGING = [...REHEARSED, 'addDefectNotes', 'setCreatedAt', 'reuseTaskIds'] as const

/**
 * Returns a store that counts the changes of boards.
 *
 * @param onChange called after each change
 */
export function createCountingStore(store: Store, onChange: () => void): Store {
  const methods = CHANGING.map((name) => {
    const call = store[name] as (...args: unknown[]) => Promise<unknown>
    return [
      name,
      async (...args: unknown[]) => {
        const result = await call(...args)
        onChange()
        return result
      },
    ] as const
  })
  return Object.assign(Object.create(store), Object.fromEntries(methods))
}

/** Returns a store that rolls back the writes of operations, and otherwise is the given one. */
export function createRehearsedStore(store: Store): Store {
  const methods = REHEARSED.map((name) => [name, (...args: never) => store.rehearse(name, ...args)] as const)
  return Object.assign(Object.create(store), Object.fromEntries(methods))
}
