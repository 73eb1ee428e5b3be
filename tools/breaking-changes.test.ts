import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breakingChangesTable } from './breaking-changes.js'

// biome-ignore lint/suspicious/noExplicitAny: the changes touch every part of a document
type Editable = any

/** A document with two operations that send and return the same task. */
function createDocument(): Editable {
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/Task' } } }
  const operation = () => ({ requestBody: { content: json }, responses: { 200: { content: json }, 401: {} } })
  return {
    openapi: '3.0.3',
    info: { title: 'Tasks', version: '1.0.0' },
    paths: {
      '/tasks': { post: operation() },
      '/tasks/{id}': { put: operation(), get: { parameters: [sortParameter()], responses: {} } },
    },
    components: { schemas: { Task: taskSchema(), Old: {} } },
  }
}

function taskSchema() {
  return {
    type: 'object',
    required: ['title', 'labels'],
    properties: {
      title: { type: 'string', maxLength: 200 },
      labels: { type: 'array' },
      count: { type: 'object', properties: { done: { type: 'integer' } } },
      status: { type: 'string', nullable: true, enum: ['TODO', null], default: 'TODO' },
    },
  }
}

const sortParameter = () => ({
  name: 'sort',
  in: 'query',
  schema: { type: 'string', enum: ['id', 'id,asc', 'id,desc'] },
})
const taskOf = (document: Editable) => document.components.schemas.Task

/** Returns the rows of the table for a change of the document of v1. */
function rowsAfter(change: (document: Editable) => void): string[] {
  const newer = createDocument()
  change(newer)
  return rowsOf([{ variant: 'v1', older: createDocument(), newer }])
}

function rowsOf(pairs: Parameters<typeof breakingChangesTable>[0]): string[] {
  const [head, line, ...rows] = breakingChangesTable(pairs).split('\n')
  assert.deepEqual([head, line], ['| Operations | What breaks | Variants |', '| --- | --- | --- |'])
  return rows
}

const BOTH = '`POST /tasks`, `PUT /tasks/{id}`'

test('lists only breaking changes', () => {
  assert.deepEqual(
    rowsAfter((document) => {
      document.paths['/tasks'].get = { responses: {} }
      taskOf(document).properties.title.description = 'The title.'
    }),
    [],
  )
})

test('merges the details of a change, its operations and its variants', () => {
  const newer = createDocument()
  taskOf(newer).properties.title.maxLength = 100
  newer.paths['/tasks/{id}'].get.parameters[0].schema.enum = ['id']
  const pair = { older: createDocument(), newer }
  assert.deepEqual(
    rowsOf([
      { variant: 'v1', ...pair },
      { variant: 'v2', ...pair },
    ]),
    [
      `| ${BOTH} | \`title\` has at most 100 characters instead of 200. | v1, v2 |`,
      '| `GET /tasks/{id}` | `sort` no longer accepts: `id,asc`, `id,desc` | v1, v2 |',
    ],
  )
})

test('lists variants with other operations in a row of their own', () => {
  const change = (document: Editable) => {
    taskOf(document).properties.title.maxLength = 100
    return document
  }
  const smaller = createDocument()
  delete smaller.paths['/tasks']
  const changed = change(createDocument())
  const { '/tasks': _, ...paths } = changed.paths
  assert.deepEqual(
    rowsOf([
      { variant: 'v1', older: createDocument(), newer: changed },
      { variant: 'buggy', older: smaller, newer: { ...changed, paths } },
    ]),
    [
      `| ${BOTH} | \`title\` has at most 100 characters instead of 200. | v1 |`,
      '| `PUT /tasks/{id}` | `title` has at most 100 characters instead of 200. | buggy |',
    ],
  )
})

const EMPTY_OBJECT = { type: 'object', properties: {} }

const WORDS: Record<string, [change: (document: Editable) => void, rows: string[]]> = {
  'a field that requests must have': [
    (document) => taskOf(document).required.push('status', 'count'),
    [`| ${BOTH} | These fields are now required: \`status\`, \`count\` | v1 |`],
  ],
  'a field that responses may leave out': [
    (document) => taskOf(document).required.pop(),
    [`| ${BOTH} | These fields may now be missing in responses: \`labels\` | v1 |`],
  ],
  'a field that responses no longer contain, also if it was required': [
    ({ paths }) => {
      const { labels: _, ...properties } = taskSchema().properties
      const schema = { ...taskSchema(), required: ['title'], properties: { ...properties, count: EMPTY_OBJECT } }
      paths['/tasks'].post.responses[200] = { content: { 'application/json': { schema } } }
    },
    ['| `POST /tasks` | Responses no longer contain: `labels`, `count.done` | v1 |'],
  ],
  'a default and null that requests no longer have': [
    (document) => {
      taskOf(document).properties.status = { type: 'string', enum: ['TODO'] }
    },
    [
      `| ${BOTH} | \`status\` no longer accepts: \`null\` | v1 |`,
      `| ${BOTH} | \`status\` no longer has the default \`TODO\`. | v1 |`,
    ],
  ],
  'a body that is required': [
    ({ paths }) => {
      paths['/tasks/{id}'].get.requestBody = { required: true, content: {} }
    },
    ['| `GET /tasks/{id}` | A request body is required. | v1 |'],
  ],
  'a status that is no longer returned': [
    ({ paths }) => delete paths['/tasks'].post.responses[401],
    ['| `POST /tasks` | The status 401 is no longer returned. | v1 |'],
  ],
  'a type that generated code no longer has': [
    ({ components }) => delete components.schemas.Old,
    ['| all | Generated code no longer has the types: `Old` | v1 |'],
  ],
  'a path that no longer exists': [
    ({ paths }) => delete paths['/tasks'],
    ['| `/tasks` | The path no longer exists. | v1 |'],
  ],
  'an operation that no longer exists': [
    ({ paths }) => delete paths['/tasks/{id}'].get,
    ['| `GET /tasks/{id}` | The operation no longer exists. | v1 |'],
  ],
  'any other change, with its path': [
    ({ paths }) => {
      paths['/tasks/{id}'].get.parameters[0].schema.type = 'integer'
    },
    ["| `GET /tasks/{id}` | `paths /tasks/{id} get parameters query sort schema type: 'string' → 'integer'` | v1 |"],
  ],
}

for (const [title, [change, rows]] of Object.entries(WORDS)) {
  test(`describes ${title}`, () => assert.deepEqual(rowsAfter(change), rows))
}
