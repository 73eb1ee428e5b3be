import t from 'tap'
import { type Json, type Service, startService } from '../helper.js'
import { expectInvalid, quote } from './expect.js'

/** The ids of the tasks that a search finds; the text is percent-encoded already where `encoded` is set. */
async function search(service: Service, text: string, encoded = false): Promise<number[]> {
  const term = encoded ? text : encodeURIComponent(text)
  const { json } = await service.send(`GET /api/v1/tasks?size=100&search=${term}`)
  return json.content?.map((task: Json) => task.id)
}

/** Stored texts with what finds them and what does not; the store contract has the long list. */
const CASES: [stored: string, found: string[], missed: string[]][] = [
  ['Report', ['report', 'REPORT', 'ePoR'], ['Reports']],
  ['é', ['É'], ['e', 'e\u0301']],
  ['ΟΔΟΣ', ['οδος', 'οδοσ'], []],
  ['ß', ['ẞ'], ['SS', 'ss']],
  ['İ', ['İ'], ['i', 'I', 'i\u0307']],
  ['K\u212a', ['kk'], []],
  ['𐐀😀', ['𐐨😀'], ['😁']],
  ['100%_*', ['0%', '_*'], ['1%0', '1_0', '1*']],
  [`it's \\ "q"\n[c]`, [`IT'S \\ "Q"\n[C]`], ["' OR 1=1 --"]],
  ['a  b', ['a  b'], ['a b']],
]

for (const [field, valuesOf] of [
  ['title', (text: string) => ({ title: `x${text}x` })],
  ['description', (text: string) => ({ description: `x${text}x` })],
  ['label', (text: string) => ({ labels: ['zz', `x${text}x`] })],
] as const) {
  t.test(`a search finds a substring of a ${field}, ignoring case and without wildcards (decision 16)`, async (t) => {
    const service = await startService(t)
    for (const [stored, found, missed] of CASES) {
      const { id } = await service.createTask({ title: 'zz', ...valuesOf(stored) })
      for (const text of found) {
        t.ok((await search(service, text)).includes(id), `${quote(text)} is in ${quote(stored)}`)
      }
      for (const text of missed) {
        t.notOk((await search(service, text)).includes(id), `${quote(text)} is not in ${quote(stored)}`)
      }
    }
  })
}

t.test('a search finds the current values of a task and no other fields (decision 16)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask({ title: 'before', labels: ['old'] })
  const json = {
    ...{ title: 'after', status: 'TODO', labels: ['new'], priority: 'URGENT', dueDate: '2026-04-30' },
    checklistItems: [{ text: 'item' }],
  }
  await service.send(`PUT /api/v1/tasks/${id}`, { json })
  await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'comment' } })
  for (const text of ['before', 'old', 'item', 'comment', 'URGENT', 'TODO', '2026', 'null', '[', 'afternew']) {
    t.strictSame(await search(service, text), [], text)
  }
  for (const text of ['AFTER', 'NEW']) t.strictSame(await search(service, text), [id], text)
})

t.test('white space in a search is significant (decision 16)', async (t) => {
  const service = await startService(t)
  for (const title of ['one', 'two words', 'end ']) await service.createTask({ title })
  t.strictSame(await search(service, ' '), [2, 3])
  t.strictSame(await search(service, 'one '), [])
  t.strictSame(await search(service, 'END '), [3])
})

t.test('an empty search filters nothing (decision 12)', async (t) => {
  const service = await startService(t)
  for (const title of ['a', 'b']) await service.createTask({ title })
  const all = (await service.send('GET /api/v1/tasks')).json
  for (const query of ['search=', 'search', 'search=&page=0']) {
    t.strictSame((await service.send(`GET /api/v1/tasks?${query}`)).json, all, query)
  }
})

t.test('a search is percent-decoded, and + is a space', async (t) => {
  const service = await startService(t)
  for (const title of ['a b', 'a+b', 'a%20b', 'Übung 100%']) await service.createTask({ title })
  for (const [encoded, ids] of [
    ['a+b', [1]],
    ['a%20b', [1]],
    ['a%2Bb', [2]],
    ['a%2520b', [3]],
    ['%c3%bcBUNG', [4]],
    ['%C3%9Cbung+100%25', [4]],
    ['übung', [4]],
    ['%61', [1, 2, 3]],
    ['b=', []],
  ] as const) {
    t.strictSame(await search(service, encoded, true), ids, quote(encoded))
  }
})

t.test('a search has at most 500 code points (decision 12)', async (t) => {
  const service = await startService(t)
  for (const letter of ['x', '😀', ' ']) {
    const { id } = await service.createTask({ description: letter.repeat(500) })
    t.strictSame(await search(service, letter.repeat(500)), [id], quote(letter))
    const url = `/api/v1/tasks?search=${encodeURIComponent(letter.repeat(501))}`
    expectInvalid(t, await service.send(`GET ${url}`), ['search'], quote(letter))
  }
})

t.test('a search with U+0000 is 400 (decision 39)', async (t) => {
  const service = await startService(t)
  for (const text of ['%00', 'a%00b']) {
    expectInvalid(t, await service.send(`GET /api/v1/tasks?search=${text}`), ['search'], text)
  }
})
