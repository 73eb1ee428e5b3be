import type { Fault } from '../fault.js'

export const staleRead: Fault = {
  name: 'stale-read',
  part: 'content',
  rate: 0,
  scope: 'reads that were sent before, and have changed since',
  effect: 'The response is the one before the last write that changed it.',
  needsHistory: true,
}
