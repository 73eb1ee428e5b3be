import { isObject } from '../../contract/parse.js'
import { fingerprint } from '../../rules/challenges/look.js'

/** The size from which bodies are compared byte by byte, because sorting their members takes too long. */
const COMPARED_BYTES = 16_384

/** Returns a hash of a body. Small bodies that are equal as JSON have the same: the order of members does not matter. */
export function hashBody(bytes: Buffer): string {
  if (bytes.length >= COMPARED_BYTES) return fingerprint(bytes)
  try {
    return fingerprint(JSON.stringify(sortMembers(JSON.parse(bytes.toString()))))
  } catch {
    return fingerprint(bytes)
  }
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name])]))
}
