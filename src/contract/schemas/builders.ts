import { type Static, type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'

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

/** Returns the schemas of optional request fields. */
export function optionals<P extends TProperties>(fields: P) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, optional(schema)])
  return Object.fromEntries(entries) as { [Name in keyof P]: TOptional<TUnsafe<Static<P[Name]> | null>> }
}

/** Returns the values of a request with optional fields. Those that are left out have their defaults. */
export function withDefaults<Values extends object>(
  defaults: Values,
  given: { readonly [Name in keyof Values]?: Values[Name] | null | undefined },
): Values {
  const entries = Object.entries(defaults).map(([name, value]) => [name, given[name as keyof Values] ?? value])
  return Object.fromEntries(entries) as Values
}

/**
 * Returns a component with the values of another one, and with `null`, for request fields that may be left out (decision
 * 6). Such a field is `Type.Optional(ref(component))`. It needs a component of its own: OpenAPI 3.0 allows nothing beside
 * a reference, and a reference in `allOf` still refuses `null`. A component that responses use, too, does not accept `null`.
 *
 * @param $id the name of the component
 */
export function optionalComponent<S extends TSchema>(schema: S, $id: string): TUnsafe<Static<S> | null> {
  const description = `${schema.description} \`null\` means the same as leaving it out.`
  return { ...nullable(schema), $id, description }
}
