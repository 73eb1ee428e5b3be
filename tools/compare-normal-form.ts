import type { OpenAPIV3 } from 'openapi-types'

type Tree = Record<string, unknown>

/** Keywords that hold names, or a list whose order means nothing, instead of further keywords. */
const HOLDERS = new Set(
  ['paths', 'parameters', 'headers', 'responses', 'content', 'encoding', 'callbacks', 'links', 'servers']
    .concat('schemas', 'securitySchemes', 'scopes', 'variables', 'mapping')
    .concat('properties', 'required', 'enum', 'allOf', 'anyOf', 'oneOf'),
)

/** Keywords with values that are compared whole: what is below an example is no keyword. */
const WHOLE = new Set(['example', 'examples', 'default', 'security', 'tags', 'externalDocs'])

/** Stands for a name in a list of keywords. */
export const NAME = '*'

/**
 * A document in the form in which two can be compared key by key: a component stands where it is used, because only
 * there it is known whether clients send it or receive it, and lists are objects with names for keys.
 * No component may refer to itself.
 */
export function normalForm(document: OpenAPIV3.Document): Tree {
  const { schemas = {}, securitySchemes = {} } = document.components ?? {}
  const names = Object.fromEntries(Object.keys(schemas).map((name) => [name, true]))
  return {
    ...(convert(document, '', document) as Tree),
    components: { schemas: names, securitySchemes },
  }
}

/** The keywords that lead to a change; names, such as those of fields, are replaced by `*`. */
export function keywordsOf(path: (string | number)[]): string[] {
  const keywords: string[] = []
  for (const segment of path) keywords.push(keywordBelow(keywords.at(-1), String(segment)))
  return keywords
}

function keywordBelow(parent: string | undefined, segment: string): string {
  return HOLDERS.has(parent ?? '') ? NAME : segment
}

function convert(value: unknown, keyword: string, document: OpenAPIV3.Document): unknown {
  if (WHOLE.has(keyword)) return JSON.stringify(value)
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

/** What tells an entry of a list from the others: itself, the name of a parameter, the address of a server. */
function nameOf(item: unknown, index: number): string {
  if (!isTree(item)) return JSON.stringify(item)
  return 'in' in item ? `${item.in} ${item.name}` : String(item.url ?? index)
}
