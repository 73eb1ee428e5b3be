import { openStore } from '../../../../src/rooms/open-store.js'
import type { Store } from '../../../../src/rooms/store.js'
import type { LogEntry, Mark } from '../../../../src/rules/log/entry.js'
import { emptyDatabase } from '../../../kit/database.js'
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
    const numbers = solved.map(({ number }) => number)
    t.strictSame(numbers, [1, 2, 3, 4, 5, 6])
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

  rule('begun sequences are the same after their board was loaded again', async (t) => {
    const store = await openStore(await emptyDatabase(), {}, { memoryBytes: 0 })
    t.teardown(() => store.close())
    await store.createBoards([newBoard(ID)], 10, at(0))
    const names = Array.from({ length: 250 }, (_, index) => String(index))
    await record(store, { ...request('unlisted', 1, [first('page')]), isListed: false })
    for (const name of names) await record(store, request(name, 2, [{ ...first(name), challenge: name }]))
    t.strictSame(Object.keys((await store.readState(ID)).begun).sort(), ['two', ...names].sort())
    await record(store, ...names.map((name) => request(`solves-${name}`, 3, [{ ...last(name), challenge: name }])))
    t.equal((await solvedOn(store)).length, 250)
    await record(store, request('b', 4, [last('page')]))
    t.strictSame((await solvedOn(store)).at(-1), 'two: b')
    await record(store, request('c', 5, [{ ...first('7'), challenge: 'late' }]))
    await store.resetBoard(ID)
    t.strictSame((await store.readState(ID)).begun, {})
  })

  rule('a request that only solves challenges is not in the log', async (t, store) => {
    await store.createBoards([newBoard(ID)], 10, at(0))
    const unlisted = { ...request('unlisted', 2, [only('one')]), isListed: false as const }
    await record(store, request('first', 1, []), unlisted, request('last', 3, []))
    const { requests } = await store.listRequests(ID, { page: 0, size: 10 })
    const ids = requests.map(({ requestId }) => requestId)
    t.strictSame(ids, ['last', 'first'])
    t.strictSame(await solvedOn(store), ['one: unlisted'])
  })
}
