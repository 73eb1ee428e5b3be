import { Pool } from 'undici'
import type { Request } from '../contestants/process.js'
import { send } from './latency.js'

/**
 * Lets clients send requests until the signal aborts: each sends its next request when it has received a response.
 *
 * @returns the number of responses per second
 */
export async function runLoop(
  origin: string,
  clients: number,
  requestOf: (client: number, index: number) => Request,
  signal: AbortSignal,
): Promise<number> {
  const pool = new Pool(origin, { connections: clients, pipelining: 1 })
  const start = performance.now()
  let responses = 0
  async function run(client: number): Promise<void> {
    for (let index = 0; !signal.aborted; index++) {
      await send(pool, requestOf(client, index))
      responses++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  return responses / seconds
}
