import fc from 'fast-check'
import { arbitraryOf, needsCharacter } from './arbitrary-of-schema.js'
import type { Contract, Schema } from './documents.js'
import { blank, codePoint, invalidDay, unstorable } from './texts.js'

/** A value that its schema forbids, and the invalid fields: `checklistItems[0].text`, or '' for the value itself. */
export interface InvalidValue {
  value: unknown
  fields: string[]
}

/** A field that is left out. */
const MISSING = Symbol('missing')

/** Values of every JSON type, with numbers and texts that resemble each other. */
const OF_EVERY_TYPE = [null, true, false, 0, 1, 1.5, '', 'text', '1', 'true', 'TODO', [], ['x'], {}, { a: 1 }]

/** Values that a schema of a published document forbids, in one or several fields. */
export function invalidOf(contract: Contract, schema: Schema): fc.Arbitrary<InvalidValue> {
  const resolved = contract.resolve(schema)
  const wrongType = fc.constantFrom(...OF_EVERY_TYPE.filter((value) => !isOfType(value, resolved)))
  const itself = [wrongType, ...invalidByItself(contract, resolved)].map((values) =>
    values.map((value): InvalidValue => ({ value, fields: [''] })),
  )
  switch (resolved.type) {
    case 'object':
      return fc.oneof(
        { weight: 1, arbitrary: fc.oneof(...itself) },
        { weight: 6, arbitrary: invalidInside(contract, resolved) },
      )
    case 'array':
      return fc.oneof(...itself, { weight: 3, arbitrary: invalidItems(contract, resolved) })
    default:
      return fc.oneof(...itself)
  }
}

function isOfType(value: unknown, { type, nullable = false }: Schema): boolean {
  if (value === null) return nullable
  if (Array.isArray(value)) return type === 'array'
  return type === 'integer' ? typeof value === 'number' : typeof value === type
}

/** Values of the right type that exceed a bound. */
function invalidByItself(contract: Contract, schema: Schema): fc.Arbitrary<unknown>[] {
  const { type, minimum, maximum, enum: values, format, pattern, minLength, maxLength, maxItems } = schema
  if (type === 'integer') {
    return [
      fc.integer({ min: 0, max: 9 }).map((n) => n + 0.5),
      ...(minimum === undefined ? [] : [fc.constantFrom(minimum - 1, -1e21)]),
      ...(maximum === undefined ? [] : [fc.constantFrom(maximum + 1, 1e21)]),
    ]
  }
  if (type === 'array' && maxItems !== undefined) {
    const item = arbitraryOf(contract, (schema as { items: Schema }).items)
    return [
      fc.tuple(item, fc.integer({ min: 1, max: 3 })).map(([value, surplus]) => Array(maxItems + surplus).fill(value)),
    ]
  }
  if (type !== 'string') return []
  if (values !== undefined) return [unlisted(values)]
  if (format === 'date') return [invalidDay]
  return [
    unstorable,
    ...(minLength === 1 ? [fc.constant('')] : []),
    ...(pattern !== undefined && needsCharacter(pattern) ? [blank] : []),
    ...(maxLength === undefined ? [] : [tooLong(maxLength)]),
  ]
}

/** Texts that resemble the values of a list but are not in it. */
export function unlisted(values: unknown[]): fc.Arbitrary<string> {
  const texts = values.filter((value) => typeof value === 'string')
  return fc
    .oneof(
      fc.constantFrom(...texts).map((text) => text.toLowerCase()),
      fc.constantFrom(...texts).map((text) => text.toUpperCase()),
      fc.constantFrom(...texts).map((text) => ` ${text}`),
      fc.constantFrom(...texts).map((text) => `${text}\0`),
      fc.constantFrom('', 'null', '0', 'NONE', 'toString'),
      fc.string({ unit: codePoint, maxLength: 5 }),
    )
    .filter((text) => !texts.includes(text))
}

/** Texts that are slightly too long, also when measured in code points rather than UTF-16 units. */
export function tooLong(maxLength: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('x', 'é', '😀', ' x'), fc.integer({ min: 1, max: 3 }))
    .map(([unit, surplus]) => [...unit.repeat(maxLength + surplus)].slice(0, maxLength + surplus).join(''))
}

function invalidInside(contract: Contract, schema: Schema): fc.Arbitrary<InvalidValue> {
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties)
  const invalid = new Map(names.map((name) => [name, invalidProperty(name)]))
  function invalidProperty(name: string): fc.Arbitrary<{ name: string } & InvalidValue> {
    const values = invalidOf(contract, properties[name] as Schema)
    const missing = fc.constant<InvalidValue>({ value: MISSING, fields: [''] })
    return fc
      .oneof({ weight: required.includes(name) ? 1 : 0, arbitrary: missing }, { weight: 3, arbitrary: values })
      .map((found) => ({ name, ...found }))
  }
  const chosen = fc
    .subarray(names, { minLength: 1, maxLength: Math.min(names.length, 3) })
    .chain((names) =>
      fc.tuple(...names.map((name) => invalid.get(name) as NonNullable<ReturnType<typeof invalid.get>>)),
    )
  return fc.tuple(arbitraryOf(contract, schema), chosen).map(([valid, broken]) => {
    const entries = new Map(Object.entries(valid as object))
    for (const { name, value } of broken) {
      if (value === MISSING) entries.delete(name)
      else entries.set(name, value)
    }
    return {
      value: Object.fromEntries(entries),
      fields: broken.flatMap(({ name, fields }) => fields.map((field) => joinField(name, field))),
    }
  })
}

function invalidItems(contract: Contract, schema: Schema): fc.Arbitrary<InvalidValue> {
  const { items, maxItems = 10 } = schema as Schema & { items: Schema }
  const valid = arbitraryOf(contract, items).map((value): InvalidValue => ({ value, fields: [] }))
  const others = fc.array(valid, { maxLength: Math.min(2, maxItems - 1) })
  return fc.tuple(others, invalidOf(contract, items), others).map(([before, broken, after]) => {
    const all = [...before, broken, ...after].slice(0, Math.max(maxItems, before.length + 1))
    return {
      value: all.map(({ value }) => value),
      fields: broken.fields.map((field) => joinField(`[${before.length}]`, field)),
    }
  })
}

/** Joins `labels` and `[0]` to `labels[0]`, and `[0]` and `text` to `[0].text`. */
export function joinField(outer: string, inner: string): string {
  return inner === '' || inner.startsWith('[') ? outer + inner : `${outer}.${inner}`
}
