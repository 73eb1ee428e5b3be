import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { UPLOAD_BYTES_MAX, WAITING_BYTES_MAX } from '../limits.js'

/** The requests that have received a part of their body and are not yet closed. */
const receiving = new Set<WaitingRequest>()

/** The requests whose connections are not read, because too many bytes are buffered. */
const paused = new Set<WaitingRequest>()

/**
 * A request that does not read its connection while too many bytes are buffered: `WAITING_BYTES_MAX` of all requests, or
 * `UPLOAD_BYTES_MAX` of its connection. Node otherwise reads every body ahead, up to the `highWaterMark` of the
 * connection, and also the bodies of pipelined requests.
 */
export class WaitingRequest extends IncomingMessage {
  override _read(size: number): void {
    if (mustPause(this)) paused.add(this)
    else super._read(size)
  }

  override read(size?: number): Buffer | null {
    const chunk = super.read(size)
    resumePaused()
    return chunk
  }

  override push(chunk: Buffer | null): boolean {
    if (chunk !== null) receiving.add(this)
    return super.push(chunk) && !mustPause(this)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    receiving.delete(this)
    paused.delete(this)
    super._destroy(error, done)
    resumePaused()
  }
}

function resumePaused(): void {
  if (paused.size === 0) return
  const isFull = countBytes(receiving) >= WAITING_BYTES_MAX
  for (const request of paused) {
    if (mustPause(request, isFull)) continue
    paused.delete(request)
    request._read(0)
  }
}

function mustPause(request: WaitingRequest, isFull = countBytes(receiving) >= WAITING_BYTES_MAX): boolean {
  // A request without buffered bytes is being handled. It continues, so that others can follow.
  if (isFull && request.readableLength > 0) return true
  // Only the last request of a connection is incomplete. The requests before it are handled meanwhile.
  return countBytes(receiving, request.socket) >= UPLOAD_BYTES_MAX
}

/** Returns the buffered bytes of requests, or of those on one connection. */
function countBytes(requests: Set<IncomingMessage>, socket?: Socket): number {
  let sum = 0
  for (const request of requests) {
    if (socket === undefined || request.socket === socket) sum += request.readableLength
  }
  return sum
}

/** Returns the buffered bytes of all bodies. */
export function bufferedBytes(): number {
  return countBytes(receiving)
}
