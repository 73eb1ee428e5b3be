import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Test } from 'tap'
import { openStore, type StoreEvents } from '../../src/rooms/open-store.js'
import type { Store } from '../../src/rooms/store.js'
import { at, BOARD, values } from '../rooms/store/contract/shared.js'

/** Options of a store that does not wait for another one. */
export const NOW = { patience: 0 }

/** Opens a store that the test closes at its end. */
export async function open(t: Test, url: string, events: StoreEvents = NOW): Promise<Store> {
  const store = await openStore(url, {}, events)
  t.teardown(() => store.close())
  return store
}

/** Connects another client to a database. */
export async function connect(t: Test, url: string): Promise<Client> {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  t.teardown(() => client.end())
  return client
}

/** Creates a task. */
export const create = (store: Store) => store.createTask(BOARD, values(), at(0))

/** Calls until a call succeeds. */
export async function retry<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch {
      await sleep(10)
    }
  }
}
