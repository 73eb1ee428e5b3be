import { FAULTS } from '../src/api/buggy/faults.js'
import { buildApp } from '../src/app/app.js'
import type { AppOptions } from '../src/app/app-options.js'
import { openStore } from '../src/rooms/open-store.js'

/** The token of the administrator of each started service. */
export const ADMIN_TOKEN = 'the-token-of-the-administrator-of-this-test'

const NO_FAULTS = Object.fromEntries(FAULTS.map(({ name }) => [name, 0]))

export interface Service {
  address: string
  close(): Promise<void>
}

/**
 * Starts a new service on a free port.
 *
 * @param options `edition`: the edition of the contract; `demoData`: whether to fill the default board with the demo
 * tasks; `rates`: the rates of faults, by default 0
 */
export async function startService(options: Pick<AppOptions, 'demoData' | 'rates' | 'edition'> = {}): Promise<Service> {
  const app = await buildApp({
    store: await openStore('sqlite::memory:'),
    ...options,
    rates: { ...NO_FAULTS, ...options.rates },
    adminToken: ADMIN_TOKEN,
  })
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() }
}
