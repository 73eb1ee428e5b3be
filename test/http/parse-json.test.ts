import fc from 'fast-check'
import t from 'tap'
import { parseJsonBytes } from '../../src/http/parse-json.js'
import { countValues } from '../kit/count-values.js'

t.test('returns what JSON.parse returns, and counts the values of every text', async (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, space) => {
      const bytes = Buffer.from(JSON.stringify(value, null, space))
      const count = countValues(value)
      t.strictSame(parseJsonBytes(bytes, count), JSON.parse(bytes.toString()))
      if (count === 1) return
      t.throws(() => parseJsonBytes(bytes, count - 1), { message: `Request body has more than ${count - 1} values` })
    }),
    { numRuns: 500 },
  )
})

t.test('white space in an empty array or object is no value', async (t) => {
  t.strictSame(parseJsonBytes(Buffer.from('[ ]'), 1), [])
  t.strictSame(parseJsonBytes(Buffer.from('[{\n\t},\r\n[ ]]'), 3), [{}, []])
})

t.test('counts no brackets and commas in strings', async (t) => {
  for (const text of ['"[{,"', '"\\"[,"', '"\\\\"', '"\\\\\\",["']) {
    t.equal(parseJsonBytes(Buffer.from(text), 1), JSON.parse(text))
  }
})

t.test('ignores one byte order mark, and rejects other characters before the body', async (t) => {
  const read = (text: string) => parseJsonBytes(Buffer.from(text), 10)
  t.strictSame(read('\ufeff{"a":"1"}'), { a: '1' })
  for (const character of ['\uff21', '\uf000', '\ufeff\ufeff']) {
    t.throws(() => read(`${character}{"a":"1"}`), { message: /not valid JSON/ })
  }
})
