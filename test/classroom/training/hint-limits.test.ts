import t from 'tap'
import { createBoard, TASK } from '../../kit/board.js'
import { startClass } from './class.js'
import { COUNTED, EVERY, startHints } from './hinted.js'
import { MINUTE, minute } from './learner.js'

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
  t.equal(taken[2], 'It is `date-mix`: some dates are numbers instead of strings.')
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
