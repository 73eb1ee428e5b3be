import fc from 'fast-check'
import t from 'tap'
import { startService } from '../helper.js'
import { type Contract, type Operation, readContract, type Schema } from './documents.js'
import { mutationsOf } from './mutations.js'
import { DOCUMENTED } from './properties.js'

const OF_ALL = [
  'a path that cannot be decoded',
  'a query that cannot be decoded',
  'a wrong method',
  'an unknown path',
]
const OF_BODIES = ['a wrong media type', 'an encoding', 'malformed JSON', 'no UTF-8', 'too large a body']
const OF_UPLOADS = [
  'a bad file name',
  'a body that is cut off',
  'a file in another part',
  'a wrong media type',
  'no body',
  'no boundary',
  'no file',
  'too large a file',
  'too many files',
]

for (const variant of DOCUMENTED) {
  t.test(`every operation of ${variant} is broken in every way, and in every field`, async (t) => {
    const { send } = await startService(t)
    const contract = readContract((await send(`GET /api/${variant}/openapi.json`)).json)
    // Without their bodies, which are large.
    const names = mutationsOf(contract).map(({ what, fields, request }) => ({
      id: request.operation.id,
      what,
      fields: Array.isArray(fields) ? fields : [],
    }))
    const sample = fc.sample(names, { seed: 1, numRuns: 10_000 })
    for (const operation of contract.operations) {
      const drawn = sample.filter(({ id }) => id === operation.id)
      t.strictSame(sortedSet(drawn.map(({ what }) => what)), kindsOf(operation), operation.id)
      const fields = drawn.flatMap(({ fields }) => fields)
      t.strictSame(sortedSet(fields.map(withoutIndex)), fieldsOf(contract, operation), operation.id)
    }
  })
}

/** The ways in which requests to an operation can be broken. */
function kindsOf({ method, parameters, content }: Operation): string[] {
  const isUpload = 'multipart/form-data' in content
  const isJson = 'application/json' in content
  return sortedSet([
    ...OF_ALL,
    ...(isUpload ? OF_UPLOADS : method === 'GET' ? [] : OF_BODIES),
    ...(isJson ? ['no body'] : []),
    ...(isJson || parameters.length > 0 ? ['invalid fields'] : []),
  ])
}

/** The names of all fields that an operation takes, as errors write them but for the numbers of items. */
function fieldsOf(contract: Contract, { parameters, content }: Operation): string[] {
  const body = content['application/json']?.schema
  return sortedSet([
    ...parameters.map(({ name }) => name),
    ...(body === undefined ? [] : ['body', ...namesIn(contract, body, '')]),
  ])
}

function namesIn(contract: Contract, schema: Schema, outer: string): string[] {
  const { properties = {}, items } = contract.resolve(schema) as Schema & { items?: Schema }
  const inner = Object.entries(properties).map(([name, value]) => ({
    name: outer === '' ? name : `${outer}.${name}`,
    value,
  }))
  if (items !== undefined) inner.push({ name: `${outer}[]`, value: items })
  return inner.flatMap(({ name, value }) => [name, ...namesIn(contract, value as Schema, name)])
}

function withoutIndex(field: string): string {
  return field.replace(/\[\d+\]/g, '[]')
}

function sortedSet(texts: string[]): string[] {
  return [...new Set(texts)].sort()
}
