import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { errorBody } from '../http/error-handler.js'

/** The timestamp in all examples. */
export const EXAMPLE_NOW = '2026-03-02T08:30:00Z'

/** The examples of a document. */
export interface Examples {
  /** Request bodies by operation id. */
  requests: Readonly<Record<string, object>>
  /** Bodies of successful responses by operation id. */
  successes: Readonly<Record<string, unknown>>
  /** Values of response headers by name, or by operation id and name. */
  headers: Readonly<Record<string, string | number>>
  /** Returns an error with this status that the operation can return. */
  errorOf(status: string, operation: OpenAPIV3.OperationObject): FastifyError
  /** Returns the path of a request that gets this status. */
  pathOf(path: string, status: string): string
}

type Components = NonNullable<OpenAPIV3.ComponentsObject['schemas']>

/** Adds an example to every body and every header of a document. */
export function addExamples(document: OpenAPIV3.Document, examples: Examples): OpenAPIV3.Document {
  const { requests, successes, headers, errorOf, pathOf } = examples
  const components = document.components?.schemas ?? {}
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(item ?? {}) as OpenAPIV3.OperationObject[]) {
      const { operationId = '', requestBody, responses } = operation
      setExample(requestBody as OpenAPIV3.RequestBodyObject | undefined, requests[operationId], components)
      for (const [status, response] of Object.entries(responses)) {
        const example =
          Number(status) < 400
            ? successes[operationId]
            : errorBody(errorOf(status, operation), pathOf(path, status), EXAMPLE_NOW)
        setExample(response as OpenAPIV3.ResponseObject, example, components)
        for (const [name, header] of Object.entries((response as OpenAPIV3.ResponseObject).headers ?? {})) {
          Object.assign(header, { example: headers[`${operationId} ${name}`] ?? headers[name] })
        }
      }
    }
  }
  return document
}

function setExample(
  body: { content?: Record<string, OpenAPIV3.MediaTypeObject> } | undefined,
  example: unknown,
  components: Components,
) {
  const json = body?.content?.['application/json']
  if (json !== undefined && example !== undefined) json.example = keepDescribed(example, json.schema, components)
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
