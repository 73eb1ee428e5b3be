import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { UPLOAD_BYTES_MAX, WAITING_BYTES_MAX } from '../limits.js'

/** The requests that wait for a delay. */
const waiting = new Set<IncomingMessage>()

/** The waiting requests whose connections are not read, because too many bytes are buffered. */
const paused = new Set<WaitingRequest>()

/**
 * A request that stops reading its connection while it waits and too many bytes of waiting requests are buffered. Node
 * otherwise reads every body ahead, up to the `highWaterMark` of the connection.
 */
export class WaitingRequest extends IncomingMessage {
  override _read(size: number): void {
    if (waiting.has(this) && isFull(this.socket)) paused.add(this)
    else super._read(size)
  }

  override push(chunk: Buffer | null): boolean {
    const readsOn = super.push(chunk)
    return readsOn && !(waiting.has(this) && isFull(this.socket))
  }
}

/**
 * Marks a request as waiting until the promise settles. At most `WAITING_BYTES_MAX` bytes of all waiting requests are
 * buffered, and `UPLOAD_BYTES_MAX` bytes of one connection. Clients send the rest after the wait.
 */
export async function whileWaiting<Result>(request: IncomingMessage, wait: Promise<Result>): Promise<Result> {
  waiting.add(request)
  try {
    return await wait
  } finally {
    waiting.delete(request)
    for (const other of paused) {
      if (waiting.has(other) && isFull(other.socket)) continue
      paused.delete(other)
      other._read(0)
    }
  }
}

/** Returns the buffered bytes of the waiting requests. */
export function waitingBytes(socket?: Socket): number {
  let sum = 0
  for (const request of waiting) {
    if (socket === undefined || request.socket === socket) sum += request.readableLength
  }
  return sum
}

function isFull(socket: Socket): boolean {
  return waitingBytes() >= WAITING_BYTES_MAX || waitingBytes(socket) > UPLOAD_BYTES_MAX
}
