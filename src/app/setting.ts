import { requirement, type Schema } from '../contract/validation-wording.js'

/** An invalid setting or flag. The message is one line: the name, and the values that are allowed. */
export class ConfigurationError extends Error {}

/** What a valid value is. A value without a `type` is checked when it is converted to an option. */
export interface ValueSchema extends Schema {
  pattern?: RegExp
}

/** A setting. Its environment variable, its flag, its line in the help and the type of its option are derived from it. */
export interface Setting<Option = unknown> {
  /** The name of the environment variable. */
  name: string
  schema: ValueSchema & { description: string }
  /** The value of a setting that is not given. Without one, its option is `undefined`. */
  default?: string | number | boolean
  /** Whether a value can contain a password, or the id of a board, which works like one. */
  isSecret?: boolean
  /**
   * Converts a value that is valid to the option of the application.
   *
   * @throws ConfigurationError if the value is not valid for another reason than the schema
   */
  to(value: never): Option
}

/** The options that the settings of a table set. */
export type OptionsOf<Table> = {
  [Key in keyof Table]: Table[Key] extends { to(value: never): infer Option }
    ? Option | (Table[Key] extends { default: unknown } ? never : undefined)
    : never
}

/** Values by the names of environment variables: the environment itself, the flags, or the options of the library. */
export type Source = Readonly<Record<string, unknown>>

/** Returns the name of the flag for an environment variable: `FAULT_SEED` → `fault-seed`. */
export function flagOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/**
 * Returns the value in the first source that has one. Blank texts count as not set. Files of settings that Windows programs
 * wrote leave a carriage return or a byte order mark in a text; both are white space.
 */
export function find(name: string, sources: readonly Source[]): unknown {
  for (const { [name]: value } of sources) {
    const given = typeof value === 'string' ? value.trim() : value
    if (given !== undefined && given !== '') return given
  }
  return undefined
}

/**
 * Reads a setting.
 *
 * @returns the option, or `undefined` if no source has a value and there is no default
 * @throws ConfigurationError if the value is not valid
 */
export function readSetting<Option>(setting: Setting<Option>, sources: readonly Source[]): Option | undefined {
  const { name, schema, default: fallback } = setting
  const given = find(name, sources)
  const value = given === undefined ? fallback : parse(schema, given)
  if (value === undefined) return undefined
  requireValid(name, schema, value)
  return setting.to(value as never)
}

/**
 * Requires that a value is valid.
 *
 * @param name the name of the value in the message
 * @throws ConfigurationError if it is not
 */
export function requireValid(name: string, schema: ValueSchema, value: unknown): void {
  if (!isValid(schema, value)) throw new ConfigurationError(`${name} must be ${requirement(schema)}`)
}

/** Returns the value that a text stands for, and the text of a number or a boolean where a text is expected. */
function parse({ type }: ValueSchema, given: unknown): unknown {
  if (type === 'integer' && /^\d+$/.test(String(given))) return Number(given)
  if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true'
  return type === 'string' && /^(number|boolean)$/.test(typeof given) ? String(given) : given
}

function isValid(schema: ValueSchema, value: unknown): boolean {
  const { type, enum: values, pattern, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema
  if (type === undefined) return true
  if (type === 'integer') return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
  if (type === 'boolean') return typeof value === 'boolean'
  if (typeof value !== 'string') return false
  const { length } = [...value]
  return (
    (values?.includes(value) ?? true) &&
    (pattern?.test(value) ?? true) &&
    length >= (schema.minLength ?? 0) &&
    length <= (schema.maxLength ?? length)
  )
}
