import { isObject } from '../../contract/parse.js'
import { fingerprint } from '../../rules/challenges/look.js'

/** The size from which bodies are compared byte by byte, because sorting their members takes too long. */
const COMPARED_BYTES = 16_384

/** Returns a hash of a body. Small bodies that are equal as JSON have the same: the order of members does not matter. */
export function hashBody(bytes: Buffer): string {
  if (bytes.length >= COMPARED_BYTES) return fingerprint(bytes)
  try {
    return fingerprint(JSON.stringify(JSON.parse(bytes.toString(), sortMembers)))
  } catch {
    return fingerprint(bytes)
  }
}

function sortMembers(_name: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value
}
