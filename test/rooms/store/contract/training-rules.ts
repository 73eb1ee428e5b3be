import { BoardFull, ExerciseEnded, ExerciseNotStarted, ResponseNotFound } from '../../../../src/contract/errors.js'
import type { Store } from '../../../../src/rooms/store.js'
import { EXERCISE_DEFAULTS, type Exercise } from '../../../../src/rooms/training/exercise-settings.js'
import type { NewClaim } from '../../../../src/rooms/training/values.js'
import type { LogEntry } from '../../../../src/rules/log/entry.js'
import { at, newBoard, type Rule, response, same } from './shared.js'

const MAX = 100

const claimOf = (requestId: string, fault: string): NewClaim => ({ requestId, fault, comment: null })

/** Creates the boards `a` and `b`, and returns a function that records responses of `a`. */
async function withBoards(store: Store) {
  await store.createBoards([newBoard('a'), newBoard('b')], 2, at(0))
  return (...entries: LogEntry[]) => store.recordRequests('a', entries, at(0))
}

async function hasResponse(store: Store, board: string, requestId: string): Promise<boolean> {
  return (await store.findRequest(board, requestId))?.request.isClaimable === true
}

export function trainingRules(rule: Rule): void {
  rule('concurrent equal claims are stored once', async (t, store) => {
    const record = await withBoards(store)
    await record(response('one', ['date-mix']))
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => store.addClaim('a', claimOf('one', 'date-mix'), MAX, at(0))),
    )
    t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    t.equal((await store.listClaims('a', { page: 0, size: 9 })).total, 1)
  })

  rule('a late claim, a grade and another run of a drill count only while the exercise runs', async (t, store) => {
    const record = await withBoards(store)
    const exercise: Exercise = { ...EXERCISE_DEFAULTS, startsAt: at(10), endsAt: at(20), feedback: 'after' }
    await store.configureExercise('a', () => ({ exercise }))
    await record(response('one', ['date-mix'], { time: at(10) }))
    const add = (now: string) => store.addClaim('a', claimOf('one', 'date-mix'), MAX, now)
    const grade = (time: string) => store.setGrade('a', { time, variant: 'v1', found: 1, defects: 2 })
    await t.rejects(add(at(9)), ExerciseNotStarted)
    await t.rejects(grade(at(9)), ExerciseNotStarted)
    await t.rejects(add(at(20)), ExerciseEnded)
    await t.rejects(grade(at(20)), ExerciseEnded)
    await t.rejects(store.restartDrill('a', at(20)), ExerciseEnded)
    t.equal((await add(at(19))).isRight, true)
  })

  rule('a board has a maximum number of claims', async (t, store) => {
    const record = await withBoards(store)
    await record(response('one'), response('two'))
    await store.addClaim('a', claimOf('one', 'none'), 1, at(0))
    await t.rejects(store.addClaim('a', claimOf('two', 'none'), 1, at(0)), BoardFull)
    t.equal((await store.listClaims('a', { page: 0, size: 9 })).total, 1)
  })

  rule('only the latest responses can be claimed, and all are counted', async (t, store) => {
    const record = await withBoards(store)
    const all = Array.from({ length: 20_000 }, (_, index) => response(`r${index}`, ['date-mix']))
    for (let start = 0; start < all.length; start += 1000) await record(...all.slice(start, start + 1000))
    await t.rejects(store.addClaim('a', claimOf('r999', 'none'), MAX, at(0)), ResponseNotFound)
    t.equal((await store.addClaim('a', claimOf('r10000', 'none'), MAX, at(0))).isRight, false)
    same(t, (await store.readState('a')).score.happened, { 'date-mix': all.length })
  })

  rule('responses with faults of an earlier plan do not count', async (t, store) => {
    const record = await withBoards(store)
    const { restarts } = await store.readFaultPlan('a')
    await store.resetBoard('a')
    await record(
      response('before', ['date-mix'], { planRestarts: restarts }),
      response('after', ['date-mix'], { planRestarts: restarts + 1 }),
      response('without faults', [], { planRestarts: null }),
    )
    same(t, (await store.readState('a')).score.happened, { 'date-mix': 1 })
    const found = await Promise.all(
      ['before', 'after', 'without faults'].map((requestId) => hasResponse(store, 'a', requestId)),
    )
    same(t, found, [false, true, true])
    t.equal((await store.listRequests('a', { page: 0, size: 9 })).total, 3, 'the log has all')
  })

  rule('the faults that no claim has found are missed', async (t, store) => {
    const record = await withBoards(store)
    await record(
      response('one', ['date-mix', 'slow-response'], { status: 201, method: 'POST' }),
      response('two'),
      response('three', ['server-error'], { status: 500, route: null }),
    )
    await store.addClaim('a', claimOf('one', 'slow-response'), MAX, at(0))
    await store.addClaim('a', claimOf('three', 'none'), MAX, at(0))
    const missed = [
      {
        fault: 'server-error',
        number: 3,
        requestId: 'three',
        time: at(0),
        method: 'GET',
        route: null,
        status: 500,
        isAlone: true,
      },
      {
        fault: 'date-mix',
        number: 1,
        requestId: 'one',
        time: at(0),
        method: 'POST',
        route: '/api/buggy/tasks',
        status: 201,
        isAlone: false,
      },
    ]
    same(t, await store.listMissed('a', 9), missed)
    same(t, await store.listMissed('a', 1), missed.slice(0, 1))
    await record(...Array.from({ length: 1100 }, (_, index) => response(`r${index}`, ['pagination'])))
    await store.addClaim('a', claimOf('r600', 'pagination'), MAX, at(0))
    const ids = (await store.listMissed('a', 2000)).map(({ requestId }) => requestId)
    t.equal(ids.length, 1101)
    same(t, [ids[0], ids[499], ids.at(-3), ids.at(-1)], ['r1099', 'r599', 'r0', 'one'])
    t.notOk(ids.includes('r600'))
  })
}
