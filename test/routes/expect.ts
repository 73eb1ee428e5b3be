import type { Test } from 'tap'
import { expectError as expectErrorBody } from '../expect-error.js'
import type { Json, Reply, Service } from '../helper.js'

/** The moment of `START`, as the API writes it. */
export const NOW = '2026-03-02T08:30:00Z'

/** Fails unless the answer is exactly this error; its message is compared where one is given. */
export function expectError(t: Test, reply: Reply, status: number, path: string, message?: string): void {
  expectErrorBody(t, reply, { status, path, ...(message !== undefined && { message }) })
}

/** Fails unless the answer is a 400 that names exactly these fields, each with a message. */
export function expectInvalid(t: Test, reply: Reply, fields: string[], name = 'is not valid'): void {
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

/** A task as it is answered, with the given fields and the defaults of a new one. */
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

/** The task with this id, as v1 shows it. */
export async function getTask(service: Service, id: number): Promise<Json> {
  return (await service.send(`GET /api/v1/tasks/${id}`)).json
}

/** The ids of a column in the order of `sortOrder`; fails where that is not exactly 0 … n−1. */
export async function column(t: Test, service: Service, status: string): Promise<number[]> {
  const { json } = await service.send(`GET /api/v1/tasks?status=${status}&sort=sortOrder&size=100`)
  const tasks: Json[] = json.content
  t.strictSame(
    tasks.map(({ sortOrder }) => sortOrder),
    tasks.map((_, index) => index),
    `the places of ${status} are contiguous`,
  )
  return tasks.map(({ id }) => id)
}

/** A text in printable ASCII, fit to name an assertion: its other characters would break lines of the report. */
export function quote(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
