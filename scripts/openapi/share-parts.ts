import { STATUS_CODES } from 'node:http'
import type { OpenAPIV3 } from 'openapi-types'
import { FAULT_NAMES } from '../../src/api/buggy/faults.js'
import { GRADED_VARIANTS } from '../../src/contract/names.js'
import { FEEDBACKS, PRIORITIES, STATUSES } from '../../src/contract/schemas/enumerations.js'
import { EXERCISE_STATES } from '../../src/rooms/training/exercise-settings.js'
import { STYLES } from '../../src/rules/exposures/print/styles.js'
import { operationsOf } from './operations-of.js'
import { DEFECT_NAMES } from './portable-schemas.js'

type Members = Record<string, unknown>

/** The names of enumerations that several schemas have, by their values. Generated code then has one type for each. */
const ENUMERATIONS: ReadonlyMap<string, { name: string; description: string }> = new Map(
  [
    { name: 'TaskStatus', values: STATUSES, description: 'The column of a task.' },
    { name: 'TaskPriority', values: PRIORITIES, description: 'The priority of a task.' },
    { name: 'FaultName', values: FAULT_NAMES, description: 'The name of a fault.' },
    { name: 'DefectName', values: DEFECT_NAMES, description: 'The name of a defect, or of a set of defects.' },
    { name: 'GradedVariant', values: GRADED_VARIANTS, description: 'A variant whose test suites can be graded.' },
    {
      name: 'TestStyle',
      values: STYLES.map(({ name }) => name),
      description: 'The style of a test: a test runner and an HTTP client.',
    },
    { name: 'ExerciseState', values: EXERCISE_STATES, description: 'The state of an exercise.' },
    { name: 'ExerciseFeedback', values: FEEDBACKS, description: 'When learners see verdicts.' },
  ].map(({ name, values, description }) => [JSON.stringify(values), { name, description }]),
)

/**
 * Replaces enumerations, response headers and errors with headers by references to components, because many generators
 * create a type for each inline enumeration. Enumerations that accept `null` or have a default stay: OpenAPI 3.0 allows
 * nothing beside a reference.
 */
export function shareParts(document: OpenAPIV3.Document): void {
  const schemas: Members = {}
  replaceEnumerations(document.components, schemas)
  replaceEnumerations(document.paths, schemas)
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...(schemas as OpenAPIV3.ComponentsObject['schemas']) },
  }
  shareHeaders(document)
  shareErrors(document)
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

/** A response of an operation, at its place in the document. */
interface Use<Part> {
  /** The name of the operation in camel case. */
  operationId: string
  /** The object that contains the part. */
  parent: Record<string, Part | OpenAPIV3.ReferenceObject>
  key: string
  part: Part
}

function usesIn<Part extends object>(operationId: string, parent: Use<Part>['parent']): Use<Part>[] {
  return Object.entries(parent).flatMap(([key, part]) => ('$ref' in part ? [] : [{ operationId, parent, key, part }]))
}

function responsesOf(document: OpenAPIV3.Document): Use<OpenAPIV3.ResponseObject>[] {
  return operationsOf(document).flatMap(({ operationId = '', responses }) => usesIn(operationId, responses))
}

/** Returns the name of the component of a header. */
export function componentName(header: string): string {
  return header.replaceAll('-', '')
}

function shareHeaders(document: OpenAPIV3.Document): void {
  const uses = responsesOf(document).flatMap(({ operationId, part: { headers = {} } }) => usesIn(operationId, headers))
  share(document, 'headers', uses, {
    nameOf: ({ key }) => componentName(key),
    compared: ({ part }) => part,
  })
}

/**
 * Moves errors with headers to components, because some generators cannot create their types inline. Operations whose
 * errors differ only in the examples share one component, which has the examples of all.
 */
function shareErrors(document: OpenAPIV3.Document): void {
  const uses = responsesOf(document).filter(({ key, part }) => Number(key) >= 400 && part.headers !== undefined)
  share(document, 'responses', uses, {
    nameOf: ({ key }) => (STATUS_CODES[key] ?? '').replaceAll(' ', ''),
    compared: ({ part: { description, headers } }) => [description, headers],
    merge: (a, b) => ({ ...a, content: mergeExamples(a.content, b.content) }),
  })
}

type Content = Record<string, OpenAPIV3.MediaTypeObject>

/** Returns the content of one response with the examples of another one, where it has none with their names. */
function mergeExamples(content: Content | undefined, other: Content = {}): Content {
  if (content === undefined) return other
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, media]) => [
      mediaType,
      { ...media, examples: Object.assign({ ...media.examples }, other[mediaType]?.examples, media.examples) },
    ]),
  )
}

interface Sharing<Part> {
  nameOf(use: Use<Part>): string
  compared(use: Use<Part>): unknown
  merge?(first: Part, second: Part): Part
}

/**
 * Moves parts of a document to components. References take their place. Where parts of one name differ, the most used one
 * has this name, and the others also have the name of the first operation that uses them.
 *
 * @param nameOf returns the name of a part
 * @param compared returns what must be equal for parts to have one component
 * @param merge returns the component of two such parts; by default, it is the first one
 */
function share<Kind extends 'headers' | 'responses', Part>(
  document: OpenAPIV3.Document,
  kind: Kind,
  uses: Use<Part>[],
  { nameOf, compared, merge = (first) => first }: Sharing<Part>,
): void {
  const shared: Record<string, Part> = {}
  const byName = Object.values(groupBy(uses, nameOf))
  for (const sameName of byName) {
    const groups = Object.values(groupBy(sameName, (use) => JSON.stringify(compared(use))))
    const most = Math.max(...groups.map(({ length }) => length))
    const [usual] = groups.filter(({ length }) => length === most && (length > 1 || groups.length === 1))
    for (const group of groups) {
      const [first] = group as [Use<Part>]
      const { operationId } = first
      const suffix = group === usual ? '' : `Of${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
      const name = nameOf(first) + suffix
      shared[name] = group.map(({ part }) => part).reduce(merge)
      for (const { parent, key } of group) parent[key] = { $ref: `#/components/${kind}/${name}` }
    }
  }
  if (uses.length === 0) return
  document.components = { ...document.components, [kind]: { ...document.components?.[kind], ...shared } }
}

function groupBy<T>(all: T[], keyOf: (item: T) => string): Record<string, T[]> {
  const groups: Record<string, T[]> = {}
  for (const item of all) {
    groups[keyOf(item)] ??= []
    groups[keyOf(item)]?.push(item)
  }
  return groups
}
