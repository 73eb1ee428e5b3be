import { hash } from 'node:crypto'
import { isObject } from '../contract/bodies.js'

/** Returns a hash of a body. Bodies that are equal as JSON have the same: the order of members does not matter. */
export function hashBody(bytes: Buffer): string {
  try {
    return hash('sha256', JSON.stringify(JSON.parse(bytes.toString(), sortMembers)))
  } catch {
    return hash('sha256', bytes)
  }
}

function sortMembers(_name: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value
}
