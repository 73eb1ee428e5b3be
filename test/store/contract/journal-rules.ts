import type { JournalEntry, JournalQuery } from '../../../src/store/store.js'
import { DEFAULT_BOARD } from '../../../src/store/store.js'
import { at, newBoard, type Rule, same } from './shared.js'

function entry(overrides: Partial<JournalEntry> = {}): JournalEntry {
  return {
    time: at(0),
    ordinal: null,
    method: 'GET',
    route: '/api/v1/tasks',
    path: '/api/v1/tasks',
    status: 200,
    duration: 1234,
    requestId: 'a-request',
    drawn: [],
    changed: [],
    ...overrides,
  }
}

const ALL: JournalQuery = { page: 0, size: 2000 }

export function journalRules(rule: Rule): void {
  rule('the journal lists recorded requests, newest first', async (t, store) => {
    const faulted = entry({ ordinal: 7, route: null, status: 500, drawn: ['a', 'b'], changed: ['b'] })
    await store.recordRequests(DEFAULT_BOARD, [entry(), faulted], at(0))
    await store.recordRequests(DEFAULT_BOARD, [entry({ method: 'POST' })], at(1))
    const { requests, total } = await store.listRequests(DEFAULT_BOARD, ALL)
    same(t, requests, [
      { number: 3, ...entry({ method: 'POST' }) },
      { number: 2, ...faulted },
      { number: 1, ...entry() },
    ])
    t.equal(total, 3)
  })

  rule('the journal can be filtered and paged', async (t, store) => {
    const entries = Array.from({ length: 30 }, (_, index) =>
      entry({ time: at(index), status: index % 3 === 0 ? 500 : 200, changed: index % 2 === 0 ? ['a'] : [] }),
    )
    await store.recordRequests(DEFAULT_BOARD, entries, at(30))
    const find = async (query: Partial<JournalQuery>) => {
      const { requests, total } = await store.listRequests(DEFAULT_BOARD, { ...ALL, ...query })
      return [requests.map(({ number }) => number), total]
    }
    t.strictSame(await find({ size: 2, page: 3 }), [[24, 23], 30])
    t.strictSame(await find({ size: 2, page: 15 }), [[], 30])
    t.strictSame(await find({ since: at(28) }), [[30, 29], 2])
    t.strictSame(await find({ status: 500, size: 2 }), [[28, 25], 10])
    t.strictSame(await find({ status: 500, faulted: true, size: 2 }), [[25, 19], 5])
    t.strictSame(await find({ faulted: false, size: 1 }), [[30], 15])
    t.strictSame(await find({ status: 404 }), [[], 0])
  })

  rule('the journal keeps the last 1,000 requests of each board', async (t, store) => {
    await store.createBoards([newBoard('a')], 10, at(0))
    await store.recordRequests('a', [entry()], at(0))
    for (let count = 0; count < 3; count++) {
      await store.recordRequests(DEFAULT_BOARD, Array(400).fill(entry()), at(0))
    }
    const { requests, total } = await store.listRequests(DEFAULT_BOARD, ALL)
    t.strictSame([total, requests[0]?.number, requests.at(-1)?.number], [1000, 1200, 201])
    t.equal((await store.listRequests('a', ALL)).total, 1)
  })

  rule('concurrent recordings get different numbers', async (t, store) => {
    await Promise.all(Array.from({ length: 20 }, () => store.recordRequests(DEFAULT_BOARD, [entry(), entry()], at(0))))
    const { requests } = await store.listRequests(DEFAULT_BOARD, ALL)
    t.strictSame(
      requests.map(({ number }) => number),
      Array.from({ length: 40 }, (_, index) => 40 - index),
    )
  })

  rule('recording requests touches a private board, unless it is deleted', async (t, store) => {
    await store.createBoards([newBoard('a')], 10, at(0))
    await store.recordRequests('a', [], at(50))
    t.match(await store.readState('a'), { usedAt: at(50) })
    await store.recordRequests('a', [entry()], at(40))
    t.match(await store.readState('a'), { usedAt: at(50) }, 'also if the clock goes back')
    await store.recordRequests(DEFAULT_BOARD, [entry()], at(50))
    t.match(await store.readState(DEFAULT_BOARD), { usedAt: null })
    await store.deleteBoard('a', at(60))
    await store.recordRequests('a', [entry()], at(60))
    t.equal((await store.listBoards({ page: 0, size: 1 })).total, 0)
  })
}
