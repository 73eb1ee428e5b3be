import { WRITES } from '../../rooms/board/operations.js'
import type { BoardFork } from '../../rooms/handles.js'
import type { Store } from '../../rooms/store.js'

type Operation = (board: BoardFork, ...args: unknown[]) => undefined

/** Returns the store with operations of the variants that change nothing, and store no files. */
export function createDryRunStore(store: Store): Store {
  const writes = Object.entries(WRITES).map(([name, operation]) => [
    name,
    (id: string, ...args: unknown[]) => store.dryRun(id, (board) => (operation as Operation)(board, ...args)),
  ])
  return Object.assign(Object.create(store), Object.fromEntries(writes))
}
