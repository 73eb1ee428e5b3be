import { readFileSync } from 'node:fs'
import t from 'tap'
import type { Json } from '../../../test/kit/helper.js'
import { redact, redactParameters } from './redact.js'

/** The documents of the operations whose requests the log records. */
const DOCUMENTS = ['v1', 'v2', 'buggy', 'earlier/v1', 'earlier/v2', 'earlier/buggy']

/** Returns the names of all properties of the schemas in a part of a document. */
function namesIn(part: Json): string[] {
  if (part === null || typeof part !== 'object') return []
  const own = part.properties === undefined ? [] : Object.keys(part.properties)
  return [...own, ...Object.values(part).flatMap(namesIn)]
}

t.test('the values of all members of the contract that are secrets are replaced (decision 128)', async (t) => {
  const found = new Set<string>()
  for (const name of DOCUMENTS) {
    const document = JSON.parse(readFileSync(`openapi/${name}.json`, 'utf8'))
    for (const member of namesIn(document)) if (/password|token|secret/i.test(member)) found.add(member)
  }
  t.ok(found.size >= 3)
  for (const member of [...found, 'Password', 'refresh_token', 'password ', 'pass', 'ownerToken', 'apiKey', 'jwt']) {
    t.equal(redact(JSON.stringify({ [member]: 'a secret' })), JSON.stringify({ [member]: '[redacted]' }))
  }
})

t.test('only secrets are replaced, also in a text that is not JSON (decision 128)', async (t) => {
  const nested = (value: unknown) => JSON.stringify(JSON.stringify(value))
  for (const [text, expected] of [
    // JSON: everything else stays as it was written.
    [
      '{ "id":9007199254740993, "token" : "s" ,"x":1.10,"x":2 }',
      '{ "id":9007199254740993, "token" : "[redacted]" ,"x":1.10,"x":2 }',
    ],
    ['{"p\\u0061ssword":"s","a":"\\u00eb"}', '{"p\\u0061ssword":"[redacted]","a":"\\u00eb"}'],
    // Types are no secrets.
    ['{"token":{"a":["s","}", 7]},"b":1e2}', '{"token":{"[redacted]":["[redacted]","[redacted]", 0]},"b":1e2}'],
    [
      '[{"token":-1234.5e6},{"token":null},{"token": true},{"token":""},{"token":[]}]',
      '[{"token":0},{"token":null},{"token": true},{"token":""},{"token":[]}]',
    ],
    ['{"a":"my \\"token\\": \\"no secret\\""}', '{"a":"my \\"token\\": \\"no secret\\""}'],
    ['{"a":"/tasks/{id} with my “token”: no secret"}', '{"a":"/tasks/{id} with my “token”: no secret"}'],
    ['{"a":"“Password” is wrong"}', '{"a":"“Password” is wrong"}'],
    [
      '{"tokenCount":5,"password_length":8,"token-limit":"9"}',
      '{"tokenCount":5,"password_length":8,"token-limit":"9"}',
    ],
    ['{"tokenAccount":"s","countToken":"s"}', '{"tokenAccount":"[redacted]","countToken":"[redacted]"}'],
    [
      '{"a":[{"token":{"b":["s"]}},"The token of Zo\\u00eb"]}',
      '{"a":[{"token":{"[redacted]":["[redacted]"]}},"The token of Zo\\u00eb"]}',
    ],
    ['{"title":"The token', '{"title":"The token'],
    ['"{\\"password\\":\\"s\\"}"', '"{\\"password\\":\\"[redacted]\\"}"'],
    // JSON in JSON.
    [`{"a":${nested({ token: 's', b: 'ë' })},"c":1.0}`, `{"a":${nested({ token: '[redacted]', b: 'ë' })},"c":1.0}`],
    [
      `{"a":${nested({ b: JSON.stringify({ token: ['s'], c: 'd' }) })}}`,
      `{"a":${nested({ b: JSON.stringify({ token: ['[redacted]'], c: 'd' }) })}}`,
    ],
    ['{"a":"{\\"p\\\\u0061ssword\\":\\"s\\"}"}', '{"a":"{\\"p\\\\u0061ssword\\":\\"[redacted]\\"}"}'],
    // JSON in a longer text.
    ['{"a":"see {\\"token\\":\\"s\\"}, my token: no"}', '{"a":"see {\\"token\\":\\"[redacted]\\"}, my token: no"}'],
    [
      `{"a":${JSON.stringify('```json\n[{ "b": 1, "password": "s" }]\n``` or {"jwt":["s"]}')}}`,
      `{"a":${JSON.stringify('```json\n[{ "b": 1, "password": "[redacted]" }]\n``` or {"jwt":["[redacted]"]}')}}`,
    ],
    ['{"a":"{\\"b\\":1,}{\\"token\\":\\"s"}', '{"a":"{\\"b\\":1,}{\\"token\\":\\"[redacted]\\""}'],
    // Malformed JSON: the rest of the text is replaced if the end of the value is not known.
    ['{"token":"s","x":1.10,}', '{"token":"[redacted]","x":1.10,}'],
    ['{"token":12,"x":1.10,}', '{"token":0,"x":1.10,}'],
    ['{"token":null,"x":1.10,}', '{"token":null,"x":1.10,}'],
    ['{"token":01234,"x":1.10,}', '{"token":"[redacted]","x":1.10,}'],
    ['{"token":{"a":"s"},"x":1.10,}', '{"token":{"[redacted]":"[redacted]"},"x":1.10,}'],
    ['{"token":{a:"s"},"x":1.10,}', '{"token":"[redacted]","x":1.10,}'],
    ['{"p\\u0061ssword":"s","x":1.10,}', '{"p\\u0061ssword":"[redacted]","x":1.10,}'],
    ['{"token":"s', '{"token":"[redacted]"'],
    ['{"token":{"a":"s","x":1', '{"token":"[redacted]"'],
    ['{"token":"a"s","x":1}', '{"token":"[redacted]"'],
    ["{'token': 's', 'x': 1}", `{'token': "[redacted]"`],
    ['{token: s, x: 1}', '{token: "[redacted]"'],
    ['{"a":1,"token","s"}', '{"a":1,"token","[redacted]"}'],
    // A mistake in place of the separator stays.
    ...[',', ';', '->', ' => ', ' /*c*/ : ', ' ', ' - ', '|'].flatMap((separator) =>
      ['"password"', '{"a":1,"token"', '{\n"a":1\n"token"'].map((name) => {
        const start = name.startsWith('{') ? name : `{${name}`
        return [`${start}${separator}"s","x":1.10}`, `${start}${separator}"[redacted]","x":1.10}`] as const
      }),
    ),
    ...[
      '{"a":"b",password',
      '{a:"b", password',
      '{a: b, password',
      '{"a":1,password',
      '{"a":1\n password',
      '{password',
    ].flatMap((name) =>
      [' ', ',', ';', '->', ' /*c*/ : '].map((separator) => {
        return [`${name}${separator}"s","x":1.10}`, `${name}${separator}"[redacted]","x":1.10}`] as const
      }),
    ),
    ['{"a":"b",password"s"}', '{"a":"b",password"[redacted]"}'],
    ['{"a":"b",password s}', '{"a":"b",password "[redacted]"'],
    ['{"password",12,}', '{"password",0,}'],
    ['{"a":"{\\"password\\",\\"s\\"}",}', '{"a":"{\\"password\\",\\"[redacted]",}'],
    ['{"a":"Tickets, token for bus",}', '{"a":"Tickets, token for bus",}'],
    ['{"a":1,token}', '{"a":1,token}'],
    [`{"a":${nested({ token: 's' })},}`, '{"a":"{\\"token\\":"[redacted]"'],
    ['{"a":["b","token"],}', '{"a":["b","token"],}'],
    // Other texts.
    ['a=b&token=s&c=d', 'a=b&token"[redacted]"'],
    ['<a><token>s</token></a>', '<a><token"[redacted]"'],
  ] as const) {
    t.equal(redact(text), expected)
  }
  // Other quotes than those of JSON, and none.
  for (const [open, close] of ['“”', '„“', '«»', '‘’', "''", '「」', '＂＂', '``', '″″', '""'] as const) {
    const quote = (text: string) => `${open}${text}${close}`
    const pair = `${quote('password')}: ${quote('s}cr')}`
    for (const text of [
      `{${pair}}`,
      pair,
      `{${quote('a')}: ${quote('}')}, ${pair}}`,
      `{${quote('password')} ${quote('s}cr')}}`,
      `${quote('password')} ${quote('s}cr')}`,
      `{${quote('password')}：${quote('s}cr')}}`,
      '{password: s}cr}',
    ]) {
      for (const body of [text, JSON.stringify({ title: text }), nested({ title: `${text} and more` })]) {
        const redacted = redact(body)
        t.notMatch(redacted, 's}cr', body)
        t.match(redacted, /password.*\[redacted\]/, body)
      }
    }
  }
  for (const text of [
    'token'.repeat(8000),
    `{"a":"${'{\\"token'.repeat(4000)}"}`,
    '{"a":"\\"'.padEnd(40_000, '\\"'),
    `{${'"token":{'.repeat(5000)}`,
    'a'.repeat(40_000),
    '{“token” '.repeat(4000),
    '{“{a:'.repeat(4000),
  ]) {
    t.ok(redact(`${text}token`).length < 41_000, 'a long text takes no long time')
  }
})

t.test('JSON texts in a URL have their secrets replaced, however they are encoded (decision 128)', async (t) => {
  const json = '{"a": "x&y;z?#=", "password": "s&e;c?r=t"}'
  const form = new URLSearchParams({ q: json }).toString()
  for (const query of [
    `q=${json}`,
    `q=${encodeURIComponent(json)}`,
    `q=${encodeURIComponent(encodeURIComponent(json))}`,
    form,
    `q=${encodeURIComponent(json.replace('pass', 'p\\u0061ss'))}`,
    `q=${encodeURIComponent('{“password”: “s&e;c?r=t”}')}`,
    `q=${encodeURIComponent('{password:s&e;c?r=t')}`,
    `q=${encodeURIComponent(JSON.stringify([{ filter: JSON.stringify({ token: 's&e;c?r=t' }) }]))}`,
    `q=%FF${encodeURIComponent(json)}`,
  ]) {
    t.match(redactParameters(`page=1&${query}`), /^page=1&q=\[redacted\]$/, query)
    t.match(redactParameters(`/api/v1/tasks?${query}`), /^\/api\/v1\/tasks\?q=\[redacted\]$/, query)
  }
  t.equal(redactParameters(`${form}&page=1`), 'q=[redacted]&page=1')
  t.equal(redactParameters(encodeURIComponent(json)), '[redacted]')
  for (const [query, expected] of [
    ['password=who?s&a=1', 'password=[redacted]&a=1'],
    ['token=s;s?s;s&a=1', 'token=[redacted]&a=1'],
    ['refresh_token=1//0g?s#a', 'refresh_token=[redacted]#a'],
    ['a;token=s;s', 'a;token=[redacted]'],
    ['a=b?token=s?s&c=d?e', 'a=b?token=[redacted]&c=d?e'],
  ] as const) {
    t.equal(redactParameters(query), expected)
    t.equal(redactParameters(`/tasks?${query}`), `/tasks?${expected}`)
  }
  for (const query of ['q={"title":"my password"}&page=1', 'q={"tokenCount":5&page=1', 'search="Token" is wrong']) {
    t.equal(redactParameters(query), query)
  }
})
