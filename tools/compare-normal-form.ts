import type { OpenAPIV3 } from 'openapi-types'

type Tree = Record<string, unknown>

/** Keywords that contain names, or a list without order, instead of further keywords. */
const HOLDERS = new Set(
  ['paths', 'parameters', 'headers', 'responses', 'content', 'encoding', 'callbacks', 'links', 'servers']
    .concat('schemas', 'securitySchemes', 'scopes', 'variables', 'mapping')
    .concat('properties', 'required', 'enum', 'allOf', 'anyOf', 'oneOf'),
)

/** Keywords whose values are compared as a whole, because they contain no further keywords. */
const OPAQUE = new Set(['example', 'examples', 'default', 'security', 'tags', 'externalDocs'])

/** The placeholder for a name in a list of keywords. */
export const NAME = '*'

/**
 * Converts a document into a form that can be compared key by key. Every reference is replaced by its component, because
 * only the place of use shows whether clients send or receive it. Lists become objects with names as keys.
 * Components must not be recursive.
 */
export function normalForm(document: OpenAPIV3.Document): Tree {
  const { schemas = {}, securitySchemes = {} } = document.components ?? {}
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, true]))
  return {
    ...(convert(document, '', document) as Tree),
    components: { schemas: names, securitySchemes },
  }
}

/** Returns the keywords on the path to a change. Names, such as those of fields, become `*`. */
export function keywordsOf(path: (string | number)[]): string[] {
  const keywords: string[] = []
  for (const segment of path) keywords.push(keywordBelow(keywords.at(-1), String(segment)))
  return keywords
}

function keywordBelow(parent: string | undefined, segment: string): string {
  return HOLDERS.has(parent ?? '') ? NAME : segment
}

function convert(value: unknown, keyword: string, document: OpenAPIV3.Document): unknown {
  if (OPAQUE.has(keyword)) return JSON.stringify(value)
  if (!isTree(value)) return value
  if (typeof value.$ref === 'string') return convert(resolve(value.$ref, document), keyword, document)
  const entries = Array.isArray(value)
    ? value.map((item, index) => [nameOf(item, index), convert(item, NAME, document)])
    : Object.entries(value).map(([key, child]) => [key, convert(child, keywordBelow(keyword, key), document)])
  return Object.fromEntries(entries)
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null
}

function resolve(reference: string, document: OpenAPIV3.Document): unknown {
  const [, ...keys] = reference.split('/')
  return keys.reduce<unknown>((value, key) => (isTree(value) ? value[key] : undefined), document)
}

/** Returns the key of a list entry: its value, the name of a parameter, or the URL of a server. */
function nameOf(item: unknown, index: number): string {
  if (!isTree(item)) return JSON.stringify(item)
  return 'in' in item ? `${item.in} ${item.name}` : String(item.url ?? index)
}
