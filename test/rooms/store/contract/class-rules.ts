import {
  BoardFrozen,
  BoardNotFound,
  ClassFull,
  ClassNotFound,
  LearnerExists,
  NameTaken,
  ResponseNotFound,
  TooManyBoards,
} from '../../../../src/contract/errors.js'
import type { NewClass } from '../../../../src/rooms/classes/values.js'
import type { FaultSettings } from '../../../../src/rooms/room.js'
import type { Store } from '../../../../src/rooms/store.js'
import type { Exercise } from '../../../../src/rooms/training/exercise-settings.js'
import { at, newBoard, type Rule, response as responseOf, same } from './shared.js'

const MAX = 9

const exercise: Exercise = {
  title: 'Find the faults',
  instructions: null,
  message: null,
  task: null,
  startsAt: at(10),
  endsAt: null,
  feedback: 'after',
  hints: 'off',
  challenges: [],
  challengeHints: 'free',
  solutions: 'solved',
  drill: null,
}

const faults: FaultSettings = {
  profile: 'calm',
  rates: {},
  delay: null,
  script: null,
  scriptEnd: 'none',
  disclose: false,
  force: true,
}

function newClass(id: string, more: Partial<NewClass> = {}): NewClass {
  return {
    id,
    name: `Class ${id}`,
    secretHash: `hash of ${id}`,
    joinCode: `code of ${id}`,
    expiresAt: at(1000),
    exercise: null,
    faults: null,
    defects: [],
    isFrozen: false,
    isJoinable: true,
    ...more,
  }
}

const response = (requestId: string, time: string, changed?: string[]) => responseOf(requestId, changed, { time })

/** Creates a class with the boards `a` and `b`, and a board `own` without a class. */
async function withClass(store: Store, more: Partial<NewClass> = {}, names: (string | null)[] = [null, null]) {
  const boards = names.map((name, index) => newBoard('abz'.charAt(index), { name }))
  await store.createClass(newClass('c', more), boards, MAX, at(0))
  await store.createBoards([newBoard('own')], MAX, at(0))
}

export function classRules(rule: Rule): void {
  rule('a class is created with its boards, or not at all', async (t, store) => {
    await store.createClass(newClass('c'), [newBoard('a'), newBoard('b')], 2, at(0))
    t.match(await store.getClass('c'), { ...newClass('c'), createdAt: at(0) })
    t.equal(await store.findClass('code of c'), 'c')
    t.equal(await store.findClass('another'), undefined)
    const boards = await store.readClassBoards('c')
    same(
      t,
      boards.map(({ id, name, isJoined, requests }) => ({ id, name, isJoined, requests })),
      ['a', 'b'].map((id) => ({ id, name: null, isJoined: false, requests: 0 })),
    )
    await t.rejects(store.createClass(newClass('d'), [newBoard('x')], 2, at(0)), TooManyBoards)
    await t.rejects(store.getClass('d'), ClassNotFound)
    t.equal((await store.readState('a')).classId, 'c')
  })

  rule('the first finds and solutions in a class are listed, the latest first', async (t, store) => {
    await withClass(store)
    const sent = responseOf('one', ['date-mix'], { time: at(20) })
    for (const board of ['a', 'b', 'own']) await store.recordRequests(board, [sent], at(20))
    const claim = { requestId: 'one', fault: 'date-mix', comment: null }
    await store.addClaim('own', claim, MAX, at(20))
    await store.addClaim('a', { ...claim, fault: 'pagination' }, MAX, at(21))
    await store.addClaim('b', { ...claim, challenge: 'find-date-mix' }, MAX, at(22))
    await store.addClaim('a', { ...claim, challenge: 'find-date-mix' }, MAX, at(23))
    same(t, await store.listFirsts('c'), [
      { kind: 'challenge', name: 'find-date-mix', board: 'b', time: at(22), times: 2 },
      { kind: 'fault', name: 'date-mix', board: 'b', time: at(22), times: 2 },
    ])
    await store.changeClassBoard('c', 'b', { deletedAt: at(30) })
    t.match(await store.listFirsts('c'), [
      { board: 'a', times: 1 },
      { board: 'a', times: 1 },
    ])
  })

  rule('classes are listed with the numbers of their boards', async (t, store) => {
    await withClass(store)
    await store.createClass(newClass('d', { isFrozen: true }), [newBoard('x')], MAX, at(1))
    const listed = { createdAt: at(0), expiresAt: at(1000), isFrozen: false }
    const [c, d] = [
      { id: 'c', name: 'Class c', ...listed, boards: 2 },
      { id: 'd', name: 'Class d', ...listed, createdAt: at(1), isFrozen: true, boards: 1 },
    ]
    same(t, await store.listClasses({ page: 0, size: 9 }), { classes: [c, d], total: 2 })
    same(t, await store.listClasses({ page: 1, size: 1 }), { classes: [d], total: 2 })
  })

  rule('the settings of a class apply to all its boards at once', async (t, store) => {
    await withClass(store)
    const before = await store.readState('a')
    await store.configureClass('c', { exercise, faults, defects: ['x'], isFrozen: true, expiresAt: at(2000) })
    for (const board of ['a', 'b']) {
      const { exercise: found, defects, isFrozen, expiresAt } = await store.readState(board)
      same(
        t,
        { found, defects, isFrozen, expiresAt },
        { found: exercise, defects: { x: [] }, isFrozen: true, expiresAt: at(2000) },
      )
      same(t, (await store.readFaultPlan(board)).settings, faults)
      same(t, (await store.reserveFaultOrdinals(board, 1)).settings, faults)
      t.equal((await store.getBoard(board)).expiresAt, at(2000))
      same(t, (await store.readContent(board)).faults.settings, faults)
      await t.rejects(store.addClaim(board, { defect: 'x', comment: null }, MAX, at(15)), BoardFrozen)
    }
    t.not((await store.readState('a')).revision, before.revision)
    const { exercise: none, defects, isFrozen, classId, expiresAt } = await store.readState('own')
    same(
      t,
      { none, defects, isFrozen, classId, expiresAt },
      {
        none: null,
        defects: null,
        isFrozen: false,
        classId: null,
        expiresAt: null,
      },
    )
    await store.configureClass('c', {
      defects: [],
      isFrozen: false,
      isJoinable: false,
      name: 'Another',
      joinCode: 'new',
      secretHash: 'new',
    })
    t.equal((await store.readState('a')).defects, null)
    t.match(await store.getClass('c'), {
      name: 'Another',
      joinCode: 'new',
      secretHash: 'new',
      isJoinable: false,
      exercise,
    })
    await t.rejects(store.configureClass('d', { name: 'x' }), ClassNotFound)
  })

  rule('defects of a class have notes of their own on each board', async (t, store) => {
    await withClass(store, { defects: ['x'] })
    await store.addDefectNotes('a', 'x', [1], 9)
    await store.addDefectNotes('a', 'y', [1], 9)
    same(t, (await store.readState('a')).defects, { x: [1] })
    same(t, (await store.readState('b')).defects, { x: [] })
    t.equal((await store.addClaim('b', { defect: 'x', comment: null }, MAX, at(0))).isRight, true)
    await store.resetBoard('a')
    same(t, (await store.readState('a')).defects, { x: [] })
  })

  rule('a new exercise of a class starts on all boards at once, and others keep their results', async (t, store) => {
    await withClass(store)
    const sent = response('one', at(10), ['date-mix'])
    await store.recordRequests('a', [sent], at(10))
    const claim = { requestId: 'one', fault: 'date-mix', comment: null }
    await store.addClaim('a', claim, MAX, at(10))
    await store.setGrade('b', { time: at(10), variant: 'v1', found: 1, defects: 2 })
    await store.reserveFaultOrdinals('a', 5)
    await store.configureClassExercise('c', exercise, { faults })
    t.equal((await store.listClaims('a', { page: 0, size: 9 })).total, 1)
    const plans = async () => Promise.all(['a', 'b'].map((id) => store.readFaultPlan(id)))
    const before = await plans()
    t.match(before, [
      { ordinal: 5, seed: 7, settings: faults },
      { ordinal: 0, seed: 7 },
    ])
    await store.configureClassExercise('c', exercise, { restarts: true, seed: 3, hasOwnSeeds: true })
    const none = { happened: {}, faults: {}, defects: { found: [], wrong: 0 } }
    for (const { counts, grade } of await store.readClassBoards('c')) same(t, [counts, grade ?? null], [none, null])
    await t.rejects(store.addClaim('a', claim, MAX, at(10)), ResponseNotFound)
    const after = await plans()
    t.match(after, [
      { ordinal: 0, restarts: (before[0]?.restarts ?? 0) + 1 },
      { ordinal: 0, restarts: (before[1]?.restarts ?? 0) + 1 },
    ])
    t.equal(new Set([3, 7, ...after.map(({ seed }) => seed)]).size, 4, 'each board has a seed of its own')
    await store.configureClassFaults('c', faults, 5, true)
    t.match(await plans(), [{ seed: 5 }, { seed: 5 }])
    t.match(await store.reserveFaultOrdinals('a', 1), { seed: 5, ordinal: 0 })
    t.match(await store.readFaultPlan('a'), { seed: 5, ordinal: 1 })
  })

  rule('a learner gets the board with the own name, or else the first free one', async (t, store) => {
    await withClass(store, {}, ['Ada', null])
    same(t, await store.joinClass('c', 'Grace', 'code 1'), { board: 'b', name: 'Grace' })
    same(t, await store.joinClass('c', 'ADA', 'code 2'), { board: 'a', name: 'Ada' })
    same(
      t,
      (await store.readClassBoards('c')).map(({ name, isJoined, codeHash }) => [name, isJoined, codeHash]),
      [
        ['Ada', true, 'code 2'],
        ['Grace', true, 'code 1'],
      ],
    )
    await t.rejects(store.joinClass('c', 'ada', 'code 3'), NameTaken)
    await t.rejects(store.joinClass('c', 'Alan', 'code 3'), ClassFull)
    await t.rejects(store.joinClass('d', 'Alan', 'code 3'), ClassNotFound)
  })

  rule('a learner who joins changes the revision of the own board alone', async (t, store) => {
    await withClass(store)
    const revisions = async () => Promise.all(['a', 'b'].map(async (id) => (await store.readState(id)).revision))
    const before = await revisions()
    await store.joinClass('c', 'Ada', 'code 1')
    const after = await revisions()
    same(t, [after[0] === before[0], after[1] === before[1]], [false, true])
  })

  rule('a change of one board of a class changes its revision alone', async (t, store) => {
    await withClass(store, {}, ['Ada', 'Grace'])
    const revisions = async () => Promise.all(['a', 'b'].map(async (id) => (await store.readState(id)).revision))
    for (const change of [{ name: 'Alan' }, { codeHash: 'other' }, { ownerTokenHash: 'other' }]) {
      const before = await revisions()
      await store.changeClassBoard('c', 'a', change)
      const after = await revisions()
      same(t, [after[0] === before[0], after[1] === before[1]], [false, true], JSON.stringify(change))
    }
  })

  rule('changes of a class that its boards do not show keep their revisions', async (t, store) => {
    await withClass(store)
    const revisionOf = async () => (await store.readState('a')).revision
    const visible = { exercise, faults, defects: ['x'], isFrozen: true, expiresAt: at(2000) }
    await store.configureClass('c', visible)
    const before = await revisionOf()
    for (const changes of [
      {},
      { name: 'Other' },
      { secretHash: 'other' },
      { joinCode: 'other' },
      { isJoinable: false },
      visible,
    ]) {
      await store.configureClass('c', changes)
      t.equal(await revisionOf(), before, JSON.stringify(changes))
    }
    await store.configureClass('c', { isFrozen: false })
    t.not(await revisionOf(), before)
  })

  rule(
    'the names of learners match without regard to the style of letters, apostrophes, hyphens and spaces',
    async (t, store) => {
      await withClass(store)
      await store.joinClass('c', 'Conan O\u2019Brien', 'code 1')
      for (const name of ["Conan O'Brien", 'conan  o\u02bcbrien ', 'Conan\u00a0O`Brien', 'CONAN O\u2018BRIEN']) {
        await t.rejects(store.joinClass('c', name, 'code 2'), NameTaken, name)
      }
      await store.joinClass('c', 'Zo\u00eb Jean-Luc', 'code 3')
      for (const name of [
        'Zo\u00eb Jean\u2011Luc',
        'Zoe\u0308 Jean\u2010Luc',
        'Zo\u00eb Jean\u2013Luc',
        'Zo\u00eb \uff2aean\uff0dLuc',
      ]) {
        await t.rejects(store.joinClass('c', name, 'code 4'), NameTaken, name)
      }
    },
  )

  rule('the names of learners match in the upper and lower case of all scripts', async (t, store) => {
    await withClass(store, {}, ['\u0130pek Kaya', '\u039d\u0399\u039a\u039f\u03a3'])
    await store.addClassBoards('c', [newBoard('x', { name: 'J\u030c' })], MAX, at(1))
    same(t, (await store.joinClass('c', 'ipek kaya', 'code 1')).board, 'a')
    same(t, (await store.joinClass('c', '\u03bd\u03b9\u03ba\u03bf\u03c3', 'code 2')).board, 'b')
    same(t, (await store.joinClass('c', '\u01f0', 'code 3')).board, 'x')
  })

  rule('concurrent learners get different boards', async (t, store) => {
    await withClass(store)
    const joined = await Promise.all(['Ada', 'Grace'].map((name) => store.joinClass('c', name, name)))
    same(t, joined.map(({ board }) => board).sort(), ['a', 'b'])
    const results = await Promise.allSettled(['Alan', 'Alan'].map((name) => store.joinClass('c', name, name)))
    t.ok(results.every(({ status }) => status === 'rejected'))
  })

  rule(
    'a learner with a code that was handed out has joined with the first request, or by joining',
    async (t, store) => {
      await withClass(store, {}, ['Ada', 'Grace', null])
      const joined = async () => (await store.readClassBoards('c')).map(({ isJoined }) => isJoined)
      for (const id of ['a', 'b']) await store.changeClassBoard('c', id, { codeHash: 'handed out' })
      same(t, await joined(), [false, false, false])
      await t.rejects(store.joinClass('c', 'Ada', 'another code'), NameTaken)
      const revisionOf = async () => (await store.readState('a')).revision
      const before = await revisionOf()
      await store.markJoined('c', 'a')
      const after = await revisionOf()
      t.not(after, before)
      await store.markJoined('c', 'a')
      t.equal(await revisionOf(), after)
      for (const id of ['b', 'z']) await store.recordRequests(id, [response('one', at(20))], at(20))
      same(t, await joined(), [true, true, false], 'a request to a board without a learner is not one')
      await t.rejects(store.markJoined('d', 'a'), ClassNotFound)
    },
  )

  rule('the name of a learner who has not joined can be erased, which does not make a free seat', async (t, store) => {
    await withClass(store, {}, ['Ada', null])
    for (const id of ['a', 'b']) await store.changeClassBoard('c', id, { name: null, codeHash: 'nobody' })
    same(
      t,
      (await store.readClassBoards('c')).map(({ isJoined, codeHash }) => [isJoined, codeHash]),
      [
        [true, 'nobody'],
        [false, null],
      ],
    )
  })

  rule('boards of a class are added, renamed and removed', async (t, store) => {
    await withClass(store, {}, ['Ada', 'Grace'])
    await store.addClassBoards('c', [newBoard('x', { name: 'Alan' })], MAX, at(1))
    const names = async () => (await store.readClassBoards('c')).map(({ name }) => name)
    same(t, await names(), ['Ada', 'Grace', 'Alan'])
    await store.changeClassBoard('c', 'a', { name: 'Ada Lovelace', codeHash: 'new', ownerTokenHash: 'token' })
    same(t, await names(), ['Ada Lovelace', 'Grace', 'Alan'])
    t.equal((await store.getBoard('a')).ownerTokenHash, 'token')
    await t.rejects(store.changeClassBoard('c', 'a', { name: 'grace' }), LearnerExists)
    await t.rejects(store.addClassBoards('c', [newBoard('y', { name: 'ALAN' })], MAX, at(1)), LearnerExists)
    for (const codeHash of ['nobody', 'not stored']) await store.changeClassBoard('c', 'a', { name: null, codeHash })
    t.equal((await store.listLearners('c'))[0]?.codeHash, 'nobody')
    await store.deleteBoard('b', at(1))
    same(t, await names(), [null, 'Alan'])
    await t.rejects(store.changeClassBoard('c', 'own', { name: 'x' }), BoardNotFound)
    await t.rejects(store.addClassBoards('c', [newBoard('z')], 3, at(1)), TooManyBoards)
    await t.rejects(store.addClassBoards('d', [newBoard('z')], MAX, at(1)), ClassNotFound)
  })

  rule('of two boards that are added at once with the same name, one is added', async (t, store) => {
    await withClass(store)
    const add = (id: string, name: string) => store.addClassBoards('c', [newBoard(id, { name })], MAX, at(1))
    const results = await Promise.allSettled([add('x', 'Alan'), add('y', 'ALAN')])
    t.strictSame(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    t.match(
      results.find(({ status }) => status === 'rejected'),
      { reason: LearnerExists },
    )
    t.equal((await store.listLearners('c')).length, 3)
    t.equal((await store.measure()).boards, 4, 'with the board without a class')
  })

  rule('two classes cannot have the same code to join them', async (t, store) => {
    await withClass(store)
    const joinCode = 'code of c'
    await t.rejects(store.createClass(newClass('d', { joinCode }), [], MAX, at(1)), /has this code/)
    const both = ['d', 'e'].map((id) => store.createClass(newClass(id, { joinCode: 'new' }), [], MAX, at(1)))
    const results = await Promise.allSettled(both)
    t.strictSame(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    await t.rejects(store.configureClass('d', { joinCode }), /has this code/)
    await store.configureClass('c', { joinCode })
    t.equal(await store.findClass(joinCode), 'c')
  })

  rule('the boards of a class expire with it', async (t, store) => {
    await withClass(store, { expiresAt: at(100) }, ['Ada', null])
    t.equal(await store.expireBoards(at(500), at(500)), 1, 'only the board without a class')
    t.equal((await store.listBoards({ page: 0, size: 9, unusedSince: at(500) })).total, 2)
    t.equal(await store.expireClasses(at(99)), 0)
    t.equal(await store.expireClasses(at(100)), 1)
    await t.rejects(store.getClass('c'), ClassNotFound)
    await t.rejects(store.readState('a'), BoardNotFound)
    t.equal(await store.expireClasses(at(1000)), 0)
    t.equal((await store.listClasses({ page: 0, size: 9 })).total, 0)
  })

  rule('a deleted class takes its boards with it', async (t, store) => {
    await withClass(store)
    await store.deleteClass('c', at(1))
    await t.rejects(store.deleteClass('c', at(1)), ClassNotFound)
    t.equal(await store.findClass('code of c'), undefined)
    await t.rejects(store.readState('b'), BoardNotFound)
    t.equal((await store.measure()).boards, 1)
  })
}
