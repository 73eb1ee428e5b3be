import {
  BoardFull,
  BoardNotFound,
  ClaimExists,
  ExerciseEnded,
  ExerciseNotStarted,
  ResponseNotFound,
} from '../../../../src/contract/errors.js'
import type { Store } from '../../../../src/rooms/store.js'
import type { Exercise } from '../../../../src/rooms/training/exercise-settings.js'
import type { NewClaim } from '../../../../src/rooms/training/values.js'
import type { LogEntry } from '../../../../src/rules/log/entry.js'
import { at, newBoard, type Rule, response, same } from './shared.js'

const MAX = 100
const NO_SCORE = { happened: {}, faults: {}, defects: { found: [], wrong: 0 } }

const exercise: Exercise = {
  title: 'Find the faults',
  instructions: null,
  message: null,
  task: null,
  startsAt: at(10),
  endsAt: at(20),
  feedback: 'after',
  hints: 'off',
  challenges: [],
  challengeHints: 'free',
  solutions: 'solved',
  drill: null,
}

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
  rule('a board has the exercise that was configured last', async (t, store) => {
    await withBoards(store)
    const exerciseOf = async (board: string) => (await store.readState(board)).exercise
    t.equal(await exerciseOf('a'), null)
    await store.configureExercise('a', exercise)
    same(t, await exerciseOf('a'), exercise)
    t.equal(await exerciseOf('b'), null)
    await store.configureExercise('a', null)
    t.equal(await exerciseOf('a'), null)
    await t.rejects(store.configureExercise('c', exercise), BoardNotFound)
  })

  rule('faults and defects change together with an exercise', async (t, store) => {
    await withBoards(store)
    const before = await store.readFaultPlan('a')
    await store.configureExercise('a', exercise)
    same(t, await store.readFaultPlan('a'), before)
    const faults = {
      profile: 'calm',
      rates: {},
      delay: null,
      script: null,
      scriptEnd: 'none',
      disclose: false,
      force: true,
    } as const
    await store.reserveFaultOrdinals('a', 5)
    await store.configureExercise('a', exercise, { seed: 7, faults, defects: ['x'] })
    const { seed, ordinal, settings } = await store.readFaultPlan('a')
    same(t, { seed, ordinal, settings }, { seed: 7, ordinal: 0, settings: faults })
    same(t, (await store.readState('a')).defects, { x: [] })
  })

  rule('a claim is judged by the response with its request id, and stored', async (t, store) => {
    const record = await withBoards(store)
    await record(response('one', ['date-mix', 'slow-response']), response('two'))
    const cases: [requestId: string, fault: string, isRight: boolean][] = [
      ['one', 'date-mix', true],
      ['one', 'slow-response', true],
      ['one', 'pagination', false],
      ['one', 'none', false],
      ['two', 'none', true],
      ['two', 'date-mix', false],
    ]
    for (const [index, [requestId, fault, isRight]] of cases.entries()) {
      const claim = await store.addClaim('a', { requestId, fault, comment: 'why' }, MAX, at(1))
      same(t, claim, {
        number: index + 1,
        time: at(1),
        requestId,
        request: requestId === 'one' ? 1 : 2,
        fault,
        defect: null,
        comment: 'why',
        isRight,
        credit: 1,
        explanation: null,
      })
    }
    const { claims, total } = await store.listClaims('a', { page: 0, size: 4 })
    t.equal(total, 6)
    same(
      t,
      claims.map(({ number }) => number),
      [6, 5, 4, 3],
    )
    same(
      t,
      (await store.listClaims('a', { page: 1, size: 4 })).claims.map(({ fault }) => fault),
      ['slow-response', 'date-mix'],
    )
    const after = await store.listClaimsAfter('a', 2, 3)
    same(
      t,
      after.map(({ number }) => number),
      [3, 4, 5],
    )
    same(t, after[2], claims[1])
    same(
      t,
      (await store.findRequest('a', 'two'))?.request.claims.map(({ fault, isRight }) => [fault, isRight]),
      [
        ['none', true],
        ['date-mix', false],
      ],
    )
    same(t, await store.listClaims('b', { page: 0, size: 4 }), { claims: [], total: 0 })
    same(t, await store.countClaims('a'), {
      happened: { 'date-mix': 1, 'slow-response': 1 },
      faults: {
        'date-mix': { right: 1, wrong: 1, credit: 1 },
        none: { right: 1, wrong: 1, credit: 1 },
        pagination: { right: 0, wrong: 1, credit: 0 },
        'slow-response': { right: 1, wrong: 0, credit: 1 },
      },
      defects: { found: [], wrong: 0 },
    })
  })

  rule('a defect is claimed by its name', async (t, store) => {
    await withBoards(store)
    await store.configureDefects('a', ['x', 'y'])
    for (const [defect, isRight] of [
      ['x', true],
      ['z', false],
    ] as const) {
      const claim = await store.addClaim('a', { defect, comment: null }, MAX, at(0))
      same(t, [claim.defect, claim.request, claim.isRight], [defect, null, isRight])
    }
    await t.rejects(store.addClaim('a', { defect: 'x', comment: null }, MAX, at(0)), ClaimExists)
    same(t, (await store.countClaims('a')).defects, { found: ['x'], wrong: 1 })
    t.equal((await store.addClaim('b', { defect: 'x', comment: null }, MAX, at(0))).isRight, false)
  })

  rule('claims need a known response, and are unique', async (t, store) => {
    const record = await withBoards(store)
    await record(response('one'), response('own', [], { isClaimable: false }))
    const add = (requestId: string, fault: string, board = 'a') =>
      store.addClaim(board, claimOf(requestId, fault), MAX, at(0))
    t.equal(await hasResponse(store, 'a', 'one'), true)
    for (const [board, requestId] of [
      ['a', 'own'],
      ['a', 'two'],
      ['b', 'one'],
    ] as const) {
      t.equal(await hasResponse(store, board, requestId), false)
      await t.rejects(add(requestId, 'none', board), ResponseNotFound, `${board} ${requestId}`)
    }
    await add('one', 'none')
    await t.rejects(add('one', 'none'), ClaimExists)
    await t.rejects(add('one', 'none', 'c'), BoardNotFound)
    await record(response('one', ['date-mix']))
    t.equal((await add('one', 'none')).isRight, false, 'the latest response with the id counts')
  })

  rule('concurrent equal claims are stored once', async (t, store) => {
    const record = await withBoards(store)
    await record(response('one', ['date-mix']))
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => store.addClaim('a', claimOf('one', 'date-mix'), MAX, at(0))),
    )
    t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    t.equal((await store.listClaims('a', { page: 0, size: 9 })).total, 1)
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
    same(t, (await store.countClaims('a')).happened, { 'date-mix': all.length })
  })

  rule('responses and claims count only while the exercise runs', async (t, store) => {
    const record = await withBoards(store)
    await store.configureExercise('a', exercise)
    await record(...[9, 10, 19, 20].map((seconds) => response(`at ${seconds}`, ['date-mix'], { time: at(seconds) })))
    const found = await Promise.all([9, 10, 19, 20].map((seconds) => hasResponse(store, 'a', `at ${seconds}`)))
    same(t, found, [false, true, true, false])
    same(t, (await store.countClaims('a')).happened, { 'date-mix': 2 })
    const add = (now: string) => store.addClaim('a', claimOf('at 10', 'date-mix'), MAX, now)
    await t.rejects(add(at(9)), ExerciseNotStarted)
    await t.rejects(add(at(20)), ExerciseEnded)
    t.equal((await add(at(19))).isRight, true)
    await store.configureExercise('a', { ...exercise, endsAt: null })
    t.equal((await store.addClaim('a', claimOf('at 19', 'date-mix'), MAX, at(999))).isRight, true)
  })

  rule('a reset and a new exercise start an empty score, and other changes keep it', async (t, store) => {
    const record = await withBoards(store)
    const fill = async () => {
      await record(response('one', ['date-mix']))
      await store.addClaim('a', claimOf('one', 'date-mix'), MAX, at(0))
    }
    await fill()
    const filled = await store.countClaims('a')
    const grade = { time: at(1), variant: 'v2', found: 3, defects: 4 } as const
    await store.setGrade('a', { ...grade, found: 2 })
    await store.setGrade('a', grade)
    await store.replaceContent('a', await store.readContent('a'))
    await store.configureDefects('a', ['x'])
    await store.configureExercise('a', null)
    same(t, await store.countClaims('a'), filled)
    same(t, await store.getGrade('a'), grade)
    for (const start of [() => store.resetBoard('a'), () => store.configureExercise('a', null, { restarts: true })]) {
      await start()
      same(t, await store.countClaims('a'), NO_SCORE)
      same(t, await store.listClaims('a', { page: 0, size: 9 }), { claims: [], total: 0 })
      t.equal(await hasResponse(store, 'a', 'one'), false)
      t.equal(await store.getGrade('a'), undefined)
      await store.setGrade('a', grade)
      await fill()
    }
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
    same(t, (await store.countClaims('a')).happened, { 'date-mix': 1 })
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

  rule('a deleted board has no responses and claims', async (t, store) => {
    const record = await withBoards(store)
    await record(response('one', ['date-mix']))
    await store.addClaim('a', claimOf('one', 'date-mix'), MAX, at(0))
    await store.deleteBoard('a', at(1))
    await t.rejects(store.addClaim('a', claimOf('one', 'none'), MAX, at(1)), BoardNotFound)
    await t.rejects(store.countClaims('a'), BoardNotFound)
  })
}
