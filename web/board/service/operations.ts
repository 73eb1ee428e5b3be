import type { Variant } from '../../shared/service/variants.js'
import { load } from './load.js'

interface Parameter {
  name: string
  in: string
  example?: unknown
  examples?: Record<string, { value: unknown }>
  schema: { default?: unknown; enum?: readonly unknown[] }
}

interface Media {
  schema: { $ref?: string }
  examples?: Record<string, { value: unknown }>
}

interface OpenapiDocument {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        summary: string
        tags: readonly string[]
        parameters?: readonly Parameter[]
        requestBody?: { content: Record<string, Media> }
      }
    >
  >
}

/** The body that an operation accepts. */
export interface OperationBody {
  mediaType: string
  /** The examples by name. */
  examples: Readonly<Record<string, unknown>>
}

/** An operation of the OpenAPI document. */
export interface Operation {
  id: string
  method: string
  /** The path with names in braces. */
  template: string
  summary: string
  tag: string
  /** The path with values. */
  path: string
  /** Whether the board has the task in the path. */
  isFilled: boolean
  /** The query parameters with values. */
  query: readonly { name: string; value: string }[]
  body: OperationBody | undefined
}

/**
 * Loads the operations of a variant from its OpenAPI document.
 *
 * @param taskId the id of a task of the board, if it has one
 * @throws RequestFailed
 */
export async function loadOperations(variant: Variant, taskId: number | undefined): Promise<Operation[]> {
  const document = await load<OpenapiDocument>('/openapi.json', variant)
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const parameters = operation.parameters ?? []
      const [media] = Object.entries(operation.requestBody?.content ?? {})
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        template,
        summary: operation.summary,
        tag: operation.tags[0] ?? '',
        path: fillTemplate(template, parameters, taskId),
        isFilled: taskId !== undefined || !template.includes('{'),
        query: parameters
          .filter((parameter) => parameter.in === 'query')
          .map((parameter) => ({ name: parameter.name, value: writtenValueOf(parameter) })),
        body: media && { mediaType: media[0], examples: examplesOf(media[1]) },
      }
    }),
  )
}

function fillTemplate(template: string, parameters: readonly Parameter[], taskId: number | undefined): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'id' && taskId !== undefined) return String(taskId)
    const parameter = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)
    return parameter ? encodeURIComponent(writtenValueOf(parameter)) : '1'
  })
}

function writtenValueOf({ example, examples, schema }: Parameter): string {
  const [named] = Object.values(examples ?? {})
  return String(example ?? named?.value ?? schema.default ?? schema.enum?.[0] ?? '')
}

function examplesOf({ examples = {} }: Media): Record<string, unknown> {
  return Object.fromEntries(Object.entries(examples).map(([name, { value }]) => [name, value]))
}

/** Returns the operation with a method and a path; the query does not matter. */
export function findOperation(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  const [start = ''] = path.split('?')
  const found = operations.filter((operation) => operation.method === method && patternOf(operation).test(start))
  // A path without parameters comes first: `/tasks/summary` is no id.
  return found.find(({ template }) => template === start) ?? found[0]
}

function patternOf({ template }: Operation): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`)
}

/** A value that completes a path, and what it is. */
export interface Completion {
  value: string
  label: string
}

/** Returns the paths, or after a question mark the query parameters, that complete what the user has typed. */
export function completionsOf(operations: readonly Operation[], method: string, path: string): Completion[] {
  const question = path.indexOf('?')
  if (question === -1) {
    return [...new Set(operations.map(({ path }) => path))].map((value) => {
      const methods = operations.filter(({ path }) => path === value).map(({ method }) => method)
      return { value, label: methods.join(', ') }
    })
  }
  const query = findOperation(operations, method, path)?.query ?? []
  const start = path.slice(0, Math.max(path.lastIndexOf('&'), question) + 1)
  const used = new URLSearchParams(start.slice(question))
  return query
    .filter(({ name }) => !used.has(name))
    .map(({ name, value }) => ({ value: `${start}${name}=${encodeURIComponent(value)}`, label: name }))
}
