import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { OpenAPIV3 } from 'openapi-types'
import { compareDocuments } from './compare.js'

/** A document, as deep as a change has to reach into it. */
// biome-ignore lint/suspicious/noExplicitAny: the changes reach into every corner of a document
type Editable = any

const PUBLISHED = readFileSync(new URL('../openapi/v2.json', import.meta.url), 'utf8')

const schemaOf = (document: Editable, name: string) => document.components.schemas[name]
const fieldOf = (document: Editable, schema: string, field: string) =>
  schemaOf(document, schema).properties[field]
const listParameters = (document: Editable): { name: string; schema: Editable }[] =>
  document.paths['/tasks'].get.parameters

const BREAKING: Record<string, (document: Editable) => void> = {
  'an operation is gone': (document) => delete document.paths['/tasks/summary'].get,
  'an operation has another id': (document) => {
    document.paths['/tasks'].post.operationId = 'makeTask'
  },
  'a success has another status': ({ paths }) => {
    const { responses } = paths['/tasks'].post
    responses[200] = responses[201]
    delete responses[201]
  },
  'a header of an answer is gone': ({ paths }) => delete paths['/tasks'].post.responses[201].headers.Location,
  'an operation asks for a token': ({ paths }) => {
    paths['/auth/login'].post.security = [{ bearerAuth: [] }]
  },
  'a field of an answer has another name': (document) => {
    const { properties, required } = schemaOf(document, 'Task')
    properties.due = properties.dueDate
    delete properties.dueDate
    required[required.indexOf('dueDate')] = 'due'
  },
  'a field of an answer may be absent': (document) => {
    schemaOf(document, 'Task').required = ['id']
  },
  'a field of an answer may be null': (document) => {
    fieldOf(document, 'Task', 'title').nullable = true
  },
  'a field of an answer has another type': (document) => {
    fieldOf(document, 'Task', 'sortOrder').type = 'string'
  },
  'a field of an answer has a new value': (document) => {
    fieldOf(document, 'Task', 'status').enum.push('ARCHIVED')
  },
  'a field of a request may no longer be null': (document) =>
    delete fieldOf(document, 'TaskInput', 'description').nullable,
  'a field of a request has become required': (document) => {
    schemaOf(document, 'TaskInput').required.push('labels')
  },
  'a value of a request is gone': (document) => {
    fieldOf(document, 'TaskInput', 'status').enum.pop()
  },
  'a text of a request must be shorter': (document) => {
    fieldOf(document, 'TaskInput', 'title').maxLength = 99
  },
  'a parameter is gone': (document) => {
    listParameters(document).splice(0, 1)
  },
  'a parameter has become required': (document) => {
    listParameters(document).push({ name: 'board', in: 'query', required: true, schema: {} } as Editable)
  },
  'a field of a request may no longer be null, in so many words': (document) => {
    fieldOf(document, 'TaskInput', 'description').nullable = false
  },
  'a text of a request must be one of a list': (document) => {
    fieldOf(document, 'TaskInput', 'title').enum = ['Tidy up']
  },
  'a request must hold nothing else': (document) => {
    schemaOf(document, 'TaskInput').additionalProperties = false
  },
  'a field of a request is gone': (document) => delete schemaOf(document, 'TaskInput').properties.labels,
  'an operation needs a body': ({ paths }) => {
    paths['/auth/logout'].post.requestBody = { ...paths['/tasks'].post.requestBody, required: true }
  },
  'the service is elsewhere': (document) => {
    document.servers[0].url = '/api/v9'
  },
  'a parameter of a path has another name': ({ paths }) => {
    const renamed = JSON.parse(
      JSON.stringify(paths['/tasks/{id}']).replaceAll('"name":"id"', '"name":"taskId"'),
    )
    paths['/tasks/{taskId}'] = renamed
    delete paths['/tasks/{id}']
  },
  'a schema has another name': (document) => {
    const renamed = JSON.stringify(document).replaceAll(
      '#/components/schemas/Task"',
      '#/components/schemas/Card"',
    )
    Object.assign(document, JSON.parse(renamed))
    document.components.schemas.Card = document.components.schemas.Task
    delete document.components.schemas.Task
  },
  'an optional field of an answer is gone': (document) =>
    delete schemaOf(document, 'Error').properties.errors,
  'a field of an answer has another format': (document) => {
    fieldOf(document, 'Task', 'createdAt').format = 'date'
  },
  'a field of an answer has any value': (document) => delete fieldOf(document, 'Task', 'status').enum,
  'a field of an answer named type is gone': (document) =>
    delete schemaOf(document, 'LoginResponse').properties.type,
  'a success is new': ({ paths }) => {
    paths['/tasks'].post.responses[202] = paths['/tasks'].post.responses[201]
  },
  'a parameter must be given': (document) => {
    Object.assign(listParameters(document)[0] ?? {}, { required: true })
  },
  'all fields of an answer may be absent': (document) => delete schemaOf(document, 'Task').required,
  'a parameter allows less': (document) => {
    const size = listParameters(document).find(({ name }) => name === 'size')
    if (size !== undefined) size.schema.maximum = 50
  },
}

const COMPATIBLE: Record<string, (document: Editable) => void> = {
  'an operation is new': ({ paths }) => {
    paths['/tasks/count'] = { get: { ...paths['/tasks/summary'].get, operationId: 'countTasks' } }
  },
  'a description is another': ({ paths }) => {
    paths['/tasks'].post.description = 'Other words.'
  },
  'a field of an answer is new': (document) => {
    schemaOf(document, 'Task').properties.color = { type: 'string' }
    schemaOf(document, 'Task').required.push('color')
  },
  'a field of an answer is never null any more': (document) =>
    delete fieldOf(document, 'Task', 'description').nullable,
  'a field of a request may be null': (document) => {
    fieldOf(document, 'TaskInput', 'title').nullable = true
  },
  'an optional field of a request is new': (document) => {
    schemaOf(document, 'TaskInput').properties.color = { type: 'string' }
  },
  'an optional parameter is new': (document) => {
    listParameters(document).push({ name: 'color', in: 'query', schema: { type: 'string' } } as Editable)
  },
  'a field named type is new': (document) => {
    schemaOf(document, 'Task').properties.type = { type: 'string' }
    schemaOf(document, 'TaskInput').properties.type = { type: 'string' }
  },
  'a field named nullable is new': (document) => {
    schemaOf(document, 'Task').properties.nullable = { type: 'string' }
    schemaOf(document, 'TaskInput').properties.nullable = { type: 'string' }
  },
  'a body may be left out': ({ paths }) => {
    paths['/tasks'].post.requestBody.required = false
  },
  'an answer holds nothing else': (document) => {
    schemaOf(document, 'Task').additionalProperties = false
  },
  'a header of an answer is new': ({ paths }) => {
    paths['/tasks'].post.responses[201].headers.ETag = { schema: { type: 'string' } }
  },
  'the service is at another address too': (document) => {
    document.servers.push({ url: '/api/v9' })
  },
  'a schema is new': (document) => {
    document.components.schemas.Board = { type: 'object' }
  },
  'an example with a key named type is another': ({ paths }) => {
    paths['/auth/login'].post.responses[200].content['application/json'].example.type = 1
  },
  'an error is new': ({ paths }) => {
    paths['/tasks'].post.responses[429] = paths['/tasks'].post.responses[500]
  },
  'an operation no longer asks for a token': ({ paths }) => {
    paths['/tasks'].get.security = []
  },
  'an operation may have a body': ({ paths }) => {
    paths['/auth/logout'].post.requestBody = { ...paths['/tasks'].post.requestBody, required: false }
  },
  'a field of a request may have any value': (document) =>
    delete fieldOf(document, 'TaskInput', 'status').enum,
  'a field of an answer is one of a list': (document) => {
    fieldOf(document, 'Task', 'title').enum = ['Tidy up']
  },
  'a field of an answer has fewer values': (document) => {
    fieldOf(document, 'Task', 'status').enum.pop()
  },
  'a field of an answer is never null, in so many words': (document) => {
    fieldOf(document, 'Task', 'description').nullable = false
    fieldOf(document, 'Task', 'title').nullable = false
  },
  'a text of a request may be longer': (document) => {
    fieldOf(document, 'TaskInput', 'title').maxLength = 200
  },
}

function changesAfter(change: (document: Editable) => void) {
  const older = JSON.parse(PUBLISHED) as OpenAPIV3.Document
  const newer = JSON.parse(PUBLISHED) as OpenAPIV3.Document
  change(newer)
  return compareDocuments(older, newer)
}

test('a document does not differ from itself', () => {
  assert.deepEqual(
    changesAfter(() => {}),
    [],
  )
})

for (const [what, change] of Object.entries(BREAKING)) {
  test(`breaking: ${what}`, () => {
    assert.ok(changesAfter(change).some(({ breaking }) => breaking))
  })
}

for (const [what, change] of Object.entries(COMPATIBLE)) {
  test(`compatible: ${what}`, () => {
    const changes = changesAfter(change)
    assert.ok(changes.length > 0)
    assert.deepEqual(
      changes.filter(({ breaking }) => breaking),
      [],
    )
  })
}
