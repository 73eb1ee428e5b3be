import type { OpenAPIV3 } from 'openapi-types'
import { multipart, type RequestOptions } from './helper.js'
import { type DocumentedOperation, examplesOf } from './openapi-operations.js'

/** The files of the first demo task, and of another one, which the examples of the upload contain. */
const FILE_NAMES = ['quotes.txt', 'names.txt']

/** A request that the examples of an operation describe. */
export interface DocumentedRequest {
  /** The name of the examples. */
  name: string
  /** The query with its question mark; `''` if there is none. */
  query: string
  options: RequestOptions
}

function parametersOf({ parameters = [] }: OpenAPIV3.OperationObject, place: string): OpenAPIV3.ParameterObject[] {
  return (parameters as OpenAPIV3.ParameterObject[]).filter((parameter) => parameter.in === place)
}

/**
 * Returns the path of an operation with values of its parameters.
 *
 * @param values the values that are not the examples of the document
 */
export function fillIn({ path, operation }: DocumentedOperation, values: Record<string, unknown> = {}): string {
  return parametersOf(operation, 'path').reduce(
    (filled, { name, example }) => filled.replace(`{${name}}`, String(values[name] ?? example)),
    path,
  )
}

/** Returns the query that consists of the examples with this name. */
function queryOf(operation: OpenAPIV3.OperationObject, name: string): string {
  const values = parametersOf(operation, 'query').flatMap(({ name: parameter, examples = {} }) =>
    name in examples ? [`${parameter}=${(examples[name] as OpenAPIV3.ExampleObject).value}`] : [],
  )
  return values.length === 0 ? '' : `?${values.join('&')}`
}

/** Returns the documented requests of an operation: those of its bodies, those of its queries, or one without both. */
export function requestsOf({ operation }: DocumentedOperation): [DocumentedRequest, ...DocumentedRequest[]] {
  const body = operation.requestBody as OpenAPIV3.RequestBodyObject | undefined
  const uploads = Object.entries(examplesOf(body, 'multipart/form-data')).map(([name, { files }]) => {
    const parts = files.map((content: string, index: number) => ({
      fileName: FILE_NAMES[index],
      type: 'text/plain',
      content,
    }))
    return { name, query: '', options: multipart(parts) }
  })
  const bodies = Object.entries(examplesOf(body)).map(([name, json]) => ({
    name,
    query: '',
    options: { json: structuredClone(json) },
  }))
  const names = new Set(parametersOf(operation, 'query').flatMap(({ examples = {} }) => Object.keys(examples)))
  const queries = [...names].map((name) => ({ name, query: queryOf(operation, name), options: {} }))
  const [first = { name: 'default', query: '', options: {} }, ...others] = [...uploads, ...bodies, ...queries]
  return [first, ...others]
}
