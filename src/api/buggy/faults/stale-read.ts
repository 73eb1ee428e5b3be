import type { Fault } from '../fault.js'

export const staleRead: Fault = {
  name: 'stale-read',
  part: 'content',
  scope: 'reads that were sent before, and have changed since',
  effect: 'The response shows the state before the last change.',
  needsHistory: true,
}
