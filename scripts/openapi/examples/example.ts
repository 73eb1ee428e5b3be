import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { boardPath, hostUrl } from '../../../src/api/boards/prefix.js'
import { ValidationFailed } from '../../../src/contract/errors.js'
import { fieldMessage, type Part, type Schema } from '../../../src/contract/validation-messages.js'

/** The timestamp in all examples. */
export const EXAMPLE_NOW = '2026-03-02T08:30:00Z'

/** The server in the examples. */
export const EXAMPLE_SERVER = 'https://board.example.org'

/** The id of the request in all examples. */
export const EXAMPLE_REQUEST_ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

/** The id of a board or a class that does not exist, in examples of errors. */
export const UNKNOWN_EXAMPLE = 'w5kd3r7ztq2xhv6m4nbjc2oyla'

/** The name of the example of a body that has only one. */
export const USUAL = 'default'

/**
 * Values by the names of examples. The first one is the usual case. The examples of a request and of its response have
 * the same name.
 */
export type Named<Value> = Readonly<Record<string, Value>>

type ByOperation<Value> = Readonly<Record<string, Named<Value>>>

/** A cause of an error. */
export interface Cause {
  /** The name of the example. */
  name: string
  error: FastifyError
  /** The path parameters that cause the error, if they differ from the usual ones. */
  parameters?: Named<string>
}

/** The examples of a document. */
export interface Examples {
  /** Request bodies by operation id. */
  requests: ByOperation<object>
  /** Values of query parameters by operation id. */
  queries: ByOperation<Named<unknown>>
  /** Bodies of successful responses by operation id. */
  successes: ByOperation<unknown>
  /** Values of response headers by name, or by operation id and name. */
  headers: Named<string | number>
  /** Returns the causes of errors with this status that the operation can return. The usual one comes first. */
  causesOf(status: string, operation: OpenAPIV3.OperationObject, components: Components): Cause[]
  /** Returns the path of a request. */
  pathOf(path: string, parameters: Named<string>): string
}

/** Returns a cause of an error. By default, it has the name of the error in the catalogue, such as `malformed-json`. */
export function causeOf(error: FastifyError, { name = nameOf(error), parameters }: Partial<Cause> = {}): Cause {
  return { name, error, ...(parameters && { parameters }) }
}

/** The component schemas of a document. */
export type Components = NonNullable<OpenAPIV3.ComponentsObject['schemas']>

/** The first of these fields that an operation has is invalid in its example. Otherwise it is the first field of its body. */
const INVALID_FIELDS = ['size', 'as', 'fixture', 'count', 'disclose', 'feedback', 'frozen', 'fault']

/** The operations in whose examples the name is invalid. */
const NAMING = ['createClass', 'joinClass']

/** Returns the cause of an error for an invalid field of the query or the body, if the operation has fields. */
export function invalidField(operation: OpenAPIV3.OperationObject, components: Components): Cause[] {
  const { operationId = '', parameters = [], requestBody } = operation
  const { content } = (requestBody ?? {}) as Partial<OpenAPIV3.RequestBodyObject>
  const { $ref = '' } = (content?.['application/json']?.schema ?? {}) as Partial<OpenAPIV3.ReferenceObject>
  const { properties = {} } = (components[$ref.replace(/^.*\//, '')] ?? {}) as OpenAPIV3.SchemaObject
  const query = (parameters as OpenAPIV3.ParameterObject[]).filter((each) => each.in === 'query')
  const schemas = { ...properties, ...Object.fromEntries(query.map(({ name, schema }) => [name, schema])) }
  const names = NAMING.includes(operationId) ? ['name'] : INVALID_FIELDS
  const name = names.find((each) => each in schemas) ?? Object.keys(properties)[0]
  if (name === undefined) return []
  const schema = schemas[name] as OpenAPIV3.SchemaObject
  const type = schema.nullable ? [schema.type, 'null'] : schema.type
  return [causeOf(invalidValue(name, { ...schema, type }, name in properties ? 'body' : 'querystring'))]
}

/** Returns the error for an invalid value. */
export function invalidValue(name: string, schema: unknown, part: Part): ValidationFailed {
  return new ValidationFailed({ [name]: fieldMessage(name, schema as Schema, part) })
}

function nameOf({ code }: FastifyError): string {
  return code.toLowerCase().replaceAll('_', '-')
}

/** Returns the values of operations that have one example each. */
export function usual<Value>(values: Readonly<Record<string, Value>>): Record<string, Named<Value>> {
  return Object.fromEntries(Object.entries(values).map(([operation, value]) => [operation, { [USUAL]: value }]))
}

/** Returns the example of a page. */
export function pageOf(content: readonly unknown[], totalElements = content.length, currentPage = 0, pageSize = 20) {
  return { content, totalElements, totalPages: Math.ceil(totalElements / pageSize), currentPage, pageSize }
}

/** Returns values as the examples of a body or a parameter. */
export function toExamples(values: Named<unknown>): Record<string, OpenAPIV3.ExampleObject> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
}

/** Returns the base URLs of a private board on the server in the examples. */
export function exampleUrls(id: string): [atPath: string, atHost: string] {
  return [EXAMPLE_SERVER + boardPath(id), hostUrl(id, new URL(EXAMPLE_SERVER).host, EXAMPLE_SERVER)]
}
