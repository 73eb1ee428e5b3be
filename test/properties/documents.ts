import type { OpenAPIV3 } from 'openapi-types'
import { operationsOf } from '../openapi-operations.js'

export type Schema = OpenAPIV3.SchemaObject

/** An operation, with what the generators ask of it. */
export interface Operation {
  id: string
  /** In capitals. */
  method: string
  /** The path under the server, parameters in braces. */
  path: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  /** What it takes, by media type; empty where it takes no body. */
  content: Record<string, { schema: Schema; example: unknown }>
  /** The statuses that are documented. */
  statuses: number[]
  /** Whether it asks for a bearer token. */
  isProtected: boolean
}

/** A published document, as the generators read it. */
export interface Contract {
  /** The path of the variant. */
  base: string
  operations: Operation[]
  /** The schema that a reference means, or the schema itself. */
  resolve(schema: Schema | OpenAPIV3.ReferenceObject): Schema
}

/** Reads a published document. */
export function readContract(document: OpenAPIV3.Document): Contract {
  const operations = operationsOf(document).map(({ method, path, operation }): Operation => {
    const { content = {} } = (operation.requestBody ?? {}) as Partial<OpenAPIV3.RequestBodyObject>
    return {
      id: operation.operationId ?? '',
      method,
      path,
      parameters: ((operation.parameters ?? []) as OpenAPIV3.ParameterObject[]).map(
        ({ name, in: place, required = false, schema }) => ({
          name,
          in: place,
          required,
          schema: resolve(schema as Schema),
        }),
      ),
      content: Object.fromEntries(
        Object.entries(content).map(([mediaType, { schema, example }]) => [
          mediaType,
          { schema: resolve(schema as Schema), example },
        ]),
      ),
      statuses: Object.keys(operation.responses).map(Number),
      isProtected: (operation.security ?? document.security ?? []).length > 0,
    }
  })
  return { base: document.servers?.[0]?.url ?? '', operations, resolve }

  function resolve(schema: Schema | OpenAPIV3.ReferenceObject): Schema {
    if (!('$ref' in schema)) return schema
    const found = document.components?.schemas?.[schema.$ref.replace('#/components/schemas/', '')]
    if (found === undefined) throw new Error(`The document has no ${schema.$ref}`)
    return resolve(found)
  }
}

/** The operation of that id. */
export function operationOf({ operations }: Contract, id: string): Operation {
  const operation = operations.find((operation) => operation.id === id)
  if (operation === undefined) throw new Error(`The document has no operation ${id}`)
  return operation
}

/** The one status of success. */
export function successOf({ id, statuses }: Operation): number {
  const [success, ...others] = statuses.filter((status) => status < 300)
  if (success === undefined || others.length > 0) throw new Error(`${id} has not one status of success`)
  return success
}
