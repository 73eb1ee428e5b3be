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
    schemaOf(document, 'Task').properties.title.nullable = true
  },
  'a field of an answer has another type': (document) => {
    schemaOf(document, 'Task').properties.sortOrder.type = 'string'
  },
  'a field of an answer has a new value': (document) => {
    schemaOf(document, 'Task').properties.status.enum.push('ARCHIVED')
  },
  'a field of a request may no longer be null': (document) =>
    delete schemaOf(document, 'TaskInput').properties.description.nullable,
  'a field of a request has become required': (document) => {
    schemaOf(document, 'TaskInput').required.push('labels')
  },
  'a value of a request is gone': (document) => {
    schemaOf(document, 'TaskInput').properties.status.enum.pop()
  },
  'a text of a request must be shorter': (document) => {
    schemaOf(document, 'TaskInput').properties.title.maxLength = 99
  },
  'a parameter is gone': (document) => {
    listParameters(document).splice(0, 1)
  },
  'a parameter has become required': (document) => {
    listParameters(document).push({ name: 'board', in: 'query', required: true, schema: {} } as Editable)
  },
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
    delete schemaOf(document, 'Task').properties.description.nullable,
  'a field of a request may be null': (document) => {
    schemaOf(document, 'TaskInput').properties.title.nullable = true
  },
  'an optional field of a request is new': (document) => {
    schemaOf(document, 'TaskInput').properties.color = { type: 'string' }
  },
  'an optional parameter is new': (document) => {
    listParameters(document).push({ name: 'color', in: 'query', schema: { type: 'string' } } as Editable)
  },
  'a text of a request may be longer': (document) => {
    schemaOf(document, 'TaskInput').properties.title.maxLength = 200
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
