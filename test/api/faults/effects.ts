import type { Test } from 'tap'
import type { Json, Reply } from '../../kit/helper.js'
import type { Trait } from './operations.js'
import { parts } from './twins.js'

/** A fault that changes a response: what it applies to, and how it changes v1's response (decision 37). */
export interface Effect {
  trait: Trait
  /** Expects the response to be v1's with the change of this fault alone. */
  assert(t: Test, name: string, buggy: Reply, v1: Reply): void
}

const TIMESTAMPS = ['createdAt', 'updatedAt', 'uploadedAt']

interface Location {
  owner: Json
  key: string
  value: unknown
}

/** Every timestamp of a body, in the order of the text. */
export function timestampsOf(body: Json): Location[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([key, value]) =>
    TIMESTAMPS.includes(key) ? [{ owner: body, key, value }] : timestampsOf(value),
  )
}

/** The tasks of a page, or the one task that a body is. */
export function tasksOf(body: Json): Json[] {
  return body.content ?? [body]
}

/** The fields that v1's tasks have and buggy's tasks lack, as `[index of the task, field]`. */
export function missingFields(buggy: Json, v1: Json): [number, string][] {
  const incomplete = tasksOf(buggy)
  return tasksOf(v1).flatMap((task, index) =>
    Object.keys(task)
      .filter((key) => !(key in (incomplete[index] ?? {})))
      .map((key): [number, string] => [index, key]),
  )
}

/** Expects the body to be v1's after `change`, byte for byte, and the rest to be v1's. */
function assertChanged(t: Test, name: string, buggy: Reply, v1: Reply, change: (body: Json) => void): void {
  const body = structuredClone(v1.json)
  change(body)
  t.not(parts(buggy).body, parts(v1).body, `${name}: the body differs`)
  t.same(
    parts(buggy),
    { ...parts(v1), body: Buffer.from(JSON.stringify(body)).toString('latin1') },
    `${name}: nothing else differs`,
  )
}

export const EFFECTS: Record<string, Effect> = {
  'missing-fields': {
    trait: 'task',
    assert(t, name, buggy, v1) {
      const missing = missingFields(buggy.json, v1.json)
      t.equal(missing.length, 1, `${name}: one task lacks one field`)
      const [[index, field] = [-1, '']] = missing
      t.ok(['description', 'priority'].includes(field), `${name}: description or priority`)
      assertChanged(t, name, buggy, v1, (body) => delete tasksOf(body)[index]?.[field])
    },
  },
  'wrong-status': {
    trait: 'creation',
    assert(t, name, buggy, v1) {
      t.equal(v1.status, 201)
      t.same(parts(buggy), { ...parts(v1), status: 200 }, `${name}: only the status differs`)
    },
  },
  pagination: {
    trait: 'page',
    assert(t, name, buggy, v1) {
      const fields = ['totalPages', 'currentPage'].filter((field) => buggy.json[field] !== v1.json[field])
      t.equal(fields.length, 1, `${name}: either totalPages or currentPage differs`)
      const [field = ''] = fields
      t.equal(Math.abs(buggy.json[field] - v1.json[field]), 1, `${name}: off by one`)
      t.ok(buggy.json[field] >= 0, `${name}: not negative`)
      assertChanged(t, name, buggy, v1, (body) => {
        body[field] = buggy.json[field]
      })
    },
  },
  'date-mix': {
    trait: 'timestamp',
    assert(t, name, buggy, v1) {
      const values = timestampsOf(buggy.json).map(({ value }) => value)
      const integers = values.filter(Number.isInteger)
      t.ok(integers.length >= 1, `${name}: at least one timestamp is an integer`)
      if (values.length > 1) t.ok(integers.length < values.length, `${name}: at least one stays ISO 8601`)
      assertChanged(t, name, buggy, v1, (body) => {
        for (const [index, { owner, key, value }] of timestampsOf(body).entries()) {
          if (Number.isInteger(values[index])) owner[key] = Date.parse(String(value)) / 1000
        }
      })
    },
  },
  'search-case': {
    trait: 'search',
    assert(t, name, buggy, v1) {
      const ids = (reply: Reply) => reply.json.content.map(({ id }: Json) => id)
      t.same(ids(v1), [1, 2, 3, 4], `${name}: v1 ignores case`)
      assertChanged(t, name, buggy, v1, (body) => {
        body.content = body.content.filter(({ id }: Json) => id === 2 || id === 4)
        body.totalElements = 2
      })
    },
  },
}
