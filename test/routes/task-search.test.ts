import t from 'tap'
import { type Json, type Service, startService } from '../helper.js'
import { expectInvalid, quote } from './expect.js'

/** The ids that a search finds. */
async function search(service: Service, text: string): Promise<number[]> {
  const { json } = await service.send(`GET /api/v1/tasks?size=100&search=${encodeURIComponent(text)}`)
  return json.content.map((task: Json) => task.id)
}

/** Where a text may stand that is searched. */
const FIELDS: [string, (text: string) => object][] = [
  ['title', (text) => ({ title: `x${text}x` })],
  ['description', (text) => ({ description: `x${text}x` })],
  ['a label', (text) => ({ labels: ['zz', `x${text}x`] })],
]

/** A text, what is searched, and whether it is found. */
const CASES: [string, string, boolean][] = [
  ['Report', 'report', true],
  ['report', 'REPORT', true],
  ['rEpOrT', 'ePoR', true],
  ['Report', 'Reports', false],
  ['É', 'é', true],
  ['é', 'É', true],
  ['e', 'é', false],
  ['é', 'e', false],
  ['é', 'e\u0301', false],
  ['e\u0301', 'é', false],
  ['Σ', 'σ', true],
  ['Σ', 'ς', true],
  ['σ', 'Σ', true],
  ['σ', 'ς', true],
  ['ς', 'Σ', true],
  ['ς', 'σ', true],
  ['ΟΔΟΣ', 'οδος', true],
  ['ΟΔΟΣ', 'οδοσ', true],
  ['οδος ', 'ΟΔΟΣ', true],
  ['ß', 'ẞ', true],
  ['ẞ', 'ß', true],
  ['ß', 'SS', false],
  ['ß', 'ss', false],
  ['SS', 'ß', false],
  ['ss', 'ẞ', false],
  ['İ', 'İ', true],
  ['İ', 'i', false],
  ['İ', 'I', false],
  ['İ', 'i\u0307', false],
  ['i\u0307', 'İ', false],
  ['I', 'İ', false],
  ['ı', 'i', false],
  ['ı', 'I', false],
  ['I', 'ı', false],
  ['\u212a', 'k', true],
  ['K', '\u212a', true],
  ['ſ', 'S', true],
  ['s', 'ſ', true],
  ['\u212b', 'å', true],
  ['µ', 'Μ', true],
  ['ǅ', 'ǆ', true],
  ['Ǆ', 'ǅ', true],
  ['ŉ', 'ʼn', false],
  ['ﬀ', 'ff', false],
  ['Я', 'я', true],
  ['Ё', 'е', false],
  ['Ա', 'ա', true],
  ['Ꭰ', 'ꭰ', true],
  ['Ა', 'ა', true],
  ['𐐀', '𐐨', true],
  ['😀', '😀', true],
  ['😀', '😁', false],
  ['Ⅷ', 'ⅷ', true],
  ['Ａ', 'ａ', true],
  ['Ａ', 'a', false],
  ['中文', '文', true],
  ['100%', '0%', true],
  ['1000', '0%', false],
  ['100', '1%0', false],
  ['100', '%', false],
  ['a_b', 'a_b', true],
  ['acb', 'a_b', false],
  ['acb', '_', false],
  ['a*b', 'a*', true],
  ['acb', 'a*b', false],
  ['acb', '*', false],
  ['a?b', 'a?b', true],
  ['acb', 'a?b', false],
  ['a.b', 'A.B', true],
  ['acb', 'a.b', false],
  ['a[c]b', '[C]', true],
  ['acb', 'a[c]b', false],
  ['a\\b', 'A\\B', true],
  ['a%b', '\\%', false],
  ["it's", "IT'S", true],
  ['"q"', '"Q"', true],
  ['x', "' OR 1=1 --", false],
  ['a  b', 'a  b', true],
  ['a  b', 'a b', false],
  ['a b', 'a  b', false],
  ['ab', 'a b', false],
  ['a+b', 'a+b', true],
  ['a b', 'a+b', false],
  ['a&b=c#d', 'A&B=C#D', true],
  ['a\nb', 'a\nb', true],
  ['a/b', 'a/b', true],
  ['\\u0041', '\\U0041', true],
]

for (const [field, values] of FIELDS) {
  t.test(`decision 16: what is found in ${field}`, async (t) => {
    const service = await startService(t)
    for (const [text, searched, found] of CASES) {
      const { id } = await service.createTask({ title: 'zz', ...values(text) })
      t.equal((await search(service, searched)).includes(id), found, `${quote(text)} by ${quote(searched)}`)
      await service.send(`DELETE /api/v1/tasks/${id}`)
    }
  })
}

t.test('decision 16: a search compares as a regular expression with the flags iu does', async (t) => {
  const service = await startService(t)
  const letters = [
    ...'aAåÅ\u212bkK\u212asSſßẞσΣςµμΜiIİıθΘϑϴωΩ\u2126ǄǅǆÿŸ\u1e9b\u1e60\u1e61βϐεϵκϰπϖρϱφϕιΙ\u0345\u1fbe',
  ]
  for (const letter of letters) await service.createTask({ title: `<${letter}>` })
  for (const letter of letters) {
    const pattern = new RegExp(letter, 'iu')
    const expected = letters.flatMap((other, index) => (pattern.test(other) ? [index + 1] : []))
    t.strictSame(await search(service, letter), expected, quote(letter))
  }
})

t.test('decision 16: nothing is found across two fields or two labels', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask({ title: 'one', description: 'two', labels: ['three', 'four'] })
  for (const text of ['one', 'two', 'three', 'four', 'ONE', 'hre']) {
    t.strictSame(await search(service, text), [id], text)
  }
  for (const text of [
    ...['onetwo', 'one two', 'one\ntwo', 'oneAtwo', 'oneatwo', 'one\u0001two', 'one\u001ftwo', 'one|two'],
    ...['twothree', 'two three', 'twoAthree', 'threefour', 'three four', 'three,four', 'three","four'],
    ...['three", "four', '["three', 'four"]', '"three"', 'threeAfour', 'three\nfour', 'three\u001ffour'],
  ]) {
    t.strictSame(await search(service, text), [], quote(text))
  }
})

t.test('section 4: title, description and labels are searched, and nothing else', async (t) => {
  const service = await startService(t)
  const values = { checklistItems: [{ text: 'item' }], priority: 'URGENT', dueDate: '2026-04-30' }
  const { id } = await service.createTask({ title: 'zz', ...values })
  await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'comment' } })
  for (const text of [
    'item',
    'comment',
    'URGENT',
    'TODO',
    '2026',
    'null',
    'true',
    'description',
    '[]',
    '[',
    '1',
  ]) {
    t.strictSame(await search(service, text), [], text)
  }
})

t.test('decision 16: a search finds what a task holds now', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask({ title: 'before', labels: ['old'] })
  await service.send(`PUT /api/v1/tasks/${id}`, { json: { title: 'after', status: 'TODO', labels: ['new'] } })
  const json = { targetStatus: 'DONE', targetIndex: 0 }
  await service.send(`POST /api/v1/tasks/${id}/reorder`, { json })
  for (const [text, found] of [
    ['before', []],
    ['old', []],
    ['AFTER', [id]],
    ['NEW', [id]],
  ] as const) {
    t.strictSame(await search(service, text), found, text)
  }
})

t.test('decision 16: white space of a search is part of it', async (t) => {
  const service = await startService(t)
  await service.createTask({ title: 'one' })
  await service.createTask({ title: 'two words' })
  await service.createTask({ title: 'end ' })
  t.strictSame(await search(service, ' '), [2, 3])
  t.strictSame(await search(service, 'one '), [])
  t.strictSame(await search(service, ' one'), [])
  t.strictSame(await search(service, 'END '), [3])
  t.strictSame(await search(service, '\t'), [])
})

t.test('decision 12: an empty search filters nothing', async (t) => {
  const service = await startService(t)
  for (const title of ['a', 'b']) await service.createTask({ title })
  const plain = (await service.send('GET /api/v1/tasks')).json
  for (const query of ['search=', 'search', 'search=&page=0']) {
    t.strictSame((await service.send(`GET /api/v1/tasks?${query}`)).json, plain, query)
  }
})

t.test('section 4: a search term is percent-decoded, and + is a space', async (t) => {
  const service = await startService(t)
  for (const title of ['a b', 'a+b', 'a%20b', 'Übung 100%']) await service.createTask({ title })
  for (const [encoded, ids] of [
    ['a+b', [1]],
    ['a%20b', [1]],
    ['a%2Bb', [2]],
    ['a%2bb', [2]],
    ['a%2520b', [3]],
    ['%c3%bcBUNG', [4]],
    ['%C3%9Cbung+100%25', [4]],
    ['übung', [4]],
    ['%61', [1, 2, 3]],
    ['b=', []],
  ] as const) {
    const { json } = await service.send(`GET /api/v1/tasks?search=${encoded}`)
    const found = json.content?.map((task: Json) => task.id)
    t.strictSame(found, ids, quote(encoded))
  }
})

t.test('decision 12: a search has at most 500 code points', async (t) => {
  const service = await startService(t)
  for (const letter of ['x', 'é', '😀', ' ']) {
    const { id } = await service.createTask({ description: letter.repeat(500) })
    t.strictSame(await search(service, letter.repeat(500)), [id], quote(letter))
    const url = `/api/v1/tasks?search=${encodeURIComponent(letter.repeat(501))}`
    expectInvalid(t, await service.send(`GET ${url}`), ['search'], quote(letter))
  }
})

t.test('decision 39: a search with U+0000 is 400', async (t) => {
  const service = await startService(t)
  for (const text of ['%00', 'a%00b', '%00'.repeat(501)]) {
    expectInvalid(t, await service.send(`GET /api/v1/tasks?search=${text}`), ['search'], text.slice(0, 9))
  }
})
