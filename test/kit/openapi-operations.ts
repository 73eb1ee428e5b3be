import type { OpenAPIV3 } from 'openapi-types'
import type { Json } from './helper.js'

export interface DocumentedOperation {
  /** In upper case. */
  method: string
  /** The path relative to the variant, with parameters in braces. */
  path: string
  operation: OpenAPIV3.OperationObject
}

/** Lists the operations of a document, in its order. Responses that are components take the place of their references. */
export function operationsOf(document: OpenAPIV3.Document): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3.OperationObject>).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(([status, response]) => {
        return [status, responseOf(document, response)]
      })
      return {
        method: method.toUpperCase(),
        path,
        operation: { ...operation, responses: Object.fromEntries(responses) },
      }
    }),
  )
}

/** Returns a response, with the component in place of its reference. */
export function responseOf(
  document: OpenAPIV3.Document,
  response: OpenAPIV3.ResponseObject | OpenAPIV3.ReferenceObject,
): OpenAPIV3.ResponseObject {
  if (!('$ref' in response)) return response
  return document.components?.responses?.[response.$ref.replace(/^.*\//, '')] as OpenAPIV3.ResponseObject
}

/** Returns the headers of a response, with components in place of their references. */
export function headersOf(
  document: OpenAPIV3.Document,
  { headers = {} }: OpenAPIV3.ResponseObject,
): [name: string, header: OpenAPIV3.HeaderObject][] {
  return Object.entries(headers).map(([name, header]) => {
    if (!('$ref' in header)) return [name, header]
    return [name, document.components?.headers?.[header.$ref.replace(/^.*\//, '')] as OpenAPIV3.HeaderObject]
  })
}

/** Returns the examples of a JSON body, or of another body, by name. */
export function examplesOf(
  body: { content?: Record<string, OpenAPIV3.MediaTypeObject> } | undefined,
  mediaType = 'application/json',
): Record<string, Json> {
  const examples = (body?.content?.[mediaType]?.examples ?? {}) as Record<string, OpenAPIV3.ExampleObject>
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]))
}
