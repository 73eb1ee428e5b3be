import { hash } from 'node:crypto'
import { isObject } from '../../contract/bodies.js'

/** The size from which bodies are compared byte by byte, because sorting their members takes too long. */
const COMPARED_BYTES = 16_384

/** Returns a hash of a body. Small bodies that are equal as JSON have the same: the order of members does not matter. */
export function hashBody(bytes: Buffer): string {
  if (bytes.length >= COMPARED_BYTES) return hash('sha256', bytes)
  try {
    return hash('sha256', JSON.stringify(JSON.parse(bytes.toString(), sortMembers)))
  } catch {
    return hash('sha256', bytes)
  }
}

function sortMembers(_name: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value
}
