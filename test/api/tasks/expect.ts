import type { Test } from 'tap'
import type { Json, Reply } from '../../kit/helper.js'

/** The time `START`, in the format of the API. */
export const NOW = '2026-03-02T08:30:00Z'

/** Expects a 400 whose `errors` names exactly these fields, each with a message. */
export function expectInvalid(t: Test, reply: Reply, fields: string[], name = 'is invalid'): void {
  const { status, error, message, errors = {} } = reply.json ?? {}
  t.strictSame(
    { code: reply.status, status, error, message, fields: Object.keys(errors).sort() },
    { code: 400, status: 400, error: 'Bad Request', message: 'Validation failed', fields: fields.toSorted() },
    name,
  )
  t.ok(Object.values(errors).every(isMessage), `${name}: every field has a message`)
}

function isMessage(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** A task as the API returns it: the given fields, and the defaults of a new task. */
export function aTask(values: object): Json {
  return {
    id: 1,
    title: 'A task',
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    dueDate: null,
    sortOrder: 0,
    labels: [],
    checklistItems: [],
    comments: [],
    attachments: [],
    createdAt: NOW,
    updatedAt: NOW,
    ...values,
  }
}

/** A value as printable ASCII for the name of an assertion: other characters would break lines of the report. */
export function quote(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
