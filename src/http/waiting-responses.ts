import { finished } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import { TooBusy } from '../contract/errors.js'
import { RESPONSES_BYTES_MAX, SMALL_RESPONSE_BYTES_MAX } from '../contract/limits.js'
import { plugin } from './plugin.js'

/** The part of the heap that bodies may take. */
const HEAP_PART = 1 / 4

export interface WaitingResponsesOptions {
  /** The maximum total size of response bodies that wait, in bytes. The default depends on the size of the heap. */
  responsesMax?: number | undefined
}

/**
 * Limits the memory of response bodies that wait until their client reads them (decision 79). Without the limit, 300
 * clients that requested a task of 12 MiB and did not read it took 5.4 GB, and ended the process. One response is always
 * sent, and so are small responses. Streams do not count, because only a part of them is in memory.
 */
export const waitingResponses = plugin<WaitingResponsesOptions>('waiting-responses', [], async (app, options) => {
  const { responsesMax = Math.min(RESPONSES_BYTES_MAX, getHeapStatistics().heap_size_limit * HEAP_PART) } = options
  let total = 0
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.rehearsal !== undefined) return done(null, payload)
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    if (bytes <= SMALL_RESPONSE_BYTES_MAX) return done(null, payload)
    if (total > 0 && total + bytes > responsesMax) return done(new TooBusy())
    total += bytes
    finished(reply.raw, () => {
      total -= bytes
    })
    done(null, payload)
  })
})
