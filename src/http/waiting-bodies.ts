import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { UPLOAD_BYTES_MAX, WAITING_BYTES_MAX } from '../contract/limits.js'
import { sendContinue } from './expect-continue.js'

/** The buffered bytes of all requests, and of those on each connection. */
let total = 0
const ofConnection = new WeakMap<Socket, number>()

/**
 * The number of chunks of a body that are passed on as they arrive. Later chunks are joined until they have this size in
 * bytes: each chunk takes about 150 bytes of memory, even if it has one byte of content.
 */
const SINGLE_CHUNKS = 64
const JOINED_CHUNK_BYTES = 4096

/** The limit of the buffer of a request. That of the connection would apply to responses, too. */
const LIMIT = { readableHighWaterMark: UPLOAD_BYTES_MAX } as Socket

/** The requests whose connections are not read, because too many bytes are buffered. */
const paused = new Set<WaitingRequest>()

/**
 * A request that does not read its connection while too many bytes are buffered: `WAITING_BYTES_MAX` of all requests, or
 * `UPLOAD_BYTES_MAX` of its connection.
 *
 * The `IncomingMessage` of Node pauses at the `highWaterMark` of its connection, and then notices no disconnect. Measured
 * with it: a request with a body of 100 KB whose client disconnected during a slow response was executed (decision 37),
 * and 64,000 chunks of one byte took 6.6 MB of memory instead of 0.5 MB.
 */
export class WaitingRequest extends IncomingMessage {
  /** The bytes of this request in the sums. */
  #counted = 0
  /** The number of chunks that were passed on. */
  #passed = 0
  /** The chunks that are being joined, and their size. */
  #joined: Buffer | undefined
  #joinedBytes = 0

  /** A second name of `socket`, which Node sets too. */
  declare client: Socket

  constructor(socket: Socket) {
    // The constructor reads the limit only. An object that inherits from the socket would take a third of the time of a
    // request, because V8 makes the properties of prototypes slow.
    super(LIMIT)
    this.socket = socket
    this.client = socket
  }

  override _read(size: number): void {
    if (mustPause(this)) {
      paused.add(this)
    } else {
      sendContinue(this)
      super._read(size)
    }
  }

  override read(size?: number): Buffer | null {
    const chunk = super.read(size)
    this.#count()
    resumePaused()
    return chunk
  }

  override push(chunk: Buffer | null): boolean {
    // Nothing reads trailers (RFC 9112, section 7.1.2). A short one takes many times its size in memory.
    if (chunk === null) this.rawTrailers = []
    let wantsMore = true
    if (chunk === null || !this.#join(chunk)) {
      this.#passJoined()
      wantsMore = this.#pass(chunk)
    }
    this.#count()
    if (!mustPause(this)) return wantsMore
    // The reader of the body must get all bytes, so that it reads again.
    this.#passJoined()
    this.#count()
    return false
  }

  /** Keeps a small chunk to join it with the next ones. Returns whether it did. */
  #join(chunk: Buffer): boolean {
    if (this.#passed < SINGLE_CHUNKS || this.#joinedBytes + chunk.length > JOINED_CHUNK_BYTES) return false
    this.#joined ??= Buffer.allocUnsafe(JOINED_CHUNK_BYTES)
    this.#joinedBytes += chunk.copy(this.#joined, this.#joinedBytes)
    return true
  }

  /** Passes on the chunks that were joined. */
  #passJoined(): void {
    const chunk = this.#joined?.subarray(0, this.#joinedBytes)
    this.#joined = undefined
    this.#joinedBytes = 0
    if (chunk !== undefined) this.#pass(chunk)
  }

  #pass(chunk: Buffer | null): boolean {
    this.#passed++
    return super.push(chunk)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    paused.delete(this)
    this.#count()
    super._destroy(error, done)
    resumePaused()
  }

  /** Updates the sums after the buffered bytes have changed. A closed request has none. */
  #count(): void {
    const bytes = this.destroyed ? 0 : this.readableLength + this.#joinedBytes
    const change = bytes - this.#counted
    if (change === 0) return
    this.#counted = bytes
    total += change
    ofConnection.set(this.socket, connectionBytes(this.socket) + change)
  }
}

function resumePaused(): void {
  for (const request of paused) {
    if (mustPause(request)) continue
    paused.delete(request)
    request._read(0)
  }
}

function mustPause({ readableLength, socket }: WaitingRequest): boolean {
  // A request without buffered bytes is being handled. It continues, so that others can follow.
  if (readableLength > 0 && total >= WAITING_BYTES_MAX) return true
  // Only the last request of a connection is incomplete. The requests before it are handled meanwhile.
  return connectionBytes(socket) >= UPLOAD_BYTES_MAX
}

function connectionBytes(socket: Socket): number {
  return ofConnection.get(socket) ?? 0
}

/** Returns the buffered bytes of all bodies. */
export function bufferedBytes(): number {
  return total
}
