import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { OpenAPIV3 } from 'openapi-types'
import { compareDocuments } from './compare.js'

// biome-ignore lint/suspicious/noExplicitAny: the changes touch every part of a document
type Editable = any

const PUBLISHED = readFileSync(new URL('../openapi/v2.json', import.meta.url), 'utf8')

const schemaOf = (document: Editable, name: string) => document.components.schemas[name]
const fieldOf = (document: Editable, schema: string, field: string) => schemaOf(document, schema).properties[field]
const listParameters = (document: Editable): { name: string; schema: Editable }[] =>
  document.paths['/tasks'].get.parameters

const BREAKING: Record<string, (document: Editable) => void> = {
  'an operation is removed': (document) => delete document.paths['/tasks/summary'].get,
  'the id of an operation changes': (document) => {
    document.paths['/tasks'].post.operationId = 'addTask'
  },
  'the status of a success changes': ({ paths }) => {
    const { responses } = paths['/tasks'].post
    responses[200] = responses[201]
    delete responses[201]
  },
  'a response header is removed': ({ paths }) => delete paths['/tasks'].post.responses[201].headers.Location,
  'a link is removed': ({ paths }) => delete paths['/tasks'].post.responses[201].links.getTask,
  'an operation requires a token': ({ paths }) => {
    paths['/auth/login'].post.security = [{ bearerAuth: [] }]
  },
  'a response field is renamed': (document) => {
    const { properties, required } = schemaOf(document, 'Task')
    properties.due = properties.dueDate
    delete properties.dueDate
    required[required.indexOf('dueDate')] = 'due'
  },
  'a response field becomes optional': (document) => {
    schemaOf(document, 'Task').required = ['id']
  },
  'a response field becomes nullable': (document) => {
    fieldOf(document, 'Task', 'title').nullable = true
  },
  'the type of a response field changes': (document) => {
    fieldOf(document, 'Task', 'sortOrder').type = 'string'
  },
  'a response field gets a new enum value': (document) => {
    fieldOf(document, 'Session', 'role').enum.push('GUEST')
  },
  'a request field is no longer nullable': (document) => delete fieldOf(document, 'TaskInput', 'description').nullable,
  'a request field becomes required': (document) => {
    schemaOf(document, 'TaskInput').required.push('labels')
  },
  'an enum value of a request field is removed': (document) => {
    fieldOf(document, 'TaskInput', 'priority').enum.shift()
  },
  'the maximum length of a request field decreases': (document) => {
    fieldOf(document, 'TaskInput', 'title').maxLength = 99
  },
  'a parameter is removed': (document) => {
    listParameters(document).splice(0, 1)
  },
  'a required parameter is added': (document) => {
    listParameters(document).push({ name: 'board', in: 'query', required: true, schema: {} } as Editable)
  },
  'a request field becomes explicitly non-nullable': (document) => {
    fieldOf(document, 'TaskInput', 'description').nullable = false
  },
  'a request field gets an enum': (document) => {
    fieldOf(document, 'TaskInput', 'title').enum = ['Tidy up']
  },
  'a request no longer allows additional fields': (document) => {
    schemaOf(document, 'TaskInput').additionalProperties = false
  },
  'a request field is removed': (document) => delete schemaOf(document, 'TaskInput').properties.labels,
  'a request body becomes required': ({ paths }) => {
    paths['/auth/logout'].post.requestBody = { ...paths['/tasks'].post.requestBody, required: true }
  },
  'the URL of the server changes': (document) => {
    document.servers[0].url = '/api/v9'
  },
  'a path parameter is renamed': ({ paths }) => {
    const renamed = JSON.parse(JSON.stringify(paths['/tasks/{id}']).replaceAll('"name":"id"', '"name":"taskId"'))
    paths['/tasks/{taskId}'] = renamed
    delete paths['/tasks/{id}']
  },
  'a schema is renamed': (document) => {
    const renamed = JSON.stringify(document).replaceAll('#/components/schemas/Task"', '#/components/schemas/Card"')
    Object.assign(document, JSON.parse(renamed))
    document.components.schemas.Card = document.components.schemas.Task
    delete document.components.schemas.Task
  },
  'an optional response field is removed': (document) => delete schemaOf(document, 'ErrorResponse').properties.errors,
  'the format of a response field changes': (document) => {
    fieldOf(document, 'Task', 'createdAt').format = 'date'
  },
  'the enum of a response field is removed': (document) => delete fieldOf(document, 'Session', 'role').enum,
  'a response field named type is removed': (document) => delete schemaOf(document, 'Session').properties.type,
  'a success status is added': ({ paths }) => {
    paths['/tasks'].post.responses[202] = paths['/tasks'].post.responses[201]
  },
  'an optional parameter becomes required': (document) => {
    Object.assign(listParameters(document)[0] ?? {}, { required: true })
  },
  'all response fields become optional': (document) => delete schemaOf(document, 'Task').required,
  'the maximum of a parameter decreases': (document) => {
    const size = listParameters(document).find(({ name }) => name === 'size')
    if (size !== undefined) size.schema.maximum = 50
  },
}

const COMPATIBLE: Record<string, (document: Editable) => void> = {
  'an operation is added': ({ paths }) => {
    paths['/tasks/count'] = { get: { ...paths['/tasks/summary'].get, operationId: 'countTasks' } }
  },
  'a description changes': ({ paths }) => {
    paths['/tasks'].post.description = 'Other words.'
  },
  'a response field is added': (document) => {
    schemaOf(document, 'Task').properties.color = { type: 'string' }
    schemaOf(document, 'Task').required.push('color')
  },
  'a response field is no longer nullable': (document) => delete fieldOf(document, 'Task', 'description').nullable,
  'a request field becomes nullable': (document) => {
    fieldOf(document, 'TaskInput', 'title').nullable = true
  },
  'an optional request field is added': (document) => {
    schemaOf(document, 'TaskInput').properties.color = { type: 'string' }
  },
  'an optional parameter is added': (document) => {
    listParameters(document).push({ name: 'color', in: 'query', schema: { type: 'string' } } as Editable)
  },
  'a field named type is added': (document) => {
    schemaOf(document, 'Task').properties.type = { type: 'string' }
    schemaOf(document, 'TaskInput').properties.type = { type: 'string' }
  },
  'a field named nullable is added': (document) => {
    schemaOf(document, 'Task').properties.nullable = { type: 'string' }
    schemaOf(document, 'TaskInput').properties.nullable = { type: 'string' }
  },
  'a request body becomes optional': ({ paths }) => {
    paths['/tasks'].post.requestBody.required = false
  },
  'a response no longer allows additional fields': (document) => {
    schemaOf(document, 'Task').additionalProperties = false
  },
  'a response header is added': ({ paths }) => {
    paths['/tasks'].post.responses[201].headers.ETag = { schema: { type: 'string' } }
  },
  'a server URL is added': (document) => {
    document.servers.push({ url: '/api/v9' })
  },
  'a schema is added': (document) => {
    document.components.schemas.Board = { type: 'object' }
  },
  'an example with a key named type changes': ({ paths }) => {
    paths['/auth/login'].post.responses[200].content['application/json'].examples.admin.value.type = 1
  },
  'a link is added': ({ paths }) => {
    paths['/tasks'].post.responses[201].links.listTasks = { operationId: 'listTasks' }
  },
  'an error status is added': ({ paths }) => {
    paths['/tasks'].post.responses[429] = paths['/tasks'].post.responses[500]
  },
  'an operation no longer requires a token': ({ paths }) => {
    paths['/tasks'].get.security = []
  },
  'an optional request body is added': ({ paths }) => {
    paths['/auth/logout'].post.requestBody = { ...paths['/tasks'].post.requestBody, required: false }
  },
  'the enum of a request field is removed': (document) => delete fieldOf(document, 'TaskInput', 'priority').enum,
  'a response field gets an enum': (document) => {
    fieldOf(document, 'Task', 'title').enum = ['Tidy up']
  },
  'an enum value of a response field is removed': (document) => {
    fieldOf(document, 'Session', 'role').enum.pop()
  },
  'a response field becomes explicitly non-nullable': (document) => {
    fieldOf(document, 'Task', 'description').nullable = false
    fieldOf(document, 'Task', 'title').nullable = false
  },
  'the maximum length of a request field increases': (document) => {
    fieldOf(document, 'TaskInput', 'title').maxLength = 200
  },
}

function changesAfter(change: (document: Editable) => void) {
  const older = JSON.parse(PUBLISHED) as OpenAPIV3.Document
  const newer = JSON.parse(PUBLISHED) as OpenAPIV3.Document
  change(newer)
  return compareDocuments(older, newer)
}

test('a document has no changes compared with itself', () => {
  assert.deepEqual(
    changesAfter(() => {}),
    [],
  )
})

for (const [title, change] of Object.entries(BREAKING)) {
  test(`breaking if ${title}`, () => {
    assert.ok(changesAfter(change).some(({ breaking }) => breaking))
  })
}

for (const [title, change] of Object.entries(COMPATIBLE)) {
  test(`compatible if ${title}`, () => {
    const changes = changesAfter(change)
    assert.ok(changes.length > 0)
    assert.deepEqual(
      changes.filter(({ breaking }) => breaking),
      [],
    )
  })
}
