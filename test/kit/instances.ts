import fc from 'fast-check'
import type { Json } from './helper.js'

/** Values of every JSON type, with numbers and texts that resemble each other. */
const OF_EVERY_TYPE = [null, true, false, 0, -1, 1, 1.5, 2 ** 53, '', 'text', '1', 'null', ' ', '\0', [], [null], {}]

/** A text for each format of the documents. */
const BY_FORMAT: Record<string, string> = {
  date: '2026-04-30',
  'date-time': '2026-03-02T08:30:00Z',
  uri: 'http://localhost/b/1',
}

/** Texts that have a format, and texts that nearly do. */
const FORMATTED = [...Object.values(BY_FORMAT), '2026-02-30', '2026-03-02', 'localhost']

/** The most items and characters that a boundary value has. */
const LONGEST = 1100

/** Resolves a reference in the document of a schema. */
export type Resolve = (schema: Json) => Json

/** Values at the bounds of a schema and on both sides of them, with values of every type, its enumeration and its example. */
export function boundaryValues({ enum: values = [], example, ...schema }: Json): unknown[] {
  const numbers = ['minimum', 'maximum'].flatMap((keyword) => around(schema[keyword]))
  const lengths = (keywords: string[]) =>
    keywords.flatMap((keyword) => around(schema[keyword])).filter((length) => length >= 0 && length <= LONGEST)
  return [
    ...OF_EVERY_TYPE,
    ...FORMATTED,
    ...values,
    ...numbers,
    ...lengths(['minLength', 'maxLength']).flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]),
    ...lengths(['minItems', 'maxItems']).map((length) => Array(length).fill('x')),
    ...(example === undefined ? [] : [example]),
  ]
}

function around(bound: number | undefined): number[] {
  return bound === undefined ? [] : [bound - 1, bound, bound + 1]
}

/** Valid values of an OpenAPI 3.0 schema, and values in which one part is replaced or missing. */
export function instancesOf(schema: Json, resolve: Resolve): fc.Arbitrary<unknown> {
  const valid = validOf(schema, resolve)
  return fc.oneof(
    valid,
    valid.chain((value) => brokenOf(value)),
  )
}

function validOf(given: Json, resolve: Resolve): fc.Arbitrary<unknown> {
  const schema = resolve(given)
  const values = ofType(schema, resolve)
  return schema.nullable === true ? fc.option(values, { freq: 5 }) : values
}

function ofType(schema: Json, resolve: Resolve): fc.Arbitrary<unknown> {
  const { type, enum: values, oneOf, minimum = 0, maximum = 1000 } = schema
  if (values !== undefined) return fc.constantFrom(...values)
  if (oneOf !== undefined) return fc.oneof(...oneOf.map((choice: Json) => validOf(choice, resolve)))
  switch (type) {
    case 'object':
      return objectOf(schema, resolve)
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema
      const maxLength = Math.max(minItems, Math.min(maxItems, 3))
      return fc.array(validOf(schema.items, resolve), { minLength: minItems, maxLength })
    }
    case 'string':
      return stringOf(schema)
    case 'integer':
      return fc.integer({ min: minimum, max: Math.max(minimum, maximum) })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case undefined:
      return fc.jsonValue({ maxDepth: 1 })
    default:
      throw new Error(`There is no generator for the type ${type}`)
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Json, resolve: Resolve) {
  const named = Object.fromEntries(
    Object.entries<Json>(properties).map(([name, schema]) => [name, validOf(schema, resolve)]),
  )
  const record = fc.record(named, { requiredKeys: required, noNullPrototype: true })
  if (typeof additionalProperties !== 'object') return record
  const others = fc.dictionary(fc.string({ minLength: 1 }), validOf(additionalProperties, resolve), { maxKeys: 3 })
  return fc.tuple(others, record).map(([more, members]) => ({ ...more, ...members }))
}

function stringOf({ format, pattern, minLength = 0, maxLength = LONGEST }: Json): fc.Arbitrary<string> {
  if (format !== undefined) return fc.constantFrom(BY_FORMAT[format] as string)
  if (pattern === undefined) return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 10) })
  return fc
    .stringMatching(new RegExp(pattern, 'u'))
    .filter((text) => [...text].length >= minLength && [...text].length <= maxLength)
}

/** Replaces one part of a value, or leaves it out. */
function brokenOf(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return anything
  return fc.constantFrom(...Object.keys(value)).chain((key) => {
    const part = (value as Record<string, unknown>)[key]
    return fc.oneof(anything, brokenOf(part), fc.constant(undefined)).map((broken) => withPart(value, key, broken))
  })
}

const anything = fc.constantFrom<unknown>(...OF_EVERY_TYPE, ...FORMATTED)

function withPart(value: object, key: string, part: unknown): unknown {
  const entries = Object.entries({ ...value, [key]: part }).filter(([, member]) => member !== undefined)
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries)
}
