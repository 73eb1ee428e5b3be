import { DEFAULT_BOARD } from '../../src/contract/board-id.js'
import { toTimestamp } from '../../src/contract/time.js'
import { demoTasks } from '../../src/rooms/demo-board.js'
import type { Store } from '../../src/rooms/store.js'
import { openEmptyStore } from './database.js'
import { START } from './helper.js'

/** A store that can be replaced by a new one with the demonstration board, while the service runs. */
export interface RenewableStore {
  store: Store
  renew(): Promise<void>
}

/** Opens a renewable store in memory. */
export async function openRenewableStore(): Promise<RenewableStore> {
  let current = await openEmptyStore()
  return {
    store: new Proxy({} as Store, { get: (_, method) => Reflect.get(current, method) }),
    async renew() {
      await current.close()
      current = await openEmptyStore()
      await current.fillEmptyBoard(DEFAULT_BOARD, demoTasks(START), toTimestamp(START))
    },
  }
}
