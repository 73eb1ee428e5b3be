import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { UPLOAD_BYTES_MAX, WAITING_BYTES_MAX } from '../limits.js'

/** The requests that have received a part of their body and are not yet closed. */
const receiving = new Set<WaitingRequest>()

/** The requests that wait for a delay. */
const waiting = new Set<IncomingMessage>()

/** The requests whose connections are not read, because too many bytes are buffered. */
const paused = new Set<WaitingRequest>()

/**
 * A request that does not read its connection while too many bytes are buffered. Node otherwise reads every body ahead,
 * up to the `highWaterMark` of the connection, and also the bodies of pipelined requests.
 */
export class WaitingRequest extends IncomingMessage {
  override _read(size: number): void {
    if (mustPause(this)) paused.add(this)
    else super._read(size)
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

/**
 * Marks a request as waiting until the promise settles. At most `WAITING_BYTES_MAX` bytes of all waiting requests are
 * buffered. Their clients send the rest after the wait.
 */
export async function whileWaiting<Result>(request: IncomingMessage, wait: Promise<Result>): Promise<Result> {
  waiting.add(request)
  try {
    return await wait
  } finally {
    waiting.delete(request)
    resumePaused()
  }
}

function resumePaused(): void {
  for (const request of paused) {
    if (mustPause(request)) continue
    paused.delete(request)
    request._read(0)
  }
}

function mustPause(request: WaitingRequest): boolean {
  if (waiting.has(request) && countBytes(waiting) >= WAITING_BYTES_MAX) return true
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
