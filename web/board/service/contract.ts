import { load } from './load.js'

/** The parts of an OpenAPI document that the page reads. */
interface OpenapiDocument {
  paths: Record<string, Record<string, { operationId: string }>>
  components: { schemas: Record<string, { properties?: Record<string, FieldSchema> }> }
}

interface FieldSchema {
  maxLength?: number
}

/** The operations and fields of this edition. The page hides all others. */
export interface Contract {
  /** Whether there is an operation with this id. */
  has(operationId: string): boolean
  /** Returns the schema of a field of tasks; `undefined` if tasks do not have it. */
  field(name: string): FieldSchema | undefined
}

/**
 * Reads the contract from the OpenAPI document of v1.
 *
 * @throws RequestFailed
 */
export async function loadContract(): Promise<Contract> {
  const { paths, components } = await load<OpenapiDocument>('/openapi.json')
  const operations = new Set(
    Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)),
  )
  const fields = components.schemas.TaskInput?.properties ?? {}
  return { has: (operationId) => operations.has(operationId), field: (name) => fields[name] }
}
