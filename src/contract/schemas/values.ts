import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'

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

/** Returns the schema of a list that the service only reads. */
export function list<S extends TSchema>(
  items: S,
  description: string,
  limits: { minItems?: number; maxItems?: number } = {},
): TUnsafe<readonly Static<S>[]> {
  return Type.Unsafe(Type.Array(items, { ...limits, description }))
}

/** Returns the schema of a timestamp in UTC with whole seconds (specification, section 2). */
export function timestamp(description: string) {
  return Type.String({ format: 'date-time', description, examples: ['2026-03-02T08:30:00Z'] })
}

/** Returns the schema of an id (decision 11). */
export function identifier(description: string) {
  return Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, examples: [1] })
}

/** Returns the schema of a whole number, by default from 0, such as a count. */
export function wholeNumber(description: string, minimum = 0) {
  return Type.Integer({ minimum, description })
}

/** Returns the schema of a whole number between two others. */
export function integer(minimum: number, maximum: number, description: string) {
  return Type.Integer({ minimum, maximum, description })
}

/** Returns the schema of the status of a response. */
export function httpStatus(description: string) {
  return integer(100, 599, description)
}

/** Returns the schema of a URL of the service. */
export function url(description: string) {
  return Type.String({ format: 'uri', description })
}
