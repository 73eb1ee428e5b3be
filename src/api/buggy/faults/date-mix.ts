import { findTimestamps } from '../../../contract/bodies.js'
import type { Fault } from '../fault.js'

export const dateMix: Fault = {
  name: 'date-mix',
  part: 'content',
  rate: 0.1,
  scope: 'successful responses with a timestamp',
  effect: 'Some timestamps are Unix time in seconds, as integers. If there are several, at least one stays ISO 8601.',
  after({ body }, draw) {
    const timestamps = findTimestamps(body)
    const changed = draw.index('changed', timestamps.length)
    const kept = (changed + 1 + draw.index('kept', timestamps.length - 1)) % timestamps.length
    for (const [index, { owner, key }] of timestamps.entries()) {
      const isChanged = index === changed || (index !== kept && draw.index(`timestamp ${index}`, 2) === 0)
      if (isChanged) owner[key] = Date.parse(owner[key] as string) / 1000
    }
    return timestamps.length > 0
  },
}
