import type { TObject } from '@sinclair/typebox'
import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { ValidationFailed } from '../contract/errors.js'
import { errorBody } from '../http/error-handler.js'
import { fieldMessage, type Part, type Schema } from '../http/validation-messages.js'

/** The timestamp in all examples. */
export const EXAMPLE_NOW = '2026-03-02T08:30:00Z'

/** The server in the examples. */
export const EXAMPLE_SERVER = 'https://board.example.org'

/** The id of the private board in all examples. */
export const EXAMPLE_BOARD = 'q3vf6b5n2m4yk2sx7dz3wqhtea'

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
  causesOf(status: string, operation: OpenAPIV3.OperationObject): Cause[]
  /** Returns the path of a request. */
  pathOf(path: string, parameters: Named<string>): string
}

type Components = NonNullable<OpenAPIV3.ComponentsObject['schemas']>
type Body = { content?: Record<string, OpenAPIV3.MediaTypeObject> } | undefined

/** Returns a cause of an error. By default, it has the name of the error in the catalogue, such as `malformed-json`. */
export function causeOf(error: FastifyError, { name = nameOf(error), parameters }: Partial<Cause> = {}): Cause {
  return { name, error, ...(parameters && { parameters }) }
}

/** A field that is invalid in the example of an error: its name, the schema of its object, and the part of the request. */
export type InvalidField = [name: string, object: TObject, part: Part]

/** Returns the error for an invalid value of a field. */
export function invalidField([name, { properties }, part]: InvalidField): ValidationFailed {
  return invalidValue(name, properties[name], part)
}

/** Returns the cause of an error for an invalid field of an operation, if it has fields. */
export function invalidFields(
  fields: Readonly<Record<string, InvalidField>>,
  { operationId = '' }: OpenAPIV3.OperationObject,
): Cause[] {
  const field = fields[operationId]
  return field === undefined ? [] : [causeOf(invalidField(field))]
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

/** Adds examples to every body, query parameter and header of a document. */
export function addExamples(document: OpenAPIV3.Document, examples: Examples): OpenAPIV3.Document {
  const { requests, successes, queries, headers, causesOf, pathOf } = examples
  const components = document.components?.schemas ?? {}
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item ?? {}) as OpenAPIV3.OperationObject[]) {
      const { operationId = '', requestBody, responses } = operation
      const described = describedQueries(operation, queries[operationId] ?? {})
      setQueries(operation, described)
      setExamples(requestBody as Body, requests[operationId] ?? {}, components)
      for (const [status, response] of Object.entries(responses)) {
        const values =
          Number(status) < 400
            ? withoutOthers(successes[operationId] ?? {}, queries[operationId] ?? {}, described)
            : Object.fromEntries(
                causesOf(status, operation).map(({ name, error, parameters = {} }) => [
                  name,
                  errorBody(error, pathOf(path, parameters), EXAMPLE_NOW),
                ]),
              )
        setExamples(response as Body, values, components)
        for (const [name, header] of Object.entries((response as OpenAPIV3.ResponseObject).headers ?? {})) {
          Object.assign(header, { example: headers[`${operationId} ${name}`] ?? headers[name] })
        }
      }
    }
  }
  return document
}

/** Returns the queries whose parameters and values the operation accepts: editions differ in these. */
function describedQueries({ parameters = [] }: OpenAPIV3.OperationObject, queries: Named<Named<unknown>>) {
  const accepts = ([name, value]: [string, unknown]) => {
    const parameter = (parameters as OpenAPIV3.ParameterObject[]).find(
      (each) => each.in === 'query' && each.name === name,
    )
    const { enum: values } = (parameter?.schema ?? {}) as OpenAPIV3.SchemaObject
    return parameter !== undefined && (values === undefined || values.includes(value))
  }
  return Object.fromEntries(Object.entries(queries).filter(([, query]) => Object.entries(query).every(accepts)))
}

function setQueries({ parameters = [] }: OpenAPIV3.OperationObject, queries: Named<Named<unknown>>): void {
  for (const parameter of parameters as OpenAPIV3.ParameterObject[]) {
    const { name } = parameter
    const values = Object.entries(queries).flatMap(([example, query]) =>
      name in query ? [[example, query[name]]] : [],
    )
    if (parameter.in === 'query' && values.length > 0) parameter.examples = toExamples(Object.fromEntries(values))
  }
}

/** Returns the responses without those to queries that the operation does not accept. */
function withoutOthers(responses: Named<unknown>, all: Named<unknown>, described: Named<unknown>): Named<unknown> {
  return Object.fromEntries(Object.entries(responses).filter(([name]) => !(name in all) || name in described))
}

function setExamples(body: Body, values: Named<unknown>, components: Components) {
  for (const [mediaType, media] of Object.entries(body?.content ?? {})) {
    const described = Object.entries(values)
      .filter(([, value]) => /json|multipart/.test(mediaType) || typeof value === 'string')
      .map(([name, value]) => [name, keepDescribed(value, media.schema, components)])
    if (described.length > 0) media.examples = toExamples(Object.fromEntries(described))
  }
}

/** Returns the part of a value that a schema describes: documents of different editions share their examples. */
function keepDescribed(value: unknown, schema: Components[string] | undefined, components: Components): unknown {
  if (schema !== undefined && '$ref' in schema) {
    return keepDescribed(value, components[schema.$ref.replace(/^.*\//, '')], components)
  }
  if (Array.isArray(value)) {
    const { items } = schema as OpenAPIV3.ArraySchemaObject
    return value.map((item) => keepDescribed(item, items, components))
  }
  const { properties } = schema ?? {}
  if (properties === undefined || value === null) return value
  const known = Object.entries(value as object).filter(([key]) => key in properties)
  return Object.fromEntries(known.map(([key, member]) => [key, keepDescribed(member, properties[key], components)]))
}
