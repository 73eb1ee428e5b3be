import fc from 'fast-check'
import type { FullResponse } from '../../src/rules/expected-vs-actual/difference.js'
import type { Json } from './helper.js'

const timestamp = fc
  .integer({ min: 1_600_000_000, max: 1_900_000_000 })
  .map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`)
const id = fc.integer({ min: 1, max: 10_000 })
const text = fc.string({ unit: 'grapheme', maxLength: 300 })

function listOf(item: fc.Arbitrary<{ id: number }>, maxLength: number): fc.Arbitrary<Json[]> {
  return fc.uniqueArray(item, { selector: (member) => member.id, maxLength })
}

const comment = fc.record({ id, text, createdAt: timestamp, updatedAt: timestamp })
const checklistItem = fc.record({ id, text, done: fc.boolean() })
const attachment = fc.record({ id, fileName: text, fileSizeBytes: fc.nat(), uploadedAt: timestamp })

/** A task as the service returns it. */
export const task = fc.record({
  id,
  title: text,
  description: fc.option(text),
  status: fc.constantFrom('TODO', 'IN_PROGRESS', 'DONE'),
  priority: fc.constantFrom('LOW', 'MEDIUM', 'HIGH', 'URGENT'),
  sortOrder: fc.nat(100),
  labels: fc.array(fc.string({ maxLength: 20 }), { maxLength: 5 }),
  checklistItems: listOf(checklistItem, 3),
  comments: listOf(comment, 3),
  attachments: listOf(attachment, 3),
  createdAt: timestamp,
  updatedAt: timestamp,
})

/**
 * A page of tasks.
 *
 * @param minLength the minimum number of tasks
 */
export function page(minLength: number): fc.Arbitrary<Json> {
  return fc.record({
    content: fc.uniqueArray(task, { selector: (member) => member.id, minLength, maxLength: 12 }),
    totalElements: fc.nat(100),
    totalPages: fc.nat(10),
    currentPage: fc.nat(10),
    pageSize: fc.integer({ min: 1, max: 100 }),
  })
}

/** A successful response with a JSON body. */
export function jsonResponse(body: unknown, changes: Partial<FullResponse> = {}): FullResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    ...changes,
  }
}
