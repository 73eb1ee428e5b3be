import type { Json } from './helper.js'

/** Counts the arrays, objects and scalars of a JSON value. */
export function countValues(value: Json): number {
  const parts: Json[] = typeof value === 'object' && value !== null ? Object.values(value) : []
  return parts.reduce((sum, part) => sum + countValues(part), 1)
}
