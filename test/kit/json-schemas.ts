import type { Json } from './helper.js'

/** A schema in a document, with its place. */
export interface PlacedSchema {
  /** A JSON pointer (RFC 6901). */
  pointer: string
  schema: Json
}

/**
 * Lists every schema in a document, also those inside of others. The places are those of the specification, so a value or a
 * property with the name of a keyword is no schema.
 */
export function schemasIn({ paths, components: { schemas, ...components } }: Json): PlacedSchema[] {
  return [
    ...membersOf(schemas, '/components/schemas').flatMap(inside),
    ...partsIn(components, '/components'),
    ...partsIn(paths, '/paths'),
  ]
}

/** The schemas of parameters, headers and bodies. */
function partsIn(value: Json, pointer: string): PlacedSchema[] {
  return membersOf(value, pointer).flatMap((member) => {
    const key = member.pointer.replace(/^.*\//, '')
    if (key === 'example' || key === 'examples') return []
    return key === 'schema' ? inside(member) : partsIn(member.schema, member.pointer)
  })
}

function inside(placed: PlacedSchema): PlacedSchema[] {
  const { pointer, schema } = placed
  return [
    placed,
    ...['properties', 'allOf', 'anyOf', 'oneOf']
      .flatMap((keyword) => membersOf(schema[keyword], `${pointer}/${keyword}`))
      .flatMap(inside),
    ...['items', 'additionalProperties', 'not']
      .filter((keyword) => typeof schema[keyword] === 'object')
      .flatMap((keyword) => inside({ pointer: `${pointer}/${keyword}`, schema: schema[keyword] })),
  ]
}

function membersOf(value: Json, pointer: string): PlacedSchema[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries<Json>(value).map(([key, schema]) => ({
    pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    schema,
  }))
}
