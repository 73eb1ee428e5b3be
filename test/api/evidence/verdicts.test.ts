import t from 'tap'
import { minute, startExercise } from '../../classroom/training/learner.js'
import { TASK } from '../../kit/board.js'
import type { Json } from '../../kit/helper.js'

const ID = 'x-request-id'

t.test('learners see the evidence of a response after a right claim about it (decision 130)', async (t) => {
  const { read, claim, send, asOwner, token } = await startExercise(t)
  const [faulty, right] = [await read(), await read()]
  const evidenceOf = async (id: string, options: object = {}): Promise<Json> =>
    (await send(`GET /requests/${id}`, options)).json.evidence
  t.equal(await evidenceOf(faulty), undefined)
  await claim(faulty, 'pagination')
  t.equal(await evidenceOf(faulty), undefined, 'a wrong claim shows nothing more than its explanation')
  const owned = await evidenceOf(faulty, { token })
  t.match(owned, { changed: ['date-mix'], expected: { status: 200 }, difference: [{ kind: 'type', of: 'task 1' }] })
  t.match(owned.difference[0].sentence, /^`(created|updated)At` of task 1 is a number instead of a string\.$/)
  await claim(faulty, 'date-mix')
  t.strictSame(await evidenceOf(faulty), owned)
  await claim(right, 'none')
  t.strictSame(await evidenceOf(right), { changed: [], difference: [] })
  await asOwner('PUT /defects', { json: { defects: ['title-trimmed'] } })
  const next = await read()
  await claim(next, 'date-mix')
  t.match(await evidenceOf(next), { changed: ['date-mix'] }, 'also on a board with defects')
})

t.test('during an exercise, evidence hides the faults and defects left to find (decision 130)', async (t) => {
  const script = [['date-mix', 'missing-fields'], ['date-mix']]
  const { read, claim, send, asOwner } = await startExercise(t, { endsAt: minute(10), faults: { script } })
  const both = await read()
  const evidenceOf = async (id: string): Promise<Json> => (await send(`GET /requests/${id}`)).json.evidence
  t.match((await claim(both, 'date-mix')).json, {
    verdict: 'right',
    explanation: /^Right: `\w+At` of task 1 was a number\.$/,
  })
  t.equal(await evidenceOf(both), undefined)
  await claim(both, 'missing-fields')
  t.strictSame((await evidenceOf(both)).changed, ['missing-fields', 'date-mix'])
  await asOwner('PUT /defects', { json: { defects: ['title-trimmed'] } })
  const one = await read()
  await claim(one, 'date-mix')
  t.equal(await evidenceOf(one), undefined, 'a defect of the board is left to find')
})

t.test('with feedback after the end, evidence and explanations come after it (decisions 130 and 131)', async (t) => {
  const { service, read, claim, send, asOwner } = await startExercise(t, { endsAt: minute(10), feedback: 'after' })
  await asOwner('PUT /faults', { json: { script: [['date-mix']] } })
  const id = await read()
  t.match((await claim(id, 'date-mix')).json, { verdict: null, explanation: null })
  t.match((await send(`GET /requests/${id}`)).json, { changed: null, claims: [{ explanation: null }] })
  t.equal((await send(`GET /requests/${id}`)).json.evidence, undefined)
  service.clock.now += 11 * 60_000
  t.match((await send(`GET /requests/${id}`)).json, {
    claims: [{ explanation: /^Right: / }],
    evidence: { changed: ['date-mix'], difference: [{ kind: 'type' }] },
  })
})

t.test('no verdict calls a response correct that a defect changed if the expected one is unknown', async (t) => {
  const { claim, send, asOwner } = await startExercise(t)
  await asOwner('PUT /faults', { json: { script: [[]] } })
  await asOwner('PUT /defects', { json: { defects: ['create-returns-200'] } })
  const json = { ...TASK, padding: 'x'.repeat(70_000) }
  const { status, headers } = await send('POST /api/buggy/tasks', { json, unchecked: true })
  t.equal(status, 200)
  const { explanation } = (await claim(headers[ID] ?? '', 'none')).json
  t.equal(explanation, 'Right: no fault changed this response.')
})

t.test('without an exercise, the score counts the faults, but does not name them (decision 130)', async (t) => {
  const { read, score } = await startExercise(t)
  await read()
  const { total, faults } = await score()
  t.equal(total.happened, 1)
  for (const { happened, recall, f1 } of faults) t.strictSame([happened, recall, f1], [null, null, null])
})
