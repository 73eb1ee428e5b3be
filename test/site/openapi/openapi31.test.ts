import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { toOpenapi31 } from '../../../scripts/openapi/to-openapi31.js'
import type { Json } from '../../kit/helper.js'
import { boundaryValues, instancesOf } from '../../kit/instances.js'
import { schemasIn } from '../../kit/json-schemas.js'
import { FORMATS } from '../../kit/oracle.js'

/** The documents of OpenAPI 3.1 mean the same as those of 3.0.3, which they are derived from. */

const NAMES = ['v1', 'v2', 'buggy', 'boards', 'training', 'earlier/v1', 'earlier/v2', 'earlier/buggy']
const OPTIONS = { strict: false, formats: FORMATS }
const RUNS = 15

function committed(file: string): Json {
  return JSON.parse(readFileSync(new URL(`../../../openapi/${file}.json`, import.meta.url), 'utf8'))
}

const isBinary = ({ format }: Json) => format === 'binary'

/** Bytes are no JSON, so no instance of their schemas can be compared. */
function withoutBinary(document: Json): Json {
  return JSON.parse(JSON.stringify(document), (_key, value) => (value !== null && isBinary(value) ? {} : value))
}

/** A JSON pointer as a fragment of a URI (RFC 6901, section 6). */
function toFragment(pointer: string): string {
  return encodeURI(pointer).replaceAll('#', '%23')
}

/** Returns the text of a schema with the schemas that it refers to. */
function expand(schema: Json, document: Json): string {
  return JSON.stringify(schema, (_key, value) =>
    typeof value?.$ref === 'string' ? document.components.schemas[value.$ref.replace(/^.*\//, '')] : value,
  )
}

/** The schemas that were compared. The same schema at another place or in another document accepts the same instances. */
const compared = new Set<string>()

for (const name of NAMES) {
  const old = committed(name)
  const derived = committed(`3.1/${name}`)
  const oldSchemas = schemasIn(old)
  const newSchemas = new Map(schemasIn(derived).map(({ pointer, schema }) => [pointer, schema]))

  t.test(`${name}: the schemas of both documents accept the same instances`, async (t) => {
    const ajv = new Ajv(OPTIONS).addSchema({ $id: 'document', ...withoutBinary(old) })
    const ajv31 = new Ajv2020(OPTIONS).addSchema({ $id: 'document', ...derived })
    const resolve = (schema: Json): Json =>
      schema.$ref === undefined ? schema : resolve(old.components.schemas[schema.$ref.replace(/^.*\//, '')])
    for (const { pointer, schema } of oldSchemas) {
      const text = expand(schema, old) + expand(newSchemas.get(pointer), derived)
      if (compared.has(text) || isBinary(schema)) continue
      compared.add(text)
      const $ref = `document#${toFragment(pointer)}`
      const isValid = ajv.compile({ $ref })
      const isValid31 = ajv31.compile({ $ref })
      const verdicts = new Set<boolean>()
      const compare = (instance: unknown) => {
        const verdict = isValid(instance)
        verdicts.add(verdict)
        if (isValid31(instance) !== verdict) {
          throw new Error(`${pointer} ${verdict ? 'refuses' : 'accepts'} ${JSON.stringify(instance)} in 3.1 only`)
        }
      }
      boundaryValues(resolve(schema)).forEach(compare)
      fc.assert(fc.property(instancesOf(schema, resolve), compare), { numRuns: RUNS })
      // A schema without keywords accepts every instance.
      const possible = Object.keys(resolve(schema)).some((key) => key !== 'description') ? [false, true] : [true]
      t.strictSame([...verdicts].sort(), possible, `${pointer} has valid and invalid instances`)
    }
    t.ok(compared.size > 50, `${compared.size} schemas until now`)
  })

  t.test(`${name}: the 3.1 document has the same schemas at the same places, as JSON Schema 2020-12`, async (t) => {
    const ajv31 = new Ajv2020(OPTIONS)
    t.strictSame(
      [...newSchemas.keys()],
      oldSchemas.map(({ pointer }) => pointer),
    )
    for (const [pointer, schema] of newSchemas) {
      if (!ajv31.validateSchema(schema)) t.fail(`${pointer} ${ajv31.errorsText()}`)
      for (const keyword of ['nullable', 'example']) if (keyword in schema) t.fail(`${pointer} has ${keyword}`)
    }
  })

  t.test(`${name}: the 3.1 document keeps what does not validate: descriptions, examples and defaults`, async (t) => {
    const different = oldSchemas.filter(({ pointer, schema }) => {
      const { description, default: preset, deprecated, format, examples } = newSchemas.get(pointer)
      const { example } = schema
      return !isDeepStrictEqual(
        { description, preset, deprecated, format, examples },
        {
          description: schema.description,
          preset: schema.default,
          deprecated: schema.deprecated,
          format: isBinary(schema) ? undefined : schema.format,
          examples: example === undefined ? undefined : [example],
        },
      )
    })
    t.strictSame(different, [])
    t.strictSame(outline(derived), {
      ...outline(old),
      openapi: '3.1.0',
      info: { ...old.info, license: { name: 'MIT', identifier: 'MIT' } },
    })
  })
}

/** A document without its schemas. */
function outline({ components: { schemas, ...components }, ...document }: Json): Json {
  const withoutSchemas = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(withoutSchemas)
    const entries = Object.entries(value).map(([key, member]) => [key, key === 'schema' ? {} : withoutSchemas(member)])
    return Object.fromEntries(entries)
  }
  return withoutSchemas({ ...document, components: { ...components, names: Object.keys(schemas) } })
}

/** Converts a document with one schema, and returns this schema. */
function convert(schema: object): unknown {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {},
    components: { schemas: { Thing: schema } },
  }
  return toOpenapi31(document as OpenAPIV3.Document).components?.schemas?.Thing
}

const CONVERTED: [what: string, schema: object, expected: object][] = [
  ['null', { type: 'integer', nullable: true, minimum: 1 }, { type: ['integer', 'null'], minimum: 1 }],
  [
    'null in an enumeration',
    { type: 'string', nullable: true, enum: ['A', null] },
    { type: ['string', 'null'], enum: ['A', null] },
  ],
  ['null without a type, which has no effect', { nullable: true, enum: ['A'] }, { enum: ['A'] }],
  ['a type without null', { type: 'string', nullable: false }, { type: 'string' }],
  ['a reference, and not what OpenAPI 3.0 ignores', { $ref: '#/x', nullable: true, maxLength: 1 }, { $ref: '#/x' }],
  ['an example', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
  [
    'a file in a form',
    { type: 'object', properties: { file: { type: 'string', format: 'binary', description: 'A file.' } } },
    { type: 'object', properties: { file: { contentMediaType: 'application/octet-stream', description: 'A file.' } } },
  ],
  [
    'properties with the names of keywords',
    { type: 'object', properties: { nullable: { type: 'boolean' }, example: { type: 'string', example: 'x' } } },
    { type: 'object', properties: { nullable: { type: 'boolean' }, example: { type: 'string', examples: ['x'] } } },
  ],
  [
    'schemas in all places, but no values',
    {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string', nullable: true } },
      default: { type: 'string', nullable: true },
    },
    {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: ['string', 'null'] } },
      default: { type: 'string', nullable: true },
    },
  ],
  [
    'any additional properties',
    { type: 'object', additionalProperties: true },
    { type: 'object', additionalProperties: true },
  ],
]

for (const [what, schema, expected] of CONVERTED) {
  t.test(`the conversion keeps the meaning of ${what}`, async (t) => {
    t.strictSame(convert(schema), expected)
  })
}

t.test('the conversion leaves the schema of bytes empty, and examples as they are', async (t) => {
  const example = { type: 'string', nullable: true, schema: { example: 1 } }
  const contentOf = (schema: object) => ({ 'application/octet-stream': { schema, example } })
  const documentOf = (schema: object): Json => ({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: { '/thing': { get: { responses: { 200: { description: 'A thing.', content: contentOf(schema) } } } } },
  })
  const given = documentOf({ type: 'string', format: 'binary' })
  const before = structuredClone(given)
  t.strictSame(toOpenapi31(given).paths, documentOf({}).paths)
  t.strictSame(given, before, 'the given document does not change')
})
