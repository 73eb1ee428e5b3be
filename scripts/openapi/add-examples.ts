import type { OpenAPIV3 } from 'openapi-types'
import { RETRY_AFTER_SECONDS } from '../../src/contract/limits.js'
import { errorBody } from '../../src/http/error-handler.js'
import { type Components, EXAMPLE_NOW, type Examples, type Named, toExamples } from './examples/example.js'

/** Values of response headers that are the same in all documents. */
const HEADERS: Examples['headers'] = {
  'Cache-Control': 'no-store',
  'RateLimit-Remaining': 0,
  'Retry-After': RETRY_AFTER_SECONDS,
  'X-Accel-Buffering': 'no',
}

type Body = { content?: Record<string, OpenAPIV3.MediaTypeObject> } | undefined

/** Adds examples to every body, query parameter and header of a document. */
export function addExamples(document: OpenAPIV3.Document, examples: Examples): OpenAPIV3.Document {
  const { requests, successes, queries, causesOf, pathOf } = examples
  const headers = { ...HEADERS, ...examples.headers }
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
                causesOf(status, operation, components).map(({ name, error, parameters = {} }) => [
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
      .filter(([, value]) => /\bjson|multipart/.test(mediaType) || typeof value === 'string')
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
