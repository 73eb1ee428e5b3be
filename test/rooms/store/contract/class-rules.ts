import { BoardFrozen, ClassNotFound, JoiningClosed, LearnerExists, NameTaken } from '../../../../src/contract/errors.js'
import type { NewClass } from '../../../../src/rooms/classes/classes.js'
import type { Store } from '../../../../src/rooms/store.js'
import { at, newBoard, type Rule, response as responseOf, same } from './shared.js'

const MAX = 9

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
  rule('a learner who joins changes the revision of the own board alone', async (t, store) => {
    await withClass(store)
    const revisions = async () => Promise.all(['a', 'b'].map(async (id) => (await store.readState(id)).revision))
    const before = await revisions()
    await store.joinClass('c', 'Ada', 'code 1')
    const after = await revisions()
    same(t, [after[0] === before[0], after[1] === before[1]], [false, true])
  })

  rule('a class that is frozen takes no learner and no grade, and one that is closed no learner', async (t, store) => {
    await withClass(store, { frozen: true })
    await t.rejects(store.joinClass('c', 'Ada', 'code 1'), BoardFrozen)
    await t.rejects(store.setGrade('a', { time: at(0), variant: 'v1', found: 1, defects: 2 }), BoardFrozen)
    await store.configureClass('c', { frozen: false, joinable: false })
    await t.rejects(store.joinClass('c', 'Ada', 'code 1'), JoiningClosed)
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
    const visible = { defects: ['x'], frozen: true, expiresAt: at(2000) }
    await store.configureClass('c', visible)
    const before = await revisionOf()
    for (const changes of [
      {},
      { name: 'Other' },
      { secretHash: 'other' },
      { joinCode: 'other' },
      { joinable: false },
      visible,
    ]) {
      await store.configureClass('c', changes)
      t.equal(await revisionOf(), before, JSON.stringify(changes))
    }
    await store.configureClass('c', { frozen: false })
    t.not(await revisionOf(), before)
  })

  rule('the names of learners match in any style of letters, apostrophes, hyphens and spaces', async (t, store) => {
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
  })

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

  rule('a learner with a code that was handed out joins with a request, or by joining', async (t, store) => {
    await withClass(store, {}, ['Ada', 'Grace', null])
    const joined = async () => (await store.readClassBoards('c')).map(({ joined }) => joined)
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
  })

  rule('of two boards that are added at once with the same name, one is added', async (t, store) => {
    await withClass(store)
    const add = (id: string, name: string) => store.addClassBoards('c', [newBoard(id, { name })], MAX, at(1))
    const results = await Promise.allSettled([add('x', 'Alan'), add('y', 'ALAN')])
    t.strictSame(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const rejected = results.find(({ status }) => status === 'rejected')
    t.match(rejected, { reason: LearnerExists })
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
}
