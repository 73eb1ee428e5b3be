import t from 'tap'
import { EVERY_SECOND, MINUTE, minute, startExercise } from './learner.js'

const AFTER = { feedback: 'after', endsAt: minute(30), faults: EVERY_SECOND }

t.test('a different start makes a new exercise with a new plan (decision 100)', async (t) => {
  const faults = { profile: 'stormy', seed: 7 }
  const { asOwner, read, claim, ownScore, service } = await startExercise(t, { faults, endsAt: minute(30) })
  const seedOf = async () => (await asOwner('GET /faults')).json.seed
  t.equal(await seedOf(), 7)
  const id = await read()
  await claim(id, 'none')
  const before = await ownScore()
  service.clock.now += MINUTE
  await asOwner('PUT /exercise', { json: { title: 'A better title', endsAt: minute(20) } })
  t.strictSame(await ownScore(), before, 'a change of its texts and its end keeps the score')
  t.equal(await seedOf(), 7)
  t.equal((await asOwner('GET /exercise')).json.startsAt, minute(0))

  await asOwner('PUT /exercise', { json: { startsAt: minute(2) } })
  t.match(await ownScore(), { state: 'pending', claims: 0, total: { happened: 0 } })
  t.not(await seedOf(), 7)
  t.equal((await asOwner('GET /faults')).json.profile, 'stormy', 'the rates stay')
  const early = await claim(await read(), 'none')
  t.match(early, { status: 409, json: { message: `The exercise starts at ${minute(2)}` } })
})

t.test('an exercise that has ended cannot continue, but can start again (decision 100)', async (t) => {
  const { asOwner, service } = await startExercise(t, AFTER)
  const { startsAt } = (await asOwner('GET /exercise')).json
  service.clock.now += 31 * MINUTE
  const ended = { startsAt, endsAt: minute(30), feedback: 'after' }
  for (const endsAt of [minute(60), null]) {
    const reopened = await asOwner('PUT /exercise', { json: { ...ended, endsAt } })
    t.match(reopened, { status: 409, json: { message: `The exercise ended at ${minute(30)}` } })
  }
  for (const change of [
    { endsAt: minute(29) },
    { title: 'Over' },
    { feedback: 'immediate' },
    { feedback: 'immediate', hints: 'free' },
    { challenges: ['first-list'] },
    { defects: [] },
  ]) {
    const { status } = await asOwner('PUT /exercise', { json: { ...ended, ...change } })
    t.equal(status, 409, `the result would change: ${Object.keys(change)}`)
  }
  const json = { ...ended, message: 'Well done' }
  t.match(await asOwner('PUT /exercise', { json }), { status: 200, json: { state: 'ended', message: 'Well done' } })
  const again = await asOwner('PUT /exercise', { json: { endsAt: minute(60) } })
  t.match(again, { status: 200, json: { startsAt: minute(31), state: 'running' } })
})

t.test('the score of an exercise that has ended stays, whatever happens to its board (decision 100)', async (t) => {
  const input = { endsAt: minute(30), faults: EVERY_SECOND, defects: ['title-trimmed'] }
  const { asOwner, read, claim, ownScore, send, service } = await startExercise(t, input)
  await claim(await read(), 'date-mix')
  await send('POST /claims', { json: { defect: 'title-trimmed' } })
  const snapshot = (await asOwner('GET /snapshot')).json
  service.clock.now += 30 * MINUTE
  const before = await ownScore()
  t.match(before, { total: { happened: 1, found: 1 }, defects: { happened: 1, found: 1 } })
  for (const [request, json] of [
    ['PUT /defects', { defects: ['create-returns-200', 'delete-returns-200'] }],
    ['PUT /faults', { rates: { 'server-error': 1 } }],
    ['PUT /snapshot', snapshot],
    ['POST /reset', { fixture: 'demo' }],
    ['PUT /defects', { defects: [] }],
  ] as const) {
    t.ok((await asOwner(request, { json })).status < 300, request)
    await read()
    t.strictSame(await ownScore(), before, request)
  }
  t.notHas((await asOwner('GET /exercise')).json, { finalDefects: [] })
})

t.test('a reset starts an empty score, and snapshots contain neither exercise nor claims (decision 101)', async (t) => {
  const { asOwner, read, claim, ownScore, send } = await startExercise(t, { title: 'First', faults: EVERY_SECOND })
  await claim(await read(), 'date-mix')
  const snapshot = (await asOwner('GET /snapshot')).json
  t.strictSame(Object.keys(snapshot), ['version', 'lastIds', 'tasks', 'faults'])
  await asOwner('PUT /snapshot', { json: snapshot })
  t.match(await ownScore(), { claims: 1, total: { happened: 1 } })
  await read()
  await asOwner('POST /reset')
  t.match(await ownScore(), { claims: 0, total: { happened: 0 }, missed: { length: 0 } })
  t.equal((await send('GET /exercise')).json.title, 'First')
  await claim(await read(), 'date-mix')
  t.match(await ownScore(), { claims: 1 })
  await asOwner('DELETE /exercise')
  t.match(await ownScore(), { state: null, claims: 0, total: { happened: 0 } }, 'the score goes with the exercise')
})
