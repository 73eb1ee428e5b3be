import { randomBytes } from 'node:crypto'
import { DEFAULT_BOARD } from '../../../../src/contract/board-id.js'
import { BoardNotFound } from '../../../../src/contract/errors.js'
import type { Exchange } from '../../../../src/rules/expected-vs-actual/exchange.js'
import { packExchange } from '../../../../src/rules/expected-vs-actual/segment.js'
import type { LogEntry, LogQuery } from '../../../../src/rules/log/entry.js'
import { at, entry, newBoard, type Rule, same, values } from './shared.js'

const ALL: LogQuery = { page: 0, size: 2000 }

/** Returns an exchange whose request has this body. */
function exchangeOf(text: string): Exchange {
  return {
    request: { mediaType: null, body: { text, bytes: text.length } },
    response: { status: 200, headers: {}, body: { text: null, bytes: 0 } },
    firstByte: 1,
    disconnected: false,
  }
}

export function logRules(rule: Rule): void {
  rule('requests after a number are listed, oldest first', async (t, store) => {
    const entries = Array.from({ length: 1002 }, (_, index) => entry({ requestId: `request ${index + 1}` }))
    await store.recordRequests(DEFAULT_BOARD, entries, at(0))
    const idsAfter = async (number: number) =>
      (await store.listRequestsAfter(DEFAULT_BOARD, number, 2)).map(({ requestId }) => requestId)
    t.strictSame(await idsAfter(0), ['request 3', 'request 4'], 'the log has only the last 1,000')
    t.strictSame(await idsAfter(1001), ['request 1002'])
    t.strictSame(await idsAfter(1002), [])
    same(t, await store.listRequestsAfter(DEFAULT_BOARD, 1001, 1), [
      { ...entry({ requestId: 'request 1002' }), hintsTaken: 0, claims: [], number: 1002 },
    ])
  })

  rule('the log keeps the last 1,000 requests of each board', async (t, store) => {
    await store.createBoards([newBoard('a')], 10, at(0))
    await store.recordRequests('a', [entry()], at(0))
    for (let count = 0; count < 3; count++) {
      await store.recordRequests(DEFAULT_BOARD, Array(400).fill(entry()), at(0))
    }
    const { requests, total } = await store.listRequests(DEFAULT_BOARD, ALL)
    t.strictSame([total, requests[0]?.number, requests.at(-1)?.number], [1000, 1200, 201])
    t.equal((await store.listRequests('a', ALL)).total, 1)
    for (let count = 0; count < 110; count++) await store.recordRequests(DEFAULT_BOARD, [entry()], at(0))
    const later = await store.listRequests(DEFAULT_BOARD, { ...ALL, status: 200 })
    t.strictSame([later.total, later.requests[0]?.number, later.requests.at(-1)?.number], [1000, 1310, 311])
  })

  rule('a log lists the last 1,000 requests, however long their targets are', async (t, store) => {
    await store.createBoards([newBoard('a')], 10, at(0))
    const record = (board: string, count: number, overrides: Partial<LogEntry>) =>
      store.recordRequests(board, Array(count).fill(entry(overrides)), at(0))
    const numbers = async (board: string) => {
      const { requests, total } = await store.listRequests(board, ALL)
      return [total, requests[0]?.number, requests.at(-1)?.number]
    }
    const longest = { path: `/${'x'.repeat(1023)}`, query: 'é'.repeat(1024), requestId: 'r'.repeat(128) }
    await record('a', 100, {})
    for (let count = 0; count < 5; count++) await record(DEFAULT_BOARD, 500, longest)
    t.strictSame(await numbers(DEFAULT_BOARD), [1000, 2500, 1501])
    t.strictSame(await numbers('a'), [100, 100, 1], 'other boards are not affected')
  })

  rule('a request is found by its id, with its exchange (decision 128)', async (t, store) => {
    const record = (text: string, ...ids: string[]) =>
      store.recordRequests(
        DEFAULT_BOARD,
        ids.map((requestId) => entry({ requestId, exchange: packExchange(exchangeOf(`${requestId} ${text}`)) })),
        at(0),
        50_000,
      )
    const find = async (requestId: string) => {
      const found = await store.findRequest(DEFAULT_BOARD, requestId)
      return found && [found.request.number, found.exchange?.request.body.text?.slice(0, 7)]
    }
    await record('first', 'a', 'b')
    await record('other', 'c', 'b')
    t.strictSame(await find('a'), [1, 'a first'])
    t.strictSame(await find('b'), [4, 'b other'], 'the latest request with this id')
    t.equal(await find('unknown'), undefined)
    await record(randomBytes(20_000).toString('hex'), 'd')
    t.strictSame(await find('c'), [3, 'c other'])
    for (const id of ['e', 'f', 'g', 'h']) await record(`large ${randomBytes(20_000).toString('hex')}`, id)
    t.strictSame(await find('c'), [3, undefined], 'the oldest exchanges were deleted')
    t.strictSame(await find('h'), [9, 'h large'])
    const large = (requestId: string) => entry({ requestId, exchange: packExchange(exchangeOf(`${requestId} large`)) })
    const three = [large('i'), entry({ requestId: 'j' }), large('k')]
    await store.recordRequests(DEFAULT_BOARD, three, at(0), 50_000)
    t.strictSame(await find('j'), [11, undefined], 'a request without an exchange between others')
    t.strictSame(await find('k'), [12, 'k large'])
    await store.resetBoard(DEFAULT_BOARD)
    t.strictSame(await find('k'), [12, undefined], 'a reset deletes exchanges')
  })

  rule('several boards and single boards can be written at the same time', async (t, store) => {
    const ids = Array.from({ length: 30 }, (_, index) => `board-${(index * 7) % 30}`)
    await store.createBoards(
      ids.map((id) => newBoard(id)),
      100,
      at(0),
    )
    await Promise.all(
      ids.flatMap((id, index) => [
        store.createTask(id, values(), at(1)),
        ...(index % 3 === 0 ? ids.map((board) => store.recordRequests(board, [entry()], at(1))) : []),
      ]),
    )
    for (const id of ids) {
      const numbers = (await store.listRequests(id, ALL)).requests.map(({ number }) => number)
      t.strictSame(numbers, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
      t.equal((await store.countTasks(id)).totalTasks, 1)
    }
  })

  rule('concurrent recordings get different numbers', async (t, store) => {
    await Promise.all(Array.from({ length: 20 }, () => store.recordRequests(DEFAULT_BOARD, [entry(), entry()], at(0))))
    const { requests } = await store.listRequests(DEFAULT_BOARD, ALL)
    const numbers = requests.map(({ number }) => number)
    t.strictSame(
      numbers,
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
    await store.deleteBoard('a')
    await t.rejects(store.recordRequests('a', [entry()], at(60)), BoardNotFound)
    t.equal((await store.listBoards({ page: 0, size: 1 })).total, 0)
  })
}
