import t from 'tap'
import { type Json, startService } from '../helper.js'
import { expectError, expectInvalid, getTask, quote } from './expect.js'

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
  '-0',
  'null',
  'true',
  '{"a":1}',
  '["a"]',
  '{{7*7}} #{7*7} %s %d',
]

t.test('decision 8: text is stored exactly as it was sent', async (t) => {
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
    const sent = { ...values, status: 'TODO' }
    const { json: replaced } = await service.send(`PUT /api/v1/tasks/${created.id}`, { json: sent })
    t.strictSame(replaced, created, `${name} is found equal to itself`)
  }
  const { json } = await service.send('GET /api/v1/tasks?size=100')
  t.strictSame(
    json.content.map(({ title }: Json) => title),
    TEXTS,
  )
})

t.test('decision 8: JSON escapes and UTF-8 are the same text', async (t) => {
  const service = await startService(t)
  const body = '{"title":"\\ud83d\\ude00 \\u00e9\\/\\n😀 é","status":"\\u0054ODO"}'
  const headers = { 'content-type': 'application/json' }
  const { status, json } = await service.send('POST /api/v1/tasks', { body, headers })
  t.equal(status, 201)
  t.equal(json.title, '😀 é/\n😀 é')
})

t.test('decision 8: the longest texts are kept whole', async (t) => {
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

/** White space as ECMAScript's `\s` has it, listed independently of it. */
const WHITE_SPACE = [
  ...['\t', '\n', '\v', '\f', '\r', ' ', '\u00a0', '\u1680', '\u2028', '\u2029', '\u202f', '\u205f'],
  ...['\u2000', '\u2001', '\u2002', '\u2003', '\u2004', '\u2005', '\u2006', '\u2007', '\u2008', '\u2009'],
  ...['\u200a', '\u3000', '\ufeff'],
]
/** Looks blank, and is no white space. */
const NO_WHITE_SPACE = ['\u200b', '\u180e', '\u0085', '\u2060', '\u2800', '\u00ad', '\u3164', '\u001f']

const BLANK_FIELDS: [string, (text: string) => object][] = [
  ['title', (text) => ({ title: text })],
  ['labels[0]', (text) => ({ labels: [text] })],
  ['checklistItems[0].text', (text) => ({ checklistItems: [{ text }] })],
]

t.test('decision 8: text of nothing but white space is 400', async (t) => {
  const service = await startService(t)
  for (const text of [...WHITE_SPACE, WHITE_SPACE.join('')]) {
    for (const [field, values] of BLANK_FIELDS) {
      const json = { title: 'A task', status: 'TODO', ...values(text) }
      expectInvalid(t, await service.send('POST /api/v1/tasks', { json }), [field], quote(text))
    }
  }
})

t.test('decision 8: one character that is no white space is enough', async (t) => {
  const service = await startService(t)
  for (const text of [...NO_WHITE_SPACE, `${WHITE_SPACE.join('')}x`, `\u{1f600}`, '\u0301']) {
    for (const [field, values] of BLANK_FIELDS) {
      const json = { title: 'A task', status: 'TODO', ...values(text) }
      const { status } = await service.send('POST /api/v1/tasks', { json })
      t.equal(status, 201, `${field} ${quote(text)}`)
    }
  }
})

t.test('decision 8: a description may be blank or empty, and is not null then', async (t) => {
  const service = await startService(t)
  for (const description of ['', ...WHITE_SPACE]) {
    t.equal((await service.createTask({ description })).description, description)
  }
})

const UNSTORABLE = ['\0', 'a\0b', '\ud800', '\udc00', 'a\udfffb', '\ude00\ud83d', '\ud83dx\ude00', '😀\ud83d']

t.test('decision 39: U+0000 and unpaired surrogates are 400 in every text', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask()
  const fields: typeof BLANK_FIELDS = [...BLANK_FIELDS, ['description', (text) => ({ description: text })]]
  for (const text of UNSTORABLE) {
    for (const [field, values] of fields) {
      const json = { title: 'A task', status: 'TODO', ...values(text) }
      for (const request of ['POST /api/v1/tasks', `PUT /api/v1/tasks/${id}`]) {
        expectInvalid(t, await service.send(request, { json }), [field], quote(text))
      }
    }
  }
})

t.test('decisions 27 and 39: text that no store can keep is named among all offending fields', async (t) => {
  const service = await startService(t)
  const json = {
    title: '\0',
    description: '\ud800'.repeat(501),
    status: 'TODO\0',
    labels: ['\0', ''],
    checklistItems: [{ text: '\udc00', done: 'x' }],
  }
  expectInvalid(t, await service.send('POST /api/v1/tasks', { json }), [
    ...['title', 'description', 'status', 'labels[0]', 'labels[1]'],
    ...['checklistItems[0].text', 'checklistItems[0].done'],
  ])
})

/** Bytes that are not UTF-8: a stray byte, a cut sequence, two overlong ones, a surrogate, too high a number. */
const NOT_UTF8 = ['ff', 'c3', '80', 'c080', 'e08080', 'eda080', 'f4908080', 'e9']

t.test('decision 39: a body that is not valid UTF-8 is 400, wherever it is not', async (t) => {
  const service = await startService(t)
  const headers = { 'content-type': 'application/json' }
  for (const hex of NOT_UTF8) {
    for (const [before, after] of [
      ['{"title":"', '","status":"TODO"}'],
      ['{"title":"A task","status":"TODO","unknown":"', '"}'],
    ] as const) {
      const body = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)])
      expectError(t, await service.send('POST /api/v1/tasks', { body, headers }), 400, '/api/v1/tasks')
    }
  }
  t.equal((await service.send('GET /api/v1/tasks')).json.totalElements, 0)
})
