import fc from 'fast-check'
import t from 'tap'
import { readJson } from '../src/http/json-reader.js'
import { shapeOf } from '../src/http/json-shape.js'
import type { Json } from './helper.js'

const SCHEMA = {
  type: 'object',
  required: ['a'],
  properties: {
    a: { type: 'string' },
    b: { type: ['array', 'null'], maxItems: 3, items: { type: 'number' } },
    c: {
      type: 'array',
      items: { type: 'object', required: ['a'], properties: { a: { type: 'number' }, b: { type: 'string' } } },
    },
    d: { type: 'object', additionalProperties: false, properties: { a: { type: 'number' } } },
  },
}
const SHAPE = shapeOf(SCHEMA, () => undefined)

/** Returns what a reader that builds every value first would keep of a valid body. */
function expected(value: Json, schema: Json): Json {
  if (Array.isArray(value)) {
    return schema.items ? value.map((item) => expected(item, schema.items)) : []
  }
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(schema.properties ?? {}).filter(([name]) => Object.hasOwn(value, name))
  return Object.fromEntries(known.map(([name, part]) => [name, expected(value[name], part)]))
}

const anything = fc.jsonValue({ depthSize: 'small' })
const item = fc.record({ a: anything, b: anything, __proto__: anything, x: anything }, { requiredKeys: ['a'] })
const body = fc.record(
  {
    a: anything,
    b: fc.option(fc.array(anything, { maxLength: 4 })),
    c: fc.array(item),
    x: anything,
    constructor: anything,
    'a"\\é': anything,
  },
  { requiredKeys: ['a'] },
)

t.test('keeps exactly what the schema describes', async (t) => {
  fc.assert(
    fc.property(body, fc.constantFrom(0, 2), (value, space) => {
      const text = JSON.stringify(value, null, space)
      t.strictSame(readJson(Buffer.from(text), SHAPE), expected(JSON.parse(text), SCHEMA))
    }),
    { numRuns: 200 },
  )
})

/** The pieces of a JSON text, valid or not. */
const token = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', ' ', '\n', '"a"', '"b"', '"c"', '"\\u0061"', '"\\u00e"', '"\\x"', '"\t"', '"é'],
  ...['1', '-1', '01', '1.', '.5', '1e5', '1E+', '-', 'true', 'nul', 'null', 'NaN', '"a":1', '{"a":1},'],
)

t.test('rejects exactly the texts that are not JSON', async (t) => {
  const isAccepted = (read: () => unknown) => {
    try {
      read()
      return true
    } catch {
      return false
    }
  }
  const differing: string[] = []
  const check = (text: string) => {
    const isJson = isAccepted(() => JSON.parse(text))
    if (isAccepted(() => readJson(Buffer.from(text), SHAPE)) !== isJson) differing.push(text)
  }
  fc.assert(
    fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
      const text = tokens.join('')
      for (const whole of [text, `{"a":${text}}`, `{"x":${text}}`, `{"c":[${text}]}`]) check(whole)
    }),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(body, fc.nat(), fc.string({ maxLength: 2 }), (value, at, inserted) => {
      const text = JSON.stringify(value)
      const index = at % text.length
      check(text.slice(0, index) + inserted + text.slice(index + 1))
    }),
    { numRuns: 500 },
  )
  t.strictSame(differing, [])
})

const read = (text: string) => readJson(Buffer.from(text), SHAPE) as Json

t.test('keeps the last value of a duplicate property', async (t) => {
  t.strictSame(read('{"a":1,"x":2,"\\u0061":3,"a":"4"}'), { a: '4' })
})

t.test('a duplicate property is valid or invalid as its last value is', async (t) => {
  const schema = { type: 'object', properties: { c: { type: 'array', items: SCHEMA } } }
  const readItems = (...items: string[]) => {
    const { c } = readJson(
      Buffer.from(`{"c":[${items.join(',')}]}`),
      shapeOf(schema, () => undefined),
    ) as Json
    return c.length
  }
  t.equal(readItems('{"a":"","c":5,"c":[]}', '{"a":""}', '{"a":""}'), 3)
  t.equal(readItems('{"a":"","c":[],"c":5}', '{"a":""}', '{"a":""}'), 1)
})

t.test('ignores a byte order mark, and rejects other characters before the body', async (t) => {
  t.strictSame(read('\ufeff{"a":"1"}'), { a: '1' })
  for (const character of ['\uff21', '\uf000', '\ufeff\ufeff']) {
    t.throws(() => read(`${character}{"a":"1"}`), { code: 'MALFORMED_JSON' })
  }
})

t.test('keeps one item more than the schema allows, so that the validation fails', async (t) => {
  t.strictSame(read('{"a":"","b":[1,2,3]}').b, [1, 2, 3])
  t.strictSame(read('{"a":"","b":[1,2,3,4,5,6]}').b, [1, 2, 3, 4])
})

t.test('keeps no items after an invalid one in a list of any length', async (t) => {
  const valid = '{"a":1}'
  for (const invalid of ['{}', '5', 'null', '[]', '{"b":"x"}']) {
    const { c } = read(`{"a":"","c":[${valid},${invalid},${valid},${valid}]}`)
    t.strictSame(c, [{ a: 1 }, JSON.parse(invalid)])
  }
})

t.test('keeps at most 100 unknown names for error messages', async (t) => {
  const names = Array.from({ length: 300 }, (_, index) => `"k${index}":{"a":1}`)
  const { d } = read(`{"a":"","d":{"__proto__":1,${names.join(',')},"a":5}}`)
  t.equal(Object.keys(d).length, 101)
  t.strictSame([d.a, d.k0, d.k100], [5, {}, undefined])
})

t.test('refuses a schema with more properties than it can tell apart', async (t) => {
  const properties = Object.fromEntries(Array.from({ length: 32 }, (_, index) => [`p${index}`, { type: 'string' }]))
  t.throws(() => shapeOf({ type: 'object', properties }, () => undefined), { message: /more than 31 properties/ })
})
