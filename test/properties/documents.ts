import type { OpenAPIV3 } from 'openapi-types'
import { examplesOf, operationsOf } from '../kit/openapi-operations.js'

export type Schema = OpenAPIV3.SchemaObject

/** An operation as the generators need it. */
export interface Operation {
  id: string
  /** In upper case. */
  method: string
  /** The path relative to the server, with parameters in braces. */
  path: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  /** The bodies that it accepts by media type; empty where it accepts no body. */
  content: Record<string, { schema: Schema; examples: unknown[] }>
  /** The documented statuses. */
  statuses: number[]
  /** Whether it requires a bearer token. */
  isProtected: boolean
}

/** A published document as the generators need it. */
export interface Contract {
  /** The path of the variant. */
  base: string
  operations: Operation[]
  /** The schema that a reference points to, or the schema itself. */
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
        Object.entries(content).map(([mediaType, { schema }]) => [
          mediaType,
          { schema: resolve(schema as Schema), examples: Object.values(examplesOf({ content }, mediaType)) },
        ]),
      ),
      statuses: Object.keys(operation.responses).map(Number),
      isProtected: (operation.security ?? document.security ?? []).length > 0,
    }
  })
  const base = new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '')
  return { base, operations, resolve }

  function resolve(schema: Schema | OpenAPIV3.ReferenceObject): Schema {
    if (!('$ref' in schema)) return schema
    const found = document.components?.schemas?.[schema.$ref.replace('#/components/schemas/', '')]
    if (found === undefined) throw new Error(`The document has no ${schema.$ref}`)
    return resolve(found)
  }
}

/** The operation with this id. */
export function operationOf({ operations }: Contract, id: string): Operation {
  const operation = operations.find((operation) => operation.id === id)
  if (operation === undefined) throw new Error(`The document has no operation ${id}`)
  return operation
}

/** Whether a document has an operation with this id. */
export function hasOperation({ operations }: Contract, id: string): boolean {
  return operations.some((operation) => operation.id === id)
}

/** The one documented status of success. */
export function successOf({ id, statuses }: Operation): number {
  const [success, ...others] = statuses.filter((status) => status < 300)
  if (success === undefined || others.length > 0) throw new Error(`${id} does not have exactly one status of success`)
  return success
}
