import type { Test } from 'tap'
import { type Service, type ServiceOptions, startService } from '../../kit/helper.js'

/** Starts a service with the default rates that records the delays of slow responses instead of waiting. */
export async function startFaulty(t: Test, options: ServiceOptions = {}): Promise<Service & { delays: number[] }> {
  const delays: number[] = []
  const service = await startService(t, {
    rates: {},
    sleep: async (milliseconds) => delays.push(milliseconds),
    ...options,
  })
  return { ...service, delays }
}

export const unchecked = true
