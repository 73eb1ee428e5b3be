import t from 'tap'
import { expectError } from '../../kit/expect-error.js'
import { MINUTE, minute, startExercise } from './learner.js'

t.test('the score shows the latest grade that a learner has submitted (decision 114)', async (t) => {
  const { send, score, ownScore, service } = await startExercise(t)
  t.equal((await score()).grade, undefined)
  for (const found of [5, 2]) {
    service.clock.now += MINUTE
    t.equal((await send('PUT /grade', { json: { variant: 'v1', found, defects: 9 } })).status, 200)
  }
  const grade = { time: minute(2), variant: 'v1', found: 2, defects: 9 }
  t.same((await score()).grade, grade)
  t.same((await ownScore()).grade, grade)
})

t.test('a grade that is not possible is refused (decision 114)', async (t) => {
  const { id, send, score } = await startExercise(t)
  const cases: [json: object, field: string][] = [
    [{ variant: 'v1', found: 3, defects: 2 }, 'found'],
    [{ variant: 'v1', found: -1, defects: 2 }, 'found'],
    [{ variant: 'v1', found: 0, defects: 0 }, 'defects'],
    [{ variant: 'buggy', found: 1, defects: 2 }, 'variant'],
  ]
  for (const [json, field] of cases) {
    const reply = await send('PUT /grade', { json })
    const { errors } = reply.json
    expectError(t, reply, { status: 400, message: 'Validation failed', path: `/b/${id}/grade`, errors })
    t.same(Object.keys(errors), [field])
  }
  t.equal((await score()).grade, undefined)
})
