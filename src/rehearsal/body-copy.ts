import type { IncomingMessage } from 'node:http'

/** The maximum size of a body that is copied, in bytes. */
const COPY_BYTES_MAX = 65_536

/** The maximum number of its chunks. A short chunk takes many times its size in memory. */
const CHUNKS_MAX = 256

/** A copy of the body of a request. */
export interface BodyCopy {
  /** Returns the whole body when it has arrived; `undefined` if it is too large, or does not arrive. */
  read(): Promise<Buffer | undefined>
}

/**
 * Copies the body of a request as it arrives. Call it before any of it has arrived. Nothing changes for the reader of
 * the body.
 */
export function copyBody(raw: IncomingMessage): BodyCopy {
  const { 'content-length': length = 0 } = raw.headers
  // A body that is too large may be refused before it arrives.
  if (Number(length) > COPY_BYTES_MAX || raw.readableLength > 0) {
    return { read: async () => undefined }
  }
  const chunks: Buffer[] = []
  let size = 0
  let end: (body: Buffer | undefined) => void = () => {}
  let hasEnded = false
  const body = new Promise<Buffer | undefined>((resolve) => {
    end = (copied) => {
      hasEnded = true
      resolve(copied)
    }
  })
  const { push } = raw
  raw.push = (chunk: Buffer | string | null) => {
    if (chunk === null) {
      end(Buffer.concat(chunks))
    } else if (!hasEnded) {
      // A part of a buffer of Node would keep the full buffer in memory.
      const copy = Buffer.from(chunk as string)
      size += copy.length
      chunks.push(copy)
      if (size > COPY_BYTES_MAX || chunks.length > CHUNKS_MAX) {
        chunks.length = 0
        end(undefined)
      }
    }
    return push.call(raw, chunk)
  }
  raw.once('close', () => end(undefined))
  return {
    read() {
      if (!hasEnded) raw.read(0)
      return body
    },
  }
}
