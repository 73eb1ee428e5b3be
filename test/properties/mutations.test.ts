import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Edition } from '../../src/api/editions/edition.js'
import { EDITIONS } from '../../src/api/editions/index.js'
import { startService } from '../kit/helper.js'
import { type Contract, type Operation, readContract, type Schema } from './documents.js'
import { mutationsOf } from './mutations.js'

/** Enough for every kind of mutation; the seed is fixed, so the sample is always the same. */
const SAMPLES = 8000

const OF_ALL = ['a path that cannot be decoded', 'a query that cannot be decoded', 'a wrong method', 'an unknown path']
const OF_BODIES = ['a wrong media type', 'an encoding', 'malformed JSON', 'invalid UTF-8', 'an oversized body']
const OF_UPLOADS = [
  'an invalid file name',
  'a truncated body',
  'a file in another part',
  'a wrong media type',
  'no body',
  'no boundary',
  'no file',
  'an oversized file',
  'too many files',
]

for (const edition of EDITIONS) {
  t.test(`${edition.name}: every operation is broken in every way and in every field`, (t) => testMutations(t, edition))
}

async function testMutations(t: Test, edition: Edition): Promise<void> {
  const { send } = await startService(t, { edition })
  // The operations of v2 include those of v1.
  const contract = readContract((await send('GET /api/v2/openapi.json')).json)
  // The bodies are large, so only the names are sampled.
  const names = mutationsOf(contract).map(({ what, fields, request }) => ({
    id: request.operation.id,
    what,
    fields: Array.isArray(fields) ? fields : [],
  }))
  const sample = fc.sample(names, { seed: 1, numRuns: SAMPLES })
  for (const operation of contract.operations) {
    const drawn = sample.filter(({ id }) => id === operation.id)
    t.strictSame(sortedSet(drawn.map(({ what }) => what)), kindsOf(operation), operation.id)
    const fields = drawn.flatMap(({ fields }) => fields)
    t.strictSame(sortedSet(fields.map(withoutIndex)), fieldsOf(contract, operation), operation.id)
  }
}

/** The kinds of mutation that apply to an operation. */
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

/** The names of all fields of an operation as in `errors`, without the indexes of items. */
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
