import type { OpenAPIV3 } from 'openapi-types'

/** Lists the operations of a document, in its order. */
export function operationsOf(document: OpenAPIV3.Document): OpenAPIV3.OperationObject[] {
  return Object.values(document.paths).flatMap((item) => Object.values(item ?? {}) as OpenAPIV3.OperationObject[])
}
