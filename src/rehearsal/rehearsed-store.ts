import { addAttachments } from '../rooms/board/attachments.js'
import { WRITES } from '../rooms/board/operations.js'
import { toNewFiles } from '../rooms/content-methods.js'
import type { BoardFork } from '../rooms/handles.js'
import type { Store } from '../rooms/store.js'

type Operation = (board: BoardFork, ...args: unknown[]) => undefined

/** Returns the store with operations of the variants that change nothing, and store no files. */
export function createRehearsedStore(store: Store): Store {
  const writes = Object.entries(WRITES).map(([name, operation]) => [
    name,
    (id: string, ...args: unknown[]) => store.rehearse(id, (board) => (operation as Operation)(board, ...args)),
  ])
  const methods: Partial<Store> = {
    ...Object.fromEntries(writes),
    addAttachments(id, taskId, files, now) {
      const stored = toNewFiles(
        files,
        files.map(() => 'rehearsed'),
      )
      return store.rehearse(id, (board) => addAttachments(board, taskId, stored, now))
    },
  }
  return Object.assign(Object.create(store), methods)
}
