import type { ErrorObject } from 'ajv'

/** The keywords of a JSON schema that error messages depend on. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  required?: string[]
  properties?: Record<string, Schema>
  /** A description of valid values that replaces the generated one in error messages. */
  expected?: string
}

/**
 * Finds the invalid value that an error of Ajv reports. For a missing property this is the property, and for an unknown
 * property its name.
 *
 * @param error an error of an Ajv instance with the option `verbose`
 * @returns the path to the value (property names and indices), and its schema
 */
export function findInvalidValue({ keyword, instancePath, params, parentSchema }: ErrorObject): {
  steps: string[]
  schema: Schema
} {
  const steps = instancePath.split('/').slice(1)
  const schema = parentSchema as Schema
  const { missingProperty: missing, additionalProperty: unknown } = params as Record<string, string>
  if (keyword === 'required' && missing !== undefined) {
    return { steps: [...steps, missing], schema: schema.properties?.[missing] ?? {} }
  }
  if (keyword === 'additionalProperties' && unknown !== undefined) {
    return { steps: [...steps, unknown], schema: { enum: Object.keys(schema.properties ?? {}) } }
  }
  return { steps, schema }
}

/** Returns the key of a value in `errors`, such as `checklistItems[0].text` (decision 28). */
export function toKey(steps: string[]): string {
  return steps
    .map((step) => (isIndex(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

export function isIndex(step: string): boolean {
  return /^\d+$/.test(step)
}

/** Describes the values that a schema allows, as a phrase that follows "must be". */
export function requirement(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const type = [schema.type].flat()[0]
  if (schema.expected !== undefined) return schema.expected
  if (schema.enum !== undefined) {
    const values = schema.enum.filter((value) => value !== null)
    return `one of ${values.join(values.some((value) => String(value).includes(',')) ? '; ' : ', ')}`
  }
  if (schema.format === 'date-time') return 'a valid timestamp in the format YYYY-MM-DDThh:mm:ssZ'
  if (schema.format === 'date') return 'a valid date in the format YYYY-MM-DD'
  if (type === 'string' && minLength !== undefined) {
    return maxLength === undefined ? 'a non-empty string' : `between ${minLength} and ${maxLength} characters`
  }
  if (type === 'string' && maxLength !== undefined) return `a string of at most ${maxLength} characters`
  if (type === 'integer' && maximum === undefined) return `an integer of at least ${minimum}`
  if (type === 'integer') return `an integer between ${minimum} and ${maximum}`
  if (type === 'number') return `a number between ${minimum} and ${maximum}`
  if (type === 'array' && minItems !== undefined) {
    return `an array of ${minItems === maxItems ? minItems : `${minItems} to ${maxItems}`} items`
  }
  if (type === 'array') return maxItems === undefined ? 'an array' : `an array of at most ${maxItems} items`
  if (type === 'boolean') return 'true or false'
  if (type === 'object') return 'a JSON object'
  return type === 'string' ? 'a string' : 'valid'
}
