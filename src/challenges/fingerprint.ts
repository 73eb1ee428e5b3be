import { createHash } from 'node:crypto'

/** Returns a short text that stands for a long or secret one. */
export function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
