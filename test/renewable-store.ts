import { toTimestamp } from '../src/contract/time.js'
import { demoTasks } from '../src/demo/demo-tasks.js'
import { openStore } from '../src/store/open-store.js'
import { DEFAULT_BOARD, type Store } from '../src/store/store.js'
import { START } from './helper.js'

/** A store that can be replaced by a new one with the demonstration board, while the service runs. */
export interface RenewableStore {
  store: Store
  renew(): Promise<void>
}

/** Opens a renewable store in memory. */
export async function openRenewableStore(): Promise<RenewableStore> {
  let current = await openStore('sqlite::memory:')
  return {
    store: new Proxy({} as Store, { get: (_, method) => Reflect.get(current, method) }),
    async renew() {
      await current.close()
      current = await openStore('sqlite::memory:')
      await current.fillEmptyBoard(DEFAULT_BOARD, demoTasks(START), toTimestamp(START))
    },
  }
}
