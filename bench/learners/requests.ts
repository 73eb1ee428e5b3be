import type { Pool } from 'undici'
import type { Request } from '../contestants/process.js'

/** A response, as far as a learner needs it. */
export interface Reply {
  status: number
  requestId: string
  /** The names of the faults that changed it. */
  faults: readonly string[]
  body: string
}

/** What most clients of APIs send. */
const COMPRESSED = { 'accept-encoding': 'gzip' }

/** Sends a request. The body of the response is only read as text if it is needed. */
export function sendRequest(pool: Pool, request: Request, needsBody = false): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let reply: Reply
    pool.dispatch(
      { ...request, headers: { ...request.headers, ...COMPRESSED } },
      {
        onRequestStart() {},
        onResponseStart(_controller, status, headers) {
          const injected = String(headers['fault-injected'] ?? '').split(', ')
          const faults = injected.flatMap((fault) => fault.split(';')[0] || [])
          reply = { status, requestId: String(headers['x-request-id']), faults, body: '' }
        },
        onResponseData(_controller, chunk) {
          if (needsBody) reply.body += chunk
        },
        onResponseEnd: () => resolve(reply),
        onResponseError: (_controller, error) => reject(error),
      },
    )
  })
}

/** Counts the streams that are open, and the events of requests that they have sent. */
export interface Streams {
  open: number
  events: number
}

/** Opens a stream of events. The learner never closes it. */
export function openStream(pool: Pool, path: string, streams: Streams): void {
  let isOpen = false
  const end = () => {
    if (isOpen) streams.open--
  }
  pool.dispatch(
    { method: 'GET', path, headers: {} },
    {
      onRequestStart() {},
      onResponseStart(_controller, status) {
        isOpen = status === 200
        if (isOpen) streams.open++
      },
      onResponseData(_controller, chunk) {
        streams.events += chunk.toString('latin1').split('event: request\n').length - 1
      },
      onResponseEnd: end,
      onResponseError: end,
    },
  )
}
