import type { OpenAPIV3 } from 'openapi-types'

export interface DocumentedOperation {
  /** In capitals. */
  method: string
  /** The path relative to the variant, parameters in braces. */
  path: string
  operation: OpenAPIV3.OperationObject
}

/** Every operation of a document, in its order. */
export function operationsOf(document: OpenAPIV3.Document): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3.OperationObject>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}
