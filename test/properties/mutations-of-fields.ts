import fc from 'fast-check'
import { arbitraryOf } from './arbitrary-of-schema.js'
import type { Contract, Operation, Schema } from './documents.js'
import { invalidOf, tooLong, unlisted } from './invalid-values.js'
import type { Mutation } from './mutations.js'
import type { PlannedRequest } from './requests.js'
import { codePoint } from './texts.js'

/** A change of a request, and the fields that it makes invalid. */
interface Change {
  fields: string[]
  apply(request: PlannedRequest): PlannedRequest
}

/**
 * Breaks one or more fields of a request in its path, query or body. The response must name all of them and no
 * others (decision 27). `undefined` where an operation has no fields.
 */
export function fieldMutation(contract: Contract, operation: Operation) {
  const changes = [
    ...operation.parameters.map(({ name, in: place, schema }) =>
      place === 'path' ? pathChange(name) : queryChange(contract, name, schema),
    ),
    ...bodyChange(contract, operation),
  ]
  if (changes.length === 0) return undefined
  return (request: PlannedRequest): fc.Arbitrary<Mutation> =>
    fc
      .subarray(changes, { minLength: 1, maxLength: Math.min(changes.length, 3) })
      .chain((chosen) => fc.tuple(...chosen))
      .map((broken) => ({
        what: 'invalid fields',
        request: broken.reduce((changed, { apply }) => apply(changed), request),
        status: 400,
        fields: broken.flatMap(({ fields }) => fields),
        message: 'Validation failed',
      }))
}

/** Path values that are not ids (decision 11). Dots and empty values would lead to another path. */
const invalidId = fc
  .oneof(
    fc.constantFrom(
      '0',
      '-1',
      '+1',
      '01',
      '1.0',
      '1e0',
      '0x1',
      ' 1',
      '1 ',
      '1,2',
      '1;2',
      '１',
      '٣',
      '1/2',
      '1?x',
      '1#x',
      '9007199254740992',
      '99999999999999999999999',
      'NaN',
      'Infinity',
      'null',
      'undefined',
      '{id}',
      ':id',
      '*',
      '%31',
      '%',
      "1'--",
    ),
    fc.string({ unit: codePoint, minLength: 1, maxLength: 8 }),
  )
  .filter((text) => !/^([1-9]\d*|\.{1,2}|summary)$/.test(text) || Number(text) > Number.MAX_SAFE_INTEGER)

function pathChange(name: string): fc.Arbitrary<Change> {
  return invalidId.map((text) => ({
    fields: [name],
    apply: (request) => ({ ...request, path: { ...request.path, [name]: { text } } }),
  }))
}

function queryChange(contract: Contract, name: string, schema: Schema): fc.Arbitrary<Change> {
  const valid = arbitraryOf(contract, schema).map(String)
  const twice = fc.oneof(
    valid.map((value) => [value, value]),
    fc.tuple(valid, valid),
    fc.tuple(valid, valid, valid),
  )
  return fc
    .oneof({ weight: 3, arbitrary: invalidText(schema).map((value) => [value]) }, { weight: 1, arbitrary: twice })
    .map((values) => ({
      fields: [name],
      apply: (request) => ({
        ...request,
        query: [
          ...request.query.filter(([known]) => known !== name),
          ...values.map((value): [string, string] => [name, value]),
        ],
      }),
    }))
}

/** Texts that are not valid values of a query parameter. */
function invalidText({ type, enum: values, minimum, maximum, maxLength }: Schema): fc.Arbitrary<string> {
  if (type === 'integer') {
    const outside = [
      ...(minimum === undefined ? [] : [minimum - 1]),
      ...(maximum === undefined ? [] : [maximum + 1, 1e21]),
    ]
    return fc.constantFrom(
      ...outside.map(String),
      '',
      ' ',
      'x',
      '1.5',
      '1.0',
      '1e0',
      '+1',
      '01',
      '0x1',
      ' 1',
      '1,1',
      '１',
      'NaN',
      'null',
      'true',
    )
  }
  if (values !== undefined) return unlisted(values)
  if (maxLength === undefined) return fc.constant('\0')
  return fc.oneof(tooLong(maxLength), fc.constantFrom('\0', 'x\0x'))
}

function bodyChange(contract: Contract, { content }: Operation): fc.Arbitrary<Change>[] {
  const schema = content['application/json']?.schema
  if (schema === undefined) return []
  return [
    invalidOf(contract, schema).map(({ value, fields }) => ({
      fields: fields.map((field) => (field === '' ? 'body' : field)),
      apply: (request) => ({ ...request, body: { json: value } }),
    })),
  ]
}
