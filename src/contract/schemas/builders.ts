import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'

/**
 * Returns a reference to a component, so that the published document has a `$ref` instead of an inline copy.
 *
 * @param schema a schema with an `$id` that is registered in the scope of the variant
 */
export function ref<S extends TSchema>(schema: S): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>({ $ref: `${schema.$id}#` })
}

/** Returns a component of the published document: the schema of an object with a name. */
export function component<P extends TProperties>($id: string, description: string, properties: P) {
  return Type.Object(properties, { $id, description })
}

/** Returns a schema that also accepts `null`. It has a list of types, because a union would be published as `anyOf`. */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  })
}

/** Returns the schema of an optional request field: `null` means the same as leaving the field out (decision 6). */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(nullable(schema))
}

/**
 * Returns a component with the values of another one, and with `null`, for request fields that may be left out (decision
 * 6). Such a field is `Type.Optional(ref(component))`. It needs a component of its own: OpenAPI 3.0 allows nothing beside
 * a reference, and a reference in `allOf` still refuses `null` (decision 127).
 *
 * @param $id the name of the component
 */
export function optionalComponent<S extends TSchema>(schema: S, $id: string): TUnsafe<Static<S> | null> {
  const description = `${schema.description} \`null\` means the same as leaving it out.`
  return { ...nullable(schema), $id, description }
}

/** Returns the schema of an enumeration. A union of literals would be published as `anyOf`. */
export function stringEnum<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })
}

/**
 * Returns the schema of a text that is stored as sent. Lengths count code points (decision 8). The format `text`
 * rejects U+0000 and unpaired surrogates, which no store can keep (decision 39).
 */
export function text(options: { minLength?: number; maxLength?: number; description?: string } = {}) {
  return Type.String({ ...options, format: 'text' })
}

/** The pattern of a text with at least one character that is not white space. */
export const FILLED = '\\S'

/** Returns the schema of a text with at least one character that is not white space (decision 8). */
export function filledText(maxLength: number, description?: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: FILLED,
    format: 'text',
    ...(description !== undefined && { description }),
  })
}

/** Returns the schema of a text of the service, which needs no limits. */
export function string(description: string) {
  return Type.String({ description })
}

export function boolean(description: string) {
  return Type.Boolean({ description })
}

export function list<S extends TSchema>(items: S, description: string) {
  return Type.Array(items, { description })
}

/** Returns the schema of a timestamp in UTC with whole seconds (specification, section 2). */
export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-03-02T08:30:00Z'] })
}

/** Returns the schema of an id (decision 11). */
export function identifier(description: string) {
  return Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [1] })
}

/** Returns the schema of a whole number from 0, such as a count. */
export function wholeNumber(description: string) {
  return Type.Integer({ minimum: 0, description })
}
