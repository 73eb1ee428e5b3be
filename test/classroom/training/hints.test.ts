import t from 'tap'
import type { Json } from '../../kit/helper.js'
import { COUNTED, startHints } from './hinted.js'

t.test('three hints say whether there is a fault, which part has it, and which one it is (decision 132)', async (t) => {
  const { read, hint, exchange, score } = await startHints(t)
  const [faulty, right] = [await read(), await read()]
  t.strictSame((await exchange(faulty)).hints, {
    taken: [],
    correct: false,
    places: [],
    faults: [],
    left: 3,
    credit: 1,
    nextCredit: 1,
  })
  const hints = ['This response has a fault.', 'Look at the dates of task 1.']
  const [first, second] = [await hint(faulty), await hint(faulty)]
  t.equal(first.status, 200)
  t.strictSame(first.json, {
    taken: hints.slice(0, 1),
    correct: false,
    places: [],
    faults: [],
    left: 2,
    credit: 1,
    nextCredit: 1,
  })
  t.strictSame(second.json, {
    taken: hints,
    correct: false,
    places: ['body.createdAt', 'body.updatedAt'],
    faults: [],
    left: 1,
    credit: 1,
    nextCredit: 1,
  })
  const third = (await hint(faulty)).json
  t.match(third.taken[2], /^It is `date-mix`: `(created|updated)At` of task 1 is a number instead of a string\.$/)
  t.match(third.places, [/^body\.(created|updated)At$/])
  t.strictSame(third, {
    taken: [...hints, third.taken[2]],
    correct: false,
    places: third.places,
    faults: ['date-mix'],
    left: 0,
    credit: 1,
    nextCredit: null,
  })
  t.match(await hint(faulty), { status: 409, json: { message: 'All 3 hints for this response were taken' } })
  t.strictSame((await exchange(faulty)).hints, third)
  t.match((await exchange(right)).hints, { taken: { length: 0 }, correct: false, left: 3 })
  t.match((await hint(right)).json, { taken: ['This response is correct.'], correct: true })
  await hint(right)
  const last = (await hint(right)).json
  t.equal(last.taken[2], 'No fault changed it: claim `none`.')
  t.strictSame(last.faults, ['none'])
  t.match(await score(), { hintsTaken: 6, claims: 0 })
})

t.test('the places of the second hint are those of the whole part, and say nothing more (decision 132)', async (t) => {
  const placesOf: Record<string, string[]> = {
    'missing-fields': ['body.content[0]'],
    pagination: ['body.totalPages', 'body.currentPage'],
    'server-error': ['status'],
    'wrong-content-type': ['headers.content-type'],
    'slow-response': [],
  }
  const names = Object.keys(placesOf)
  const { send, hint } = await startHints(t, { ...COUNTED, faults: { script: names.map((name) => [name]) } })
  for (const name of names) {
    const { headers } = await send('GET /api/buggy/tasks?size=1', { unchecked: true })
    const id = String(headers['x-request-id'])
    t.strictSame((await hint(id)).json.places, [], name)
    t.strictSame((await hint(id)).json.places, placesOf[name], name)
  }
})

t.test('the third hint has places that exist, also for a missing field and for no response', async (t) => {
  for (const [fault, path, places, text] of [
    ['missing-fields', '/tasks/1', ['body'], 'is missing'],
    ['empty-response', '/tasks/1', ['body'], 'the body is missing'],
    ['lost-response', '/tasks/1', ['response'], 'It is'],
    ['connection-reset', '/tasks/1', ['response'], 'It is'],
    ['duplicate-item', '/tasks', [], 'the page has task 1 twice'],
  ] as const) {
    const { send, hint } = await startHints(t, { ...COUNTED, faults: { script: [[fault]] } })
    const headers = { 'x-request-id': fault }
    await send(`GET /api/buggy${path}`, { headers, unchecked: true }).catch(() => {})
    for (const _ of [1, 2]) await hint(fault)
    const third = (await hint(fault)).json
    t.strictSame([third.places, third.faults], [places, [fault]])
    t.match(third.taken[2], text)
  }
})

t.test('each counted hint lowers what a find counts, and free ones do not (decisions 132 and 133)', async (t) => {
  const { read, hint, claim, score, send, exchange } = await startHints(t, COUNTED)
  t.match((await send('GET /exercise')).json, { hints: 'counted' })
  const ids = [await read(), await read(), await read(), await read()] as const
  for (const [count, id] of ids.entries()) {
    const after = [1, 0.5, 0.25, 0]
    for (let taken = 1; taken <= count; taken++) {
      const { credit, nextCredit } = (await hint(id)).json
      t.strictSame([credit, nextCredit], [after[taken], after[taken + 1] ?? null])
    }
  }
  const credits = []
  for (const id of ids) credits.push((await claim(id, 'date-mix')).json.credit)
  t.strictSame(credits, [1, 0.5, 0.25, 0])
  t.match(await score(), { hintsTaken: 6, total: { found: 4, credit: 1.75, wrong: 0, precision: 1, recall: null } })
  t.strictSame((await exchange(ids[1])).hints, {
    taken: ['This response has a fault.'],
    correct: false,
    places: [],
    faults: [],
    left: 0,
    credit: 0.5,
    nextCredit: null,
  })
  t.notOk('hints' in (await exchange(ids[0])))
  const taken = (await send('GET /requests')).json.content.slice(0, 4).map(({ hintsTaken }: Json) => hintsTaken)
  t.match(taken, [3, 2, 1, 0])

  const free = await startHints(t, { ...COUNTED, hints: 'free' })
  const id = await free.read()
  for (let taken = 0; taken < 3; taken++) t.equal((await free.hint(id)).json.credit, 1)
  t.equal((await free.claim(id, 'date-mix')).json.credit, 1)
  t.match(await free.ownScore(), { hintsTaken: 3, total: { found: 1, credit: 1, recall: 1, f1: 1 } })
})

t.test('a claim that finds nothing has no credit', async (t) => {
  const { read, claim, send, asOwner } = await startHints(t)
  await asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
  const [faulty, right] = [await read(), await read()]
  const defect = (name: string) => send('POST /claims', { json: { defect: name } })
  const claims = [
    await claim(faulty, 'none'),
    await claim(right, 'none'),
    await defect('size-ignored'),
    await defect('list-ignores-status'),
  ]
  t.strictSame(
    claims.map(({ json }) => [json.verdict, json.credit]),
    [
      ['wrong', null],
      ['right', null],
      ['wrong', null],
      ['right', 1],
    ],
  )
})

t.test('after a claim about a response, it has no more hints (decision 132)', async (t) => {
  const { read, hint, claim } = await startHints(t, COUNTED)
  const id = await read()
  await hint(id)
  t.equal((await claim(id, 'pagination')).json.verdict, 'wrong')
  t.match(await hint(id), {
    status: 409,
    json: { message: /^This response was claimed\./ },
  })
  t.equal((await claim(id, 'date-mix')).json.credit, 0)
})

t.test('with counted hints, a find after an explained wrong claim has no credit (decision 133)', async (t) => {
  const script = [['date-mix', 'missing-fields'], ['date-mix'], []]
  const { read, hint, claim, exchange, score } = await startHints(t, { ...COUNTED, faults: { script } })
  const [two, one, right] = [await read(), await read(), await read()]
  const creditOf = async (id: string, fault: string) => (await claim(id, fault)).json.credit

  t.equal(await creditOf(two, 'missing-fields'), 1)
  t.notOk('hints' in (await exchange(two)))
  t.equal(await creditOf(two, 'date-mix'), 1, 'the explanation of a right claim names no other fault')

  const wrong = (await claim(one, 'none')).json
  t.match(wrong, { verdict: 'wrong', credit: null, explanation: /^This response had a fault: / })
  const state = { taken: [], correct: false, places: [], faults: [], left: 0, credit: 0, nextCredit: null }
  t.strictSame((await exchange(one)).hints, state)
  t.equal(await creditOf(one, 'date-mix'), 0)
  t.match(await score(), { total: { found: 3, credit: 2, wrong: 1 } })

  await hint(right)
  await claim(right, 'date-mix')
  t.strictSame((await exchange(right)).hints, { ...state, taken: ['This response is correct.'], correct: true })

  const free = await startHints(t, { ...COUNTED, hints: 'free' })
  const id = await free.read()
  await free.claim(id, 'none')
  t.notOk('hints' in (await free.exchange(id)))
  t.equal((await free.claim(id, 'date-mix')).json.credit, 1)
})
