import type { IncomingMessage } from 'node:http'
import { UPLOADS_BYTES_MAX } from '../../contract/limits.js'

/** The bytes of files that uploads hold in memory, in the order in which the uploads started. */
const held = new Map<IncomingMessage, number>()

/** Continue the uploads that wait. */
const waiting: (() => void)[] = []

/**
 * Records the bytes that an upload holds in memory, and waits while all uploads hold too many. The upload that started
 * first never waits, so that one of them always continues. Uploads that hold less than their share do not wait either:
 * otherwise a few clients that send large files and then stop would delay all other uploads until their time-out.
 */
export async function holdBytes(request: IncomingMessage, bytes: number): Promise<void> {
  held.set(request, bytes)
  while (mustWait(request, bytes)) {
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
}

/** Forgets the bytes of an upload, and lets other uploads continue. */
export function releaseBytes(request: IncomingMessage): void {
  held.delete(request)
  for (const resume of waiting.splice(0)) resume()
}

/** Half of the memory is for the uploads that hold less than their share of it. */
const SHARED_BYTES = UPLOADS_BYTES_MAX / 2

function mustWait(request: IncomingMessage, bytes: number): boolean {
  const isFirst = held.keys().next().value === request
  return isFull() && !isFirst && bytes > SHARED_BYTES / held.size
}

function isFull(): boolean {
  let sum = 0
  for (const bytes of held.values()) sum += bytes
  return sum > SHARED_BYTES
}
