import {
  BoardFrozen,
  BoardNotFound,
  ExerciseEnded,
  ExerciseNotStarted,
  HintsOff,
  NoHintsLeft,
  ResponseClaimed,
  ResponseNotFound,
} from '../../../../src/contract/errors.js'
import type { Store } from '../../../../src/rooms/store.js'
import type { Exercise } from '../../../../src/rooms/training/exercise-settings.js'
import type { HintSetting } from '../../../../src/rules/claims/credit.js'
import type { LogEntry } from '../../../../src/rules/log/entry.js'
import { at, newBoard, type Rule, response as responseOf, same } from './shared.js'

const MAX = 100

const exerciseWith = (hints: HintSetting): Exercise => ({
  title: null,
  instructions: null,
  message: null,
  task: null,
  startsAt: at(10),
  endsAt: at(20),
  feedback: 'immediate',
  hints,
  challenges: [],
  challengeHints: 'free',
  solutions: 'solved',
  drill: null,
})

const response = (requestId: string, changed?: string[], time = at(10)) => responseOf(requestId, changed, { time })

/** Creates the boards `a` and `b`, and records responses of `a`. */
async function withResponses(store: Store, ...entries: LogEntry[]): Promise<void> {
  await store.createBoards([newBoard('a'), newBoard('b')], 2, at(0))
  await store.recordRequests('a', entries, at(0))
}

const claimOf = (requestId: string, fault: string) => ({ requestId, fault, comment: null })
const stateOf = async (store: Store) => (await store.readState('a')).hintsTaken

export function hintRules(rule: Rule): void {
  rule('three hints can be taken for a response, and no fourth one', async (t, store) => {
    await withResponses(store, response('one', ['date-mix']), response('two'))
    for (const taken of [1, 2, 3]) {
      same(t, await store.takeHint('a', 'one', at(1)), { request: 1, changed: ['date-mix'], setting: 'free', taken })
    }
    await t.rejects(store.takeHint('a', 'one', at(1)), NoHintsLeft)
    same(t, await store.takeHint('a', 'two', at(1)), { request: 2, changed: [], setting: 'free', taken: 1 })
    t.equal(await stateOf(store), 4)
    const { requests } = await store.listRequests('a', { page: 0, size: 9 })
    same(
      t,
      requests.map(({ hintsTaken }) => hintsTaken),
      [1, 3],
    )
    await t.rejects(store.takeHint('b', 'one', at(1)), ResponseNotFound)
    await t.rejects(store.takeHint('c', 'one', at(1)), BoardNotFound)
    await store.recordRequests('a', [response('one')], at(0))
    t.match(await store.takeHint('a', 'one', at(1)), { request: 3, taken: 1 }, 'the latest response with the id counts')
  })

  rule('concurrent requests take one hint each', async (t, store) => {
    await withResponses(store, response('one', ['date-mix']))
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => store.takeHint('a', 'one', at(1))))
    const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.taken] : []))
    same(t, taken.toSorted(), [1, 2, 3])
    t.equal(await stateOf(store), 3)
  })

  rule('a response that was claimed has no more hints, and a claim has the credit of its hints', async (t, store) => {
    const ids = ['none', 'one', 'two', 'three'] as const
    await withResponses(store, ...ids.map((id) => response(id, ['date-mix', 'pagination'])))
    await store.configureExercise('a', exerciseWith('counted'))
    for (const [hints, id] of ids.entries()) {
      for (let taken = 0; taken < hints; taken++) await store.takeHint('a', id, at(15))
    }
    const credits = []
    for (const id of ids) credits.push((await store.addClaim('a', claimOf(id, 'date-mix'), MAX, at(15))).credit)
    same(t, credits, [1, 0.5, 0.25, 0])
    await t.rejects(store.takeHint('a', 'none', at(15)), ResponseClaimed)
    await t.rejects(store.takeHint('a', 'three', at(15)), ResponseClaimed)
    await store.recordRequests('b', [response('first')], at(0))
    t.match(await store.takeHint('b', 'first', at(15)), { request: 1 }, 'claims of another board do not count')
    t.equal(await stateOf(store), 6)
    await store.configureExercise('a', exerciseWith('free'))
    t.equal((await store.addClaim('a', claimOf('two', 'pagination'), MAX, at(15))).credit, 1)
    await store.addClaim('a', claimOf('two', 'slow-response'), MAX, at(15))
    same(t, (await store.countClaims('a')).faults, {
      'date-mix': { right: 4, wrong: 0, credit: 1.75 },
      pagination: { right: 1, wrong: 0, credit: 1 },
      'slow-response': { right: 0, wrong: 1, credit: 0 },
    })
    same(
      t,
      (await store.findRequest('a', 'two'))?.request.claims.map(({ fault, credit }) => [fault, credit]),
      [
        ['date-mix', 0.25],
        ['pagination', 1],
        ['slow-response', 1],
      ],
    )
  })

  rule('with counted hints, only an explained wrong claim takes the credit of later finds', async (t, store) => {
    await withResponses(store, ...['one', 'two', 'three'].map((id) => response(id, ['date-mix', 'pagination'])))
    await store.configureExercise('a', exerciseWith('counted'))
    const claim = (requestId: string, fault: string, request?: number) => {
      const explanations = request === undefined ? undefined : { request, right: 'R', wrong: 'W' }
      return store.addClaim('a', { ...claimOf(requestId, fault), explanations }, MAX, at(15))
    }
    await claim('one', 'none', 1)
    t.equal((await claim('one', 'date-mix', 1)).credit, 0)
    await claim('two', 'none')
    t.equal((await claim('two', 'date-mix', 2)).credit, 1, 'the learner saw no explanation')
    t.equal((await claim('two', 'pagination', 2)).credit, 1, 'a right claim names only its own fault')
    t.equal((await claim('three', 'date-mix', 3)).credit, 1, 'claims about other responses do not count')
    const { explanation } = await claim('three', 'pagination', 2)
    t.equal(explanation, null, 'the explanation is about another response with the same request id')
  })

  rule('a claim and hints at the same time agree on the credit', async (t, store) => {
    await withResponses(store, response('one', ['date-mix']))
    await store.configureExercise('a', exerciseWith('counted'))
    const hints = Array.from({ length: 2 }, () => store.takeHint('a', 'one', at(15)))
    const [claim, ...taken] = await Promise.allSettled([
      store.addClaim('a', claimOf('one', 'date-mix'), MAX, at(15)),
      ...hints,
    ])
    const count = taken.filter(({ status }) => status === 'fulfilled').length
    t.match(claim, { status: 'fulfilled', value: { credit: [1, 0.5, 0.25][count] } })
  })

  rule('hints need a running exercise with hints, and a class that is not frozen', async (t, store) => {
    await withResponses(store, response('early', [], at(9)), response('one'))
    await store.configureExercise('a', exerciseWith('off'))
    await t.rejects(store.takeHint('a', 'one', at(15)), HintsOff)
    await store.configureExercise('a', exerciseWith('free'))
    await t.rejects(store.takeHint('a', 'one', at(9)), ExerciseNotStarted)
    await t.rejects(store.takeHint('a', 'one', at(20)), ExerciseEnded)
    await store.configureExercise('a', null)
    t.equal(await stateOf(store), 0)

    const created = { id: 'c', name: 'c', secretHash: 's', joinCode: 'j', expiresAt: at(900), exercise: null }
    const settings = { faults: null, defects: [], isFrozen: false, isJoinable: true }
    await store.createClass({ ...created, ...settings }, [newBoard('d')], 9, at(0))
    await store.recordRequests('d', [response('one')], at(0))
    await store.takeHint('d', 'one', at(1))
    t.match(await store.readClassBoards('c'), [{ hintsTaken: 1 }])
    await store.configureClass('c', { isFrozen: true })
    await t.rejects(store.takeHint('d', 'one', at(1)), BoardFrozen)
    await store.configureClass('c', { isFrozen: false, exercise: exerciseWith('off') })
    await t.rejects(store.takeHint('d', 'one', at(15)), HintsOff)
    t.match(await store.readClassBoards('c'), [{ hintsTaken: 1 }])
  })

  rule('an exercise that an earlier version has stored has the defaults of later settings', async (t, store) => {
    await withResponses(store, response('one'))
    const { title, instructions, task, startsAt, endsAt, feedback } = exerciseWith('off')
    const earlier = { title, instructions, task, startsAt, endsAt, feedback }
    await store.configureExercise('a', earlier as Exercise)
    const { exercise } = await store.readState('a')
    t.match(exercise, { ...exerciseWith('off'), challenges: { length: 0 } })
    await t.rejects(store.takeHint('a', 'one', at(15)), HintsOff)
  })

  rule('a reset, a new exercise and a restart delete hints, a snapshot keeps them', async (t, store) => {
    await withResponses(store, response('one'))
    for (const start of [() => store.resetBoard('a'), () => store.configureExercise('a', null, { restarts: true })]) {
      await store.takeHint('a', 'one', at(1))
      await start()
      t.equal(await stateOf(store), 0)
      await t.rejects(store.takeHint('a', 'one', at(1)), ResponseNotFound)
      await store.recordRequests('a', [response('one')], at(0))
    }
    await store.recordRequests('a', [response('later', [], at(12))], at(0))
    for (const id of ['one', 'one', 'later']) await store.takeHint('a', id, at(1))
    await store.replaceContent('a', await store.readContent('a'))
    t.equal(await stateOf(store), 3)
    await store.resetBoard('a')
    t.equal(await stateOf(store), 0)
    await store.deleteBoard('a', at(2))
    await t.rejects(store.takeHint('a', 'later', at(2)), BoardNotFound)
  })
}
