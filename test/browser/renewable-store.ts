import { fillEmptyBoard } from '../../src/demo/fill-board.js'
import { openStore } from '../../src/store/open-store.js'
import { DEFAULT_BOARD, type Store } from '../../src/store/store.js'
import { START } from '../helper.js'

/** A store that begins anew, with the demonstration board, under a service that goes on. */
export interface RenewableStore {
  store: Store
  renew(): Promise<void>
}

/** Opens a store in memory that can be renewed. */
export async function openRenewableStore(): Promise<RenewableStore> {
  let current = await openStore('sqlite::memory:')
  return {
    store: new Proxy({} as Store, { get: (_, method) => Reflect.get(current, method) }),
    async renew() {
      await current.close()
      current = await openStore('sqlite::memory:')
      await fillEmptyBoard(current, DEFAULT_BOARD, () => START)
    },
  }
}
