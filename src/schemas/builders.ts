import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'

/**
 * A reference to a component by its name, so that the published document says `$ref` where a schema
 * passed as such would be repeated inline.
 *
 * @param schema a schema with an `$id`, registered in the variant's scope
 */
export function ref<S extends TSchema>(schema: S): TUnsafe<Static<S>> {
  return Type.Unsafe<Static<S>>({ $ref: `${schema.$id}#` })
}

/**
 * The same schema, also accepting `null`. Written as a list of types because a union with `null`
 * would be published as `anyOf`.
 */
export function nullable<S extends TSchema>(schema: S): TUnsafe<Static<S> | null> {
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  })
}

/** An optional request field: absent and `null` mean the same (decision 6). */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(nullable(schema))
}

/** One of a list of strings; a union of literals would be published as `anyOf`. */
export function stringEnum<const V extends readonly string[]>(values: V, options: object = {}) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })
}

/**
 * Text that is stored as it was sent. Lengths count code points (decision 8); the format `text`
 * refuses U+0000 and unpaired surrogates, which no store can keep (decision 39).
 */
export function text(options: { minLength?: number; maxLength?: number; description?: string } = {}) {
  return Type.String({ ...options, format: 'text' })
}

/** Text that must hold at least one character that is not white space (decision 8). */
export function filledText(maxLength: number, description?: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    format: 'text',
    ...(description !== undefined && { description }),
  })
}

/** A moment in UTC with whole seconds (specification, section 2). */
export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-03-02T08:30:00Z'] })
}

/** An identifier assigned by the server (decision 11). */
export function identifier(description: string) {
  return Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [1] })
}
