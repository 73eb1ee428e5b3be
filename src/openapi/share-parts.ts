import type { OpenAPIV3 } from 'openapi-types'
import { FAULTS } from '../chaos/faults/index.js'
import { PRIORITIES, STATUSES } from '../schemas/enumerations.js'
import { EXERCISE_STATES, FEEDBACKS } from '../store/exercise.js'
import { GRADED_VARIANTS } from '../variant-path.js'

type Members = Record<string, unknown>

/** The names of enumerations that several schemas have, by their values. Generated code then has one type for each. */
const ENUMERATIONS: ReadonlyMap<string, { name: string; description: string }> = new Map(
  [
    { name: 'TaskStatus', values: STATUSES, description: 'The column of a task.' },
    { name: 'TaskPriority', values: PRIORITIES, description: 'The priority of a task.' },
    { name: 'FaultName', values: FAULTS.map(({ name }) => name), description: 'The name of a fault.' },
    { name: 'GradedVariant', values: GRADED_VARIANTS, description: 'A variant whose test suites can be graded.' },
    { name: 'ExerciseState', values: EXERCISE_STATES, description: 'The state of an exercise.' },
    { name: 'ExerciseFeedback', values: FEEDBACKS, description: 'When learners see verdicts.' },
  ].map(({ name, values, description }) => [JSON.stringify(values), { name, description }]),
)

/**
 * Replaces enumerations and response headers by references to components, because many generators create a type for each
 * inline enumeration. Enumerations that accept `null` or have a default stay: OpenAPI 3.0 allows nothing beside a
 * reference.
 */
export function shareParts(document: OpenAPIV3.Document): void {
  const schemas: Members = {}
  replaceEnumerations(document.components, schemas)
  replaceEnumerations(document.paths, schemas)
  const headers = shareHeaders(document)
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...(schemas as OpenAPIV3.ComponentsObject['schemas']) },
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}

/** @param schemas gets the components of the enumerations */
function replaceEnumerations(value: unknown, schemas: Members): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    if (key === 'example' || key === 'examples') continue
    const shared = sharedEnumeration(member)
    if (shared === undefined) {
      replaceEnumerations(member, schemas)
      continue
    }
    const { name, description } = shared
    schemas[name] = { type: 'string', enum: (member as { enum: unknown }).enum, description }
    Object.assign(value, { [key]: { $ref: `#/components/schemas/${name}` } })
  }
}

function sharedEnumeration(value: unknown) {
  if (typeof value !== 'object' || value === null || !('enum' in value)) return undefined
  if ('nullable' in value || 'default' in value) return undefined
  return ENUMERATIONS.get(JSON.stringify(value.enum))
}

/** Returns the headers of all responses as components. In the responses, references take their place. */
function shareHeaders(document: OpenAPIV3.Document): Record<string, OpenAPIV3.HeaderObject> {
  const found = new Map<string, { operationId: string; headers: Members }[]>()
  for (const item of Object.values(document.paths)) {
    for (const { operationId = '', responses } of Object.values(item ?? {}) as OpenAPIV3.OperationObject[]) {
      for (const { headers = {} } of Object.values(responses) as OpenAPIV3.ResponseObject[]) {
        for (const name of Object.keys(headers)) {
          found.set(name, [...(found.get(name) ?? []), { operationId, headers }])
        }
      }
    }
  }
  const components: Record<string, OpenAPIV3.HeaderObject> = {}
  for (const [name, uses] of found) {
    const isUnique = new Set(uses.map(({ headers }) => JSON.stringify(headers[name]))).size === 1
    for (const { operationId, headers } of uses) {
      const suffix = isUnique ? '' : `Of${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
      const component = name.replaceAll('-', '') + suffix
      components[component] = headers[name] as OpenAPIV3.HeaderObject
      headers[name] = { $ref: `#/components/headers/${component}` }
    }
  }
  return components
}
