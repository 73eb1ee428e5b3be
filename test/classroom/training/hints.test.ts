import t, { type Test } from 'tap'
import { createBoard, TASK } from '../../kit/board.js'
import { type Json, noSleep, startService } from '../../kit/helper.js'
import { startClass } from './class.js'
import { MINUTE, minute, startExercise } from './learner.js'

const EVERY = { script: [['date-mix']], scriptEnd: 'repeat' }
const COUNTED = { hints: 'counted', faults: EVERY, endsAt: minute(30) }

/** Starts an exercise, and returns a function that takes a hint for a response. */
async function startHints(t: Test, input?: object) {
  const exercise = await startExercise(t, input)
  const { send, asOwner } = exercise
  if (input === undefined) await asOwner('PUT /faults', { json: { script: [['date-mix'], []] } })
  const hint = (requestId: string) => send(`POST /requests/${requestId}/hints`)
  const exchange = async (requestId: string): Promise<Json> => (await send(`GET /requests/${requestId}`)).json
  return { ...exercise, hint, exchange }
}

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
  t.match(third.taken[2], /^It is `date-mix`: `(created|updated)At` of task 1 is a number instead of a text\.$/)
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

t.test('the third hint for a missing field names the task that should have it', async (t) => {
  const { read, hint } = await startHints(t, { ...COUNTED, faults: { script: [['missing-fields']] } })
  const faulty = await read()
  for (const _ of [1, 2]) await hint(faulty)
  t.match((await hint(faulty)).json, { taken: [/fault/, /fields/, /is missing/], places: ['body'] })
})

t.test('the third hint for a response without a body, or for no response, names a place that exists', async (t) => {
  const script = [['empty-response'], ['lost-response'], ['connection-reset']]
  const { send, hint } = await startHints(t, { ...COUNTED, faults: { script } })
  for (const [place, id] of [
    ['body', 'empty'],
    ['response', 'lost'],
    ['response', 'reset'],
  ] as const) {
    await send('GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true }).catch(() => {})
    for (const _ of [1, 2]) await hint(id)
    t.strictSame((await hint(id)).json.places, [place], id)
  }
})

t.test('the third hint for a task that is in the list twice marks no place', async (t) => {
  const { send, hint } = await startHints(t, { ...COUNTED, faults: { script: [['duplicate-item']] } })
  const faulty = (await send('GET /api/buggy/tasks', { unchecked: true })).headers['x-request-id'] as string
  for (const _ of [1, 2]) await hint(faulty)
  const { taken, places, faults } = (await hint(faulty)).json
  t.match(taken[2], 'the page has task 1 twice')
  t.strictSame([places, faults], [[], ['duplicate-item']])
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
  t.match(
    (await send('GET /requests')).json.content.slice(0, 4).map(({ hintsTaken }: Json) => hintsTaken),
    [3, 2, 1, 0],
  )

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

t.test('an exercise has no hints unless its owner configures them (decision 132)', async (t) => {
  for (const input of [{ faults: EVERY }, { faults: EVERY, hints: null }, { faults: EVERY, hints: 'off' }]) {
    const { read, hint, exchange, send } = await startHints(t, input)
    t.equal((await send('GET /exercise')).json.hints, 'off')
    const id = await read()
    t.notOk('hints' in (await exchange(id)))
    t.match(await hint(id), { status: 409, json: { message: 'This exercise has no hints' } })
    t.equal((await send('GET /score')).json.hintsTaken, 0)
  }
})

t.test('hints need immediate feedback, also in a class (decision 132)', async (t) => {
  const { asOwner } = await startHints(t)
  const message = 'Hints must be off if feedback is after'
  for (const hints of ['free', 'counted']) {
    const { status, json } = await asOwner('PUT /exercise', { json: { feedback: 'after', hints } })
    t.equal(status, 400)
    t.strictSame(json.errors, { hints: message })
  }
  t.equal((await asOwner('PUT /exercise', { json: { feedback: 'after', hints: 'off' } })).status, 200)
  const { trainer, service } = await startClass(t)
  const exercise = { feedback: 'after', hints: 'free' }
  t.equal((await trainer('PUT /exercise', { json: exercise })).json.errors.hints, message)
  const created = await service.send('POST /classes', { json: { name: 'A', count: 1, exercise } })
  t.strictSame(created.json.errors, { 'exercise.hints': message })
})

t.test('hints that were taken are hidden if the feedback changes to after the end', async (t) => {
  const { read, hint, exchange, asOwner } = await startHints(t, COUNTED)
  const id = await read()
  await hint(id)
  await asOwner('PUT /exercise', { json: { feedback: 'after' } })
  t.notOk('hints' in (await exchange(id)))
  t.equal((await hint(id)).status, 409)
  t.match((await asOwner('GET /score')).json, { hintsTaken: 1 })
})

t.test('a reset and a new exercise delete hints, and snapshots do not contain them (decision 132)', async (t) => {
  const { read, hint, exchange, asOwner, score } = await startHints(t)
  const id = await read()
  await hint(id)
  const snapshot = await asOwner('GET /snapshot')
  t.notMatch(String(snapshot.bytes), 'hint')
  await asOwner('PUT /snapshot', { json: snapshot.json })
  t.match((await exchange(id)).hints, { taken: ['This response has a fault.'], left: 2 })
  await asOwner('PUT /exercise', { json: { hints: 'free' } })
  for (const request of ['PUT /exercise', 'POST /reset']) {
    t.notOk('hints' in (await exchange(id)))
    t.match(await score(), { hintsTaken: 0 })
    await asOwner(request, { json: {} })
  }
  t.equal((await hint(id)).status, 409)
})

t.test('only responses that can be claimed have hints, while the exercise runs (decision 132)', async (t) => {
  const { service, read, hint, exchange, send, asOwner } = await startHints(t)
  const before = await read()
  await asOwner('PUT /exercise', { json: { ...COUNTED, startsAt: minute(10) } })
  const pending = await read()
  t.match(await hint(pending), { status: 409, json: { message: /^The exercise starts at / } })
  service.clock.now += 10 * MINUTE
  const v1 = await send('GET /api/v1/tasks')
  const chosen = await read({ prefer: 'fault=date-mix' })
  for (const id of [before, pending, String(v1.headers['x-request-id']), chosen, 'unknown']) {
    t.match(await hint(id), { status: 404, json: { message: /cannot be claimed/ } }, id)
    if (id !== 'unknown') t.notOk('hints' in (await exchange(id)), id)
  }
  const other = await createBoard(service)
  const running = await read()
  t.equal((await other.send(`POST /requests/${running}/hints`)).status, 404)
  t.equal((await service.send(`POST /requests/${running}/hints`, { unchecked: true })).status, 404)
  await hint(running)
  service.clock.now += 20 * MINUTE
  t.match(await hint(running), { status: 409, json: { message: /^The exercise ended at / } })
  t.match((await exchange(running)).hints, { taken: ['This response has a fault.'], left: 0 })
  t.match((await send('GET /score')).json, { hintsTaken: 1 })
})

t.test('a later request with the same id that cannot be claimed changes no hint', async (t) => {
  const { hint, read, send } = await startHints(t)
  const headers = { 'x-request-id': 'mine' }
  await read(headers)
  await send('GET /api/v1/tasks', { headers })
  await hint('mine')
  await hint('mine')
  const { taken } = (await hint('mine')).json
  t.strictSame(taken.slice(0, 2), ['This response has a fault.', 'Look at the dates.'])
  t.equal(taken[2], 'It is `date-mix`: some dates are numbers instead of texts.')
})

t.test('hints say nothing about the defects of a board (decision 132)', async (t) => {
  const { read, hint, send, asOwner } = await startHints(t)
  await asOwner('PUT /faults', { json: { profile: 'none' } })
  await asOwner('PUT /defects', { json: { defects: ['list-ignores-status'] } })
  await send('POST /api/v1/tasks', { json: { ...TASK, status: 'DONE' } })
  const texts = new Set<string>()
  for (const query of ['status=TODO', 'status=DONE&status=TODO', 'size=1']) {
    const { headers } = await send(`GET /api/buggy/tasks?${query}`, { unchecked: true })
    const id = String(headers['x-request-id'])
    for (let taken = 0; taken < 2; taken++) await hint(id)
    texts.add(String((await hint(id)).json.taken))
  }
  t.equal(texts.size, 1)
  t.match([...texts][0], /^No fault changed this response\./)
  await asOwner('PUT /faults', { json: EVERY })
  const id = await read()
  await hint(id)
  t.match((await hint(id)).json, { taken: [/fault/, /dates/], places: { length: 0 } })
  t.match((await hint(id)).json, { taken: [/fault/, /dates/, /date-mix/], places: { length: 0 } })
})

t.test('the owner token does not show more hints, and no token is required', async (t) => {
  const { read, hint, asOwner, token, send } = await startHints(t, COUNTED)
  const id = await read()
  await hint(id)
  const shown = (await send(`GET /requests/${id}`, { token })).json
  t.match(shown, { evidence: { changed: ['date-mix'] }, hints: { taken: ['This response has a fault.'], left: 0 } })
  t.match((await asOwner('GET /score')).json, { hintsTaken: 1 })
})

t.test('concurrent requests take one hint each', async (t) => {
  const service = await startService(t, { sleep: noSleep })
  const board = await createBoard(service)
  await board.asOwner('PUT /faults', { json: EVERY })
  await board.asOwner('PUT /exercise', { json: { hints: 'counted' } })
  const headers = { 'x-request-id': 'one' }
  await board.send('GET /api/buggy/tasks', { headers, unchecked: true })
  const hint = () => board.send('POST /requests/one/hints')
  t.equal((await hint()).status, 200)
  const replies = await Promise.all(Array.from({ length: 4 }, hint))
  t.strictSame(replies.map(({ status }) => status).toSorted(), [200, 200, 409, 409])
  t.strictSame(replies.flatMap(({ status, json }) => (status === 200 ? [json.left] : [])).toSorted(), [0, 1])
  t.equal((await board.send('GET /score')).json.hintsTaken, 3)
})

t.test('a frozen class has no hints, and its trainer sees hints and credit (decisions 107 and 133)', async (t) => {
  const exercise = { hints: 'counted', faults: EVERY }
  const { trainer, onBoard, dashboard, boards } = await startClass(t, { fixture: 'demo', exercise })
  const read = async (id: string) =>
    onBoard(0, 'GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true })
  for (const id of ['one', 'two']) await read(id)
  await onBoard(0, 'POST /requests/one/hints')
  await onBoard(0, 'POST /claims', { json: { requestId: 'one', fault: 'date-mix' } })
  t.match(await dashboard(), {
    exercise: { hints: 'counted' },
    faults: [{}, {}, {}, {}, {}, { fault: 'date-mix', found: 1, credit: 0.5, recall: 0.25 }],
    boards: [
      { hintsTaken: 1, total: { found: 1, credit: 0.5, precision: 1, recall: 0.25, f1: 0.4 } },
      { hintsTaken: 0 },
    ],
  })
  const csv = String((await trainer('GET /scores.csv')).bytes).split('\r\n')
  const [headings, values] = csv.map((line) => line.replace('\ufeff', '').split(',')) as [string[], string[]]
  const cellOf = (heading: string) => values[headings.indexOf(heading)]
  t.strictSame(['faults happened', 'faults found', 'credit', 'recall', 'hints'].map(cellOf), [
    '2',
    '1',
    '0.5',
    '0.25',
    '1',
  ])
  await trainer('PATCH ', { json: { frozen: true } })
  t.equal((await onBoard(0, 'POST /requests/two/hints')).status, 423)
  await trainer('PATCH ', { json: { frozen: false } })
  t.match((await dashboard()).boards, [{ hintsTaken: 1 }, {}])
  await trainer('POST /reset', { json: {} })
  t.match((await dashboard()).boards, [{ hintsTaken: 0 }, {}])
  t.equal((await onBoard(0, 'POST /requests/two/hints')).status, 404)
  t.equal(boards.length, 2)
})
