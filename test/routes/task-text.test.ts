import t from 'tap'
import { expectError } from '../expect-error.js'
import { type Json, startService } from '../helper.js'
import { getTask } from './board.js'
import { expectInvalid, quote } from './expect.js'

const TEXTS = [
  '<script>alert("x")</script>',
  '<b>&amp;</b> &lt; %3C \\u003c',
  `'; DROP TABLE task; --`,
  `"quoted" 'single' \`back\` \\ / \\\\`,
  '  leading and trailing  ',
  '\ta\n b\r\n\r c\v\f',
  'שלום עולם مرحبا',
  '\u202eright to left override\u202c',
  'e\u0301 \u00e9 \u212b \ufb01',
  'Z̷̨a̴l̵g̶o̸',
  '👩‍👩‍👧‍👦 👍🏽 🇩🇪 \u{1f9d1}\u200d\u{1f680}',
  '\u{10ffff}\u{20000}𝔘',
  '中文 日本語 한국어 ไทย',
  '\ufeffmark\ufeff',
  '\u2028line\u2029',
  '\u0001\u001f\u007f\u0080\u009f',
  '\ufffe\uffff\ufffd',
  '\u200b',
  '007',
  '1e3',
  '9007199254740993',
  'null',
  '{"a":1}',
  '["a"]',
  '{{7*7}} #{7*7} %s %d',
]

t.test('text is stored exactly as sent (decision 8)', async (t) => {
  const service = await startService(t)
  for (const text of TEXTS) {
    const values = { title: text, description: text, labels: [text, 'x', text], checklistItems: [{ text }] }
    const created = await service.createTask(values)
    const name = quote(text)
    t.strictSame(
      [created.title, created.description, created.labels, created.checklistItems[0].text],
      [text, text, [text, 'x', text], text],
      name,
    )
    t.strictSame(await getTask(service, created.id), created, `${name} is read back`)
    const json = { ...values, status: 'TODO' }
    const { json: replaced } = await service.send(`PUT /api/v1/tasks/${created.id}`, { json })
    t.strictSame(replaced, created, `${name} replaced by itself changes nothing`)
  }
})

t.test('JSON escapes and UTF-8 are the same text (decision 8)', async (t) => {
  const service = await startService(t)
  const body = '{"title":"\\ud83d\\ude00 \\u00e9\\/\\n😀 é","status":"\\u0054ODO"}'
  const headers = { 'content-type': 'application/json' }
  const { status, json } = await service.send('POST /api/v1/tasks', { body, headers })
  t.equal(status, 201)
  t.equal(json.title, '😀 é/\n😀 é')
})

t.test('a task with the longest texts in all fields is stored completely (decision 8)', async (t) => {
  const service = await startService(t)
  const text = (length: number) => '𝔘é'.repeat(length / 2)
  const values = {
    title: text(100),
    description: text(500),
    labels: Array.from({ length: 10 }, () => text(100)),
    checklistItems: Array.from({ length: 100 }, () => ({ text: text(200), done: true })),
  }
  const { id } = await service.createTask(values)
  const task = await getTask(service, id)
  const checklistItems = task.checklistItems.map(({ text, done }: Json) => ({ text, done }))
  t.strictSame({ ...values, ...task, checklistItems }, { ...task, ...values })
})

/** The white space that `\s` of ECMAScript matches, listed independently of it. */
const WHITE_SPACE = [
  ...['\t', '\n', '\v', '\f', '\r', ' ', '\u00a0', '\u1680', '\u2028', '\u2029', '\u202f', '\u205f'],
  ...['\u2000', '\u2001', '\u2002', '\u2003', '\u2004', '\u2005', '\u2006', '\u2007', '\u2008', '\u2009'],
  ...['\u200a', '\u3000', '\ufeff'],
]
/** Characters that look blank but are not white space. */
const NOT_WHITE_SPACE = ['\u200b', '\u180e', '\u0085', '\u2060', '\u2800', '\u00ad', '\u3164', '\u001f']

type Field = [name: string, values: (text: string) => object]

const TITLE: Field = ['title', (text) => ({ title: text })]
const NON_BLANK_FIELDS: Field[] = [
  TITLE,
  ['labels[0]', (text) => ({ labels: [text] })],
  ['checklistItems[0].text', (text) => ({ checklistItems: [{ text }] })],
]
const ALL_FIELDS: Field[] = [...NON_BLANK_FIELDS, ['description', (text) => ({ description: text })]]

const taskWith = (values: object) => ({ json: { title: 'A task', status: 'TODO', ...values } })

t.test('text of only white space is 400 (decision 8)', async (t) => {
  const service = await startService(t)
  const cases = [
    ...WHITE_SPACE.map((text) => ({ text, fields: [TITLE] })),
    { text: WHITE_SPACE.join(''), fields: NON_BLANK_FIELDS },
  ]
  for (const { text, fields } of cases) {
    for (const [field, values] of fields) {
      const reply = await service.send('POST /api/v1/tasks', taskWith(values(text)))
      expectInvalid(t, reply, [field], `${field} ${quote(text)}`)
    }
  }
})

t.test('one character that is not white space is enough (decision 8)', async (t) => {
  const service = await startService(t)
  for (const text of [...NOT_WHITE_SPACE, `${WHITE_SPACE.join('')}x`, `\u{1f600}`, '\u0301']) {
    const values = Object.assign({}, ...NON_BLANK_FIELDS.map(([, valuesOf]) => valuesOf(text)))
    t.equal((await service.send('POST /api/v1/tasks', taskWith(values))).status, 201, quote(text))
  }
})

t.test('a description may be empty or blank, and is then not null (decision 8)', async (t) => {
  const service = await startService(t)
  for (const description of ['', ...WHITE_SPACE]) {
    t.equal((await service.createTask({ description })).description, description)
  }
})

const UNSTORABLE = ['\0', 'a\0b', '\ud800', '\udc00', 'a\udfffb', '\ude00\ud83d', '\ud83dx\ude00', '😀\ud83d']

t.test('U+0000 and unpaired surrogates are 400 in every text (decision 39)', async (t) => {
  const service = await startService(t)
  const all = ALL_FIELDS.map(([field]) => field)
  for (const text of UNSTORABLE) {
    const values = Object.assign({}, ...ALL_FIELDS.map(([, valuesOf]) => valuesOf(text)))
    const reply = await service.send('POST /api/v1/tasks', taskWith(values))
    expectInvalid(t, reply, all, quote(text))
  }
  const mixed = {
    title: '\0',
    description: '\ud800'.repeat(501),
    status: 'TODO\0',
    labels: ['\0', ''],
    checklistItems: [{ text: '\udc00', done: 'x' }],
  }
  expectInvalid(t, await service.send('POST /api/v1/tasks', { json: mixed }), [
    ...['title', 'description', 'status', 'labels[0]', 'labels[1]'],
    ...['checklistItems[0].text', 'checklistItems[0].done'],
  ])
})

/** Hexadecimal bytes that are not UTF-8: stray, truncated, overlong, a surrogate, and beyond Unicode. */
const NOT_UTF8 = ['ff', 'c3', '80', 'c080', 'e08080', 'eda080', 'f4908080', 'e9']

t.test('a body that is not valid UTF-8 is 400, also in an unknown field (decision 39)', async (t) => {
  const service = await startService(t)
  const headers = { 'content-type': 'application/json' }
  const path = '/api/v1/tasks'
  for (const hex of NOT_UTF8) {
    for (const [before, after] of [
      ['{"title":"', '","status":"TODO"}'],
      ['{"title":"A task","status":"TODO","unknown":"', '"}'],
    ] as const) {
      const body = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)])
      expectError(t, await service.send(`POST ${path}`, { body, headers }), { status: 400, path })
    }
  }
  t.equal((await service.send(`GET ${path}`)).json.totalElements, 0)
})
