import { readFileSync } from 'node:fs'
import type { OpenAPIV3 } from 'openapi-types'
import type { GradedVariant } from '../../../contract/names.js'
import { PACKAGE_ROOT } from '../../../version.js'

/** A limit of a value in a request. */
export interface Limit {
  operation: string
  /** Where the value is: the name of a parameter of the query, or the path in the body, such as `labels[]`. */
  place: string
  isQuery: boolean
  /** What is limited: the number of characters or of items, or the number itself. */
  unit: 'characters' | 'items' | 'number'
  min: number | undefined
  max: number | undefined
}

type Schema = OpenAPIV3.SchemaObject

/** Statuses that a test suite does not cause: failures of the service and rate limits. */
const NOT_CAUSED = /^(5..|429)$/

/** Reads the operations of a variant, their documented statuses (`getTask 404`) and limits from its OpenAPI document. */
export function readContract(variant: GradedVariant) {
  const file = new URL(`openapi/${variant}.json`, PACKAGE_ROOT)
  const document = JSON.parse(readFileSync(file, 'utf8')) as OpenAPIV3.Document
  const operations: string[] = []
  const statuses: string[] = []
  const limits: Limit[] = []
  for (const item of Object.values(document.paths)) {
    for (const method of ['get', 'post', 'put', 'delete'] as const) {
      const operation = item?.[method]
      if (operation?.operationId === undefined) continue
      const { operationId, responses, parameters = [], requestBody } = operation
      operations.push(operationId)
      const caused = Object.keys(responses).filter((status) => !NOT_CAUSED.test(status))
      statuses.push(...caused.map((status) => `${operationId} ${status}`))
      for (const parameter of parameters.map(resolve<OpenAPIV3.ParameterObject>)) {
        if (parameter.in !== 'query' || parameter.schema === undefined) continue
        limits.push(...limitsOf(operationId, parameter.name, resolve<Schema>(parameter.schema), true))
      }
      const body = requestBody && resolve<OpenAPIV3.RequestBodyObject>(requestBody)
      const schema = body?.content['application/json']?.schema
      if (schema !== undefined) limits.push(...limitsOf(operationId, '', resolve<Schema>(schema), false))
    }
  }
  return { operations, statuses, limits }

  function resolve<T>(part: T | OpenAPIV3.ReferenceObject): T {
    if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T
    const [, , kind = '', name = ''] = part.$ref.split('/')
    return (document.components as Record<string, Record<string, T>>)[kind]?.[name] as T
  }

  /** Lists the limits of a schema and of everything in it. The largest safe integer is no limit that tests can pass. */
  function limitsOf(operation: string, place: string, schema: Schema, isQuery: boolean): Limit[] {
    const { minLength, maxLength, minimum, maximum, properties = {} } = schema
    const { maxItems, items } = schema as Partial<OpenAPIV3.ArraySchemaObject>
    const own: Pick<Limit, 'unit' | 'min' | 'max'>[] = [
      { unit: 'characters', min: minLength, max: maxLength },
      { unit: 'items', min: undefined, max: maxItems },
      { unit: 'number', min: minimum, max: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum },
    ]
    const inner = Object.entries(properties).flatMap(([name, property]) =>
      limitsOf(operation, place === '' ? name : `${place}.${name}`, resolve<Schema>(property), isQuery),
    )
    return [
      ...own
        .filter(({ min, max }) => min !== undefined || max !== undefined)
        .map((limit) => ({ operation, place, isQuery, ...limit })),
      ...inner,
      ...(items === undefined ? [] : limitsOf(operation, `${place}[]`, resolve<Schema>(items), isQuery)),
    ]
  }
}
