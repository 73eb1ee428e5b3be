import assert from 'node:assert/strict'
import type { components, paths } from '@generated/openapi-fetch'
import createClient from 'openapi-fetch'
import { bearer } from '../adapters/bearer.ts'
import { toResult } from '../adapters/fetch-result.ts'
import type { Connection, Result } from '../client.ts'
import { expectData, expectError, MOMENT } from '../scenario/expect.ts'

type Client = ReturnType<typeof connect>
type Task = components['schemas']['Task']

/** Creates a client of the earlier edition with the generated types of the variant that is compiled. */
export function connect({ baseUrl, token }: Connection) {
  return createClient<paths>({ baseUrl, headers: bearer(token) })
}

/** Converts the response of the generated client. */
export async function resultOf<T>(call: Promise<Parameters<typeof toResult<T>>[0]>): Promise<Result<T>> {
  return toResult(await call)
}

/** Uses the operations on tasks that every variant of the earlier edition has. The board must be empty. */
export async function workOnBoard(connection: Connection): Promise<void> {
  const client = connect(connection)
  const tasks = await createTasks(client)
  await readTasks(client, tasks)
  await discuss(client, tasks.long)
  await sendBack(client, tasks.long.id)
  await checkErrors(client)
  for (const { id } of Object.values(tasks)) {
    const path = { params: { path: { id } } }
    await expectData(204, resultOf(client.DELETE('/tasks/{id}', path)))
    await expectError(404, resultOf(client.GET('/tasks/{id}', path)))
  }
}

async function createTasks({ POST }: Client) {
  const minimal = await expectData(201, resultOf(POST('/tasks', { body: { title: 'a' } })))
  assert.match(minimal.createdAt, MOMENT)
  assert.deepEqual(minimal, {
    id: minimal.id,
    title: 'a',
    description: null,
    status: 'TODO',
    priority: 'MEDIUM',
    labels: [],
    comments: [],
    createdAt: minimal.createdAt,
    updatedAt: minimal.createdAt,
  })
  // @ts-expect-error: the types of this edition have no due date.
  assert.equal(minimal.dueDate, undefined)

  const body: components['schemas']['TaskInput'] = {
    title: 'b'.repeat(200),
    description: 'é'.repeat(1000),
    status: null,
    priority: 'URGENT',
    labels: ['kitchen'],
  }
  const long = await expectData(201, resultOf(POST('/tasks', { body })))
  assert.deepEqual({ ...long, ...body, status: 'TODO' }, long)
  return { minimal, long }
}

async function readTasks({ GET }: Client, { minimal, long }: { minimal: Task; long: Task }): Promise<void> {
  const orders = { 'priority,desc': [long.id, minimal.id], 'priority,asc': [minimal.id, long.id] } as const
  for (const [sort, ids] of Object.entries(orders)) {
    const query = { sort: sort as keyof typeof orders }
    const { content } = await expectData(200, resultOf(GET('/tasks', { params: { query } })))
    assert.deepEqual(
      content.map(({ id }) => id),
      ids,
      sort,
    )
  }
  const filtered = await expectData(200, resultOf(GET('/tasks', { params: { query: { priority: 'URGENT' } } })))
  assert.deepEqual(filtered.content, [long])
  assert.deepEqual(await expectData(200, resultOf(GET('/tasks/summary'))), {
    total: 2,
    byStatus: { TODO: 2, IN_PROGRESS: 0, DONE: 0 },
    byPriority: { LOW: 0, MEDIUM: 1, HIGH: 0 },
  })
}

async function discuss({ GET, POST, PUT, DELETE }: Client, { id }: Task): Promise<void> {
  const comments = '/tasks/{id}/comments'
  const first = await expectData(201, resultOf(POST(comments, { params: { path: { id } }, body: { text: 'First' } })))
  const path = { id, commentId: first.id }
  const changed = await expectData(
    200,
    resultOf(PUT('/tasks/{id}/comments/{commentId}', { params: { path }, body: { text: 'Changed' } })),
  )
  assert.deepEqual((await expectData(200, resultOf(GET('/tasks/{id}', { params: { path: { id } } })))).comments, [
    changed,
  ])
  await expectData(204, resultOf(DELETE('/tasks/{id}/comments/{commentId}', { params: { path } })))
}

async function sendBack({ GET, PUT }: Client, id: number): Promise<void> {
  const params = { path: { id } }
  const before = await expectData(200, resultOf(GET('/tasks/{id}', { params })))
  const after = await expectData(200, resultOf(PUT('/tasks/{id}', { params, body: { ...before, status: 'DONE' } })))
  assert.deepEqual(after, { ...before, status: 'DONE', updatedAt: after.updatedAt })
  const { status } = await expectData(200, resultOf(PUT('/tasks/{id}', { params, body: { title: 'Short' } })))
  assert.equal(status, 'TODO')
}

async function checkErrors({ POST }: Client): Promise<void> {
  const body = { title: 'b'.repeat(201), description: 'é'.repeat(1001) }
  const { message, errors = {} } = await expectError(400, resultOf(POST('/tasks', { body })))
  assert.equal(message, 'Validation failed')
  assert.deepEqual(Object.keys(errors).sort(), ['description', 'title'])
}
