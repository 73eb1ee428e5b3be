import type { Store } from '../../../../src/rooms/store.js'
import type { LogEntry, Mark } from '../../../../src/rules/log/entry.js'
import { at, newBoard, type Rule, response, same } from './shared.js'

const ID = 'board'

/** Returns the mark of the only step of a challenge. */
const only = (challenge: string): Mark => ({ challenge, step: 0, key: '', isLast: true })

/** Returns the marks of a challenge with two steps. */
const first = (key: string): Mark => ({ challenge: 'two', step: 0, key, isLast: false })
const last = (key: string): Mark => ({ challenge: 'two', step: 1, key, isLast: true })

/** Returns a request that was sent some seconds after the start. */
function request(requestId: string, seconds: number, marks: Mark[], restarts = 0): LogEntry {
  return {
    ...response(requestId, [], { time: at(seconds) }),
    challenges: { restarts, marks },
  }
}

const record = (store: Store, ...entries: LogEntry[]) => store.recordRequests(ID, entries, at(0))

/** Returns the names of the solved challenges, with the requests that solved them. */
async function solvedOn(store: Store): Promise<string[]> {
  return (await store.listSolved(ID)).map(({ challenge, requestId }) => `${challenge}: ${requestId}`)
}

/** The rules about challenges. */
export function challengeRules(rule: Rule): void {
  rule('the first request that solves a challenge counts, also when several are written at once', async (t, store) => {
    await store.createBoards([newBoard(ID)], 10, at(0))
    const writes = Array.from({ length: 5 }, (_, index) =>
      record(store, request(`request-${index}`, index, [only('one'), only(`own-${index}`)])),
    )
    await Promise.all(writes)
    const solved = await store.listSolved(ID)
    t.strictSame(
      solved.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6],
    )
    t.equal(solved.filter(({ challenge }) => challenge === 'one').length, 1)
    const [{ requestId, time } = { requestId: '', time: '' }] = solved
    same(t, time, at(Number(requestId.slice(-1))))
    t.equal((await store.readState(ID)).lastChallenge, 6)
  })

  rule('the steps of a challenge can be in several writes', async (t, store) => {
    await store.createBoards([newBoard(ID)], 10, at(0))
    await record(store, request('a', 1, [first('7')]), request('b', 2, [last('8')]))
    t.strictSame(await solvedOn(store), [])
    await record(store, request('c', 3, [last('7')]), request('d', 4, [last('7')]))
    t.strictSame(await solvedOn(store), ['two: c'])
  })

  rule('a request that only solves challenges is not in the log', async (t, store) => {
    await store.createBoards([newBoard(ID)], 10, at(0))
    const unlisted = { ...request('unlisted', 2, [only('one')]), isListed: false as const }
    await record(store, request('first', 1, []), unlisted, request('last', 3, []))
    const { requests } = await store.listRequests(ID, { page: 0, size: 10 })
    t.strictSame(
      requests.map(({ requestId }) => requestId),
      ['last', 'first'],
    )
    t.strictSame(await solvedOn(store), ['one: unlisted'])
  })

  rule('requests outside of the exercise solve nothing', async (t, store) => {
    await store.createBoards([newBoard(ID)], 10, at(0))
    await store.configureExercise(ID, {
      title: null,
      instructions: null,
      message: null,
      task: null,
      startsAt: at(10),
      endsAt: at(20),
      feedback: 'immediate',
      hints: 'off',
      challenges: [],
      challengeHints: 'free',
      solutions: 'solved',
      drill: null,
    })
    await record(store, request('early', 9, [only('early')]), request('late', 20, [only('late')]))
    await record(store, request('within', 19, [only('within')]))
    t.strictSame(await solvedOn(store), ['within: within'])
  })

  rule('a reset deletes solved challenges and begun ones, and ignores requests from before', async (t, store) => {
    await store.createBoards([newBoard(ID)], 10, at(0))
    await record(store, request('a', 1, [only('one'), first('7')]))
    await store.resetBoard(ID)
    t.strictSame(await solvedOn(store), [])
    await record(store, request('b', 2, [only('one')], 0), request('c', 3, [last('7')], 1))
    t.strictSame(await solvedOn(store), [])
    await record(store, request('d', 4, [only('one')], 1))
    same(t, await store.listSolved(ID), [{ challenge: 'one', number: 2, time: at(4), requestId: 'd' }])
    t.match(await store.readState(ID), { lastChallenge: 2, challengeRestarts: 1 })
  })

  rule('a right claim solves its challenge', async (t, store) => {
    await store.createBoards([newBoard(ID)], 10, at(0))
    await record(store, response('right', ['date-mix'], { time: at(1) }), response('other', [], { time: at(2) }))
    const claim = { fault: 'date-mix', comment: null, challenge: 'find-date-mix' }
    await store.addClaim(ID, { ...claim, requestId: 'other' }, 10, at(3))
    t.strictSame(await solvedOn(store), [])
    await store.addClaim(ID, { ...claim, requestId: 'right' }, 10, at(4))
    const solved = [{ challenge: 'find-date-mix', number: 1, time: at(4), requestId: 'right' }]
    same(t, await store.listSolved(ID), solved)
    await record(store, response('again', ['date-mix'], { time: at(5) }), request('later', 5, [only('later')]))
    await store.addClaim(ID, { ...claim, requestId: 'again' }, 10, at(6))
    same(t, (await store.listSolved(ID)).slice(0, 1), solved, 'a second claim changes nothing')
    t.equal((await store.readState(ID)).lastChallenge, 2)
  })

  rule('the last progress of a learner is a right claim or a solved challenge', async (t, store) => {
    const created = { id: 'c', name: 'c', secretHash: 's', joinCode: 'j', expiresAt: at(900), exercise: null }
    const settings = { faults: null, defects: [], isFrozen: false, isJoinable: true }
    await store.createClass({ ...created, ...settings }, [newBoard(ID)], 10, at(0))
    const lastProgress = async () => (await store.readClassBoards('c')).map(({ lastProgressAt }) => lastProgressAt)
    await record(store, response('one', ['date-mix'], { time: at(1) }), response('two', [], { time: at(1) }))
    t.strictSame(await lastProgress(), [null])
    await store.addClaim(ID, { fault: 'date-mix', comment: null, requestId: 'one' }, 10, at(2))
    await store.addClaim(ID, { fault: 'date-mix', comment: null, requestId: 'two' }, 10, at(3))
    t.strictSame(await lastProgress(), [at(2)])
    await record(store, request('three', 4, [only('one')]))
    t.strictSame(await lastProgress(), [at(4)])
  })
}
