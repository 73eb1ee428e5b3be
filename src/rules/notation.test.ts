import t from 'tap'
import { fill, isWait, namesIn, readJson, readRules, readStep } from './notation.js'

const REQUEST = { variant: undefined, method: 'GET', path: '/a', body: undefined, token: undefined, headers: {} }
const EXPECTED = { order: undefined, because: undefined }

t.test('rules have a heading, and steps in the same line or below', async (t) => {
  const rules = readRules(`
    a | spec 2 | The first. | GET /a | WAIT
      PUT /b
      → 200
    b | v1 | The second.
      GET /a as c, d /e → any`)
  t.strictSame(
    rules.map(({ steps, ...rule }) => ({ ...rule, lines: steps.map(({ line }) => line) })),
    [
      { name: 'a', scope: 'spec 2', title: 'The first.', lines: ['GET /a', 'WAIT', 'PUT /b\n      → 200'] },
      { name: 'b', scope: 'v1', title: 'The second.', lines: ['GET /a as c /e → any', 'GET /a as d /e → any'] },
    ],
  )
  t.strictSame(
    rules.map(({ steps }) => steps.map(isWait)),
    [
      [false, true, false],
      [false, false],
    ],
  )
})

t.test('a step has requests, a name, and what its responses must have', async (t) => {
  const step = { when: undefined, times: 1, requests: [REQUEST], as: undefined, place: '', expected: [] }
  const cases: [line: string, step: object][] = [
    ['GET /a', {}],
    ['CLEAR', { requests: [] }],
    ['earlier 21 times GET /a as b /c/0', { when: 'earlier', times: 21, as: 'b', place: '/c/0' }],
    ['finally GET /a', { when: 'finally' }],
    ['GET /a & GET /a', { requests: [REQUEST, REQUEST] }],
  ]
  for (const [line, given] of cases) t.strictSame(readStep(line), { ...step, line, ...given }, line)
})

t.test('a request has a variant, a body, a token and headers', async (t) => {
  const cases: [text: string, request: object][] = [
    ['v2 GET /a', { variant: 'v2' }],
    ['GET /a {b: 1}', { body: { kind: 'json', text: '{b: 1}' } }],
    ['GET /a +{b: 1}', { body: { kind: 'task', text: '{b: 1}' } }],
    ['GET /a files []', { body: { kind: 'files', text: '[]' } }],
    ['GET /a raw b c', { body: { kind: 'raw', text: 'b c' } }],
    ['GET /a hex ff', { body: { kind: 'hex', text: 'ff' } }],
    ['GET /a with {b.c}', { token: '{b.c}' }],
    ['GET /a with b: c: d with none with e:', { token: 'none', headers: { b: 'c: d', e: '' } }],
  ]
  for (const [text, request] of cases) t.strictSame(readStep(text).requests, [{ ...REQUEST, ...request }], text)
  for (const text of ['FETCH /a', 'v3 GET /a', 'GET']) {
    t.throws(() => readStep(text), { message: `This is no request: ${text}` })
  }
})

t.test('an expectation has a place, an operator and a value', async (t) => {
  const cases: [text: string, place: string, operator: string, value: string, more?: object][] = [
    ['any', 'status', '=', 'any'],
    ['201', 'status', '=', '201'],
    ['{a: 1}', 'body', 'contains', '{a: 1}'],
    ['json', 'header content-type', '~', '/^application/json/'],
    ['/a/0/b? is integer', '/a/0/b?', 'is', 'integer'],
    ['body keys = ["a"]', 'body', '=', '["a"]', { order: 'keys' }],
    ['header allow sorted = ["a"]', 'header allow', '=', '["a"]', { order: 'sorted' }],
    ['text ~ /a (b)/', 'text', '~', '/a (b)/'],
    ['404 (it is gone)', 'status', '=', '404', { because: 'it is gone' }],
  ]
  for (const [text, place, operator, value, more] of cases) {
    const { expected } = readStep(`GET /a → ${text} ; statuses = [1]`)
    const last = { ...EXPECTED, place: 'statuses', operator: '=', value: '[1]' }
    t.strictSame(expected, [{ ...EXPECTED, place, operator, value, ...more }, last], text)
  }
  for (const text of ['/a', 'id = 5']) {
    t.throws(() => readStep(`GET /a → ${text}`), { message: `This is no expectation: ${text}` })
  }
})

t.test('references stand for values', async (t) => {
  const steps = ['GET /{a.b}/{c}/{a} as c', 'GET /{d.^e} {f: {g.0.h}}'].map(readStep)
  t.strictSame(namesIn(steps), ['a', 'd', 'g'])
  t.equal(
    fill('{a.b} {A} {c}', (path) => path.length),
    '3 {A} 1',
  )
  const json = readJson('{a: {b}, c: [{d.e}, "{b} and {d.e}", "x: y"]}', (path) => [path], String)
  t.strictSame(json, { a: ['b'], c: [['d.e'], 'b and d.e', 'x: y'] })
  t.strictSame(
    readJson('{"a": "{b}"}', () => 'say "c"'),
    { a: 'say "c"' },
  )
})
