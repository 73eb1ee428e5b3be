import type { Test } from 'tap'
import type { Json } from '../helper.js'
import { missingFields, timestampsOf } from './effects.js'

/** What v1 would have answered: to an ordinary request, and to a search as written. */
export interface Expected {
  status: number
  body: Json
  bodyAsWritten?: Json
}

/** What was seen of the faults in one answer: those that could strike, each with whether it did. */
export type Observation = Map<string, boolean>

/** Fields that the server assigns, and that no fault touches. */
const ASSIGNED = ['id', 'sortOrder']

/** Sees in an answer which faults struck, and fails where anything else differs from what v1 would answer. */
export function observe(t: Test, name: string, status: number, body: Json, expected: Expected): Observation {
  if (status === 500 && body.message === 'An unexpected error occurred') {
    return new Map([['server-error', true]])
  }
  const seen: Observation = new Map([['server-error', false]])
  const { bodyAsWritten } = expected
  const isAsWritten = bodyAsWritten !== undefined && body.totalElements === bodyAsWritten.totalElements
  if (bodyAsWritten !== undefined) seen.set('search-case', isAsWritten)
  const original = assign(isAsWritten ? bodyAsWritten : expected.body, body)
  const repaired = structuredClone(body)

  if (expected.status === 201) seen.set('wrong-status', status === 200)
  else if (status !== expected.status) t.fail(`${name}: status ${status}`)

  if (original.content?.length > 0 || 'priority' in original) {
    const missing = missingFields(body, original)
    seen.set('missing-fields', missing.length > 0)
    for (const [index, field] of missing) {
      const from = original.content?.[index] ?? original
      const to = repaired.content?.[index] ?? repaired
      to[field] = from[field]
    }
  }

  if (original.content !== undefined) {
    const off = ['totalPages', 'currentPage'].filter((key) => body[key] !== original[key])
    seen.set('pagination', off.length > 0)
    for (const key of off) repaired[key] = original[key]
  }

  const timestamps = timestampsOf(repaired)
  if (timestamps.length > 0) {
    seen.set(
      'date-mix',
      timestamps.some(({ value }) => typeof value === 'number'),
    )
    for (const { owner, key, value } of timestamps) {
      if (typeof value === 'number') owner[key] = `${new Date(value * 1000).toISOString().slice(0, 19)}Z`
    }
  }

  if (JSON.stringify(sorted(repaired)) !== JSON.stringify(sorted(original))) {
    t.fail(`${name}: the answer is v1's but for its faults`, { body, original })
  }
  return seen
}

/** The expected body with the values that the server assigned to what a request created. */
function assign(expected: Json, body: Json): Json {
  if (expected.id !== null && expected[0]?.id !== null) return expected
  const fill = (target: Json, source: Json) => ({
    ...target,
    ...Object.fromEntries(ASSIGNED.filter((key) => key in target).map((key) => [key, source[key]])),
  })
  return Array.isArray(expected) ? expected.map((element, i) => fill(element, body[i])) : fill(expected, body)
}

/** The same value with its keys in one order. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}
