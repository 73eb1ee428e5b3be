import fc from 'fast-check'
import type { Contract, Schema } from './documents.js'
import { calendarDay, textOf } from './texts.js'

/** The keywords of JSON Schema that the generators support; another keyword in a document needs support here. */
const KNOWN = new Set([
  'type',
  'nullable',
  'enum',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'description',
  'default',
  'example',
  'examples',
])

/** Fields that no schema names; the service ignores them (decision 4). */
const EXTRA_NAMES = [
  'id',
  'sortOrder',
  'dueDate',
  'checklistItems',
  'comments',
  'attachments',
  'createdAt',
  'updatedAt',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '',
  'unknown',
]
const EXTRA_VALUES = [null, 0, -1.5, true, '', 'text', [], {}, [{ id: 1 }], { prototype: { a: [] } }]

/** Valid values of a schema in a published document, up to all of its bounds. */
export function arbitraryOf(contract: Contract, schema: Schema): fc.Arbitrary<unknown> {
  const resolved = contract.resolve(schema)
  const unknown = Object.keys(resolved).filter((keyword) => !KNOWN.has(keyword))
  if (unknown.length > 0) throw new Error(`There is no generator for ${unknown.join(', ')}`)
  const values = resolved.enum ? fc.constantFrom(...resolved.enum) : ofType(contract, resolved)
  return resolved.nullable === true && !resolved.enum
    ? fc.oneof({ weight: 5, arbitrary: values }, { weight: 1, arbitrary: fc.constant(null) })
    : values
}

function ofType(contract: Contract, schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object':
      return objectOf(contract, schema)
    case 'array':
      return arrayOf(contract, schema)
    case 'integer':
      return integerOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'string':
      return stringOf(schema)
    default:
      throw new Error(`There is no generator for the type ${schema.type}`)
  }
}

function objectOf(contract: Contract, { properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const named = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(contract, schema as Schema)]),
  )
  const extraNames = EXTRA_NAMES.filter((name) => !(name in properties))
  const extras = fc.array(fc.tuple(fc.constantFrom(...extraNames), fc.constantFrom(...EXTRA_VALUES)), {
    maxLength: 3,
  })
  return fc
    .tuple(
      fc.record(named, { requiredKeys: required, noNullPrototype: true }),
      fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: extras }),
    )
    .map(([record, entries]) => ({ ...Object.fromEntries(entries), ...record }))
}

function arrayOf(contract: Contract, { items, minItems = 0, maxItems }: Schema & { items?: unknown }) {
  const item = arbitraryOf(contract, items as Schema)
  if (maxItems === undefined) return fc.array(item, { minLength: minItems })
  return fc.oneof(
    { weight: 20, arbitrary: fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, 5) }) },
    { weight: 1, arbitrary: fullArray(item, maxItems) },
  )
}

/** The greatest number of items, which repeats a few of them. */
function fullArray(item: fc.Arbitrary<unknown>, length: number): fc.Arbitrary<unknown[]> {
  return fc
    .array(item, { minLength: 1, maxLength: 3 })
    .map((items) => Array.from({ length }, (_, index) => items[index % items.length]))
}

function integerOf({ minimum = Number.MIN_SAFE_INTEGER, maximum }: Schema): fc.Arbitrary<number> {
  const small = fc.integer({ min: minimum, max: Math.min(minimum + 10, maximum ?? Number.MAX_SAFE_INTEGER) })
  // In JSON Schema every number without a fraction is an integer.
  const large =
    maximum === undefined
      ? fc.constantFrom(2 ** 31, Number.MAX_SAFE_INTEGER, 2 ** 53, 1e21, Number.MAX_VALUE)
      : fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constant(maximum))
  return fc.oneof({ weight: 5, arbitrary: small }, { weight: 1, arbitrary: large })
}

function stringOf({ format = 'text', pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return calendarDay
  if (format !== 'text') throw new Error(`There is no generator for the format ${format}`)
  const texts = textOf({
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  })
  if (pattern === undefined) return texts
  const expression = new RegExp(pattern, 'u')
  // The patterns do not know two characters of white space (decision 8).
  return texts.filter((text) => expression.test(text) && (!needsCharacter(pattern) || /\S/.test(text)))
}

/** Whether a pattern requires a character that is not white space. */
export function needsCharacter(pattern: string): boolean {
  return !new RegExp(pattern, 'u').test(' ')
}
