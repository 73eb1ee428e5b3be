import { isDeepStrictEqual } from 'node:util'
import { createCaller, type Watch } from './caller.js'
import { type Found, findGaps, findLosses, type Ledger } from './ledger.js'
import { BUGGY_PREFIX } from './operations-on-buggy.js'

const PAGE_SIZE = 100

/** Checks a full board while no worker uses it. */
export function createInspector(watch: Watch, path: string) {
  const caller = createCaller(watch, path)

  /** Calls an operation that must succeed. */
  async function mustCall(...call: Parameters<typeof caller.call>) {
    const reply = await caller.call(...call)
    if (reply === undefined) throw new Error(`The board cannot be checked: ${call[0]} failed`)
    return reply.json
  }

  /** Reads every task, and compares the totals of the lists and the summary with the tasks. */
  async function read(): Promise<Found[]> {
    const board: Found[] = []
    const totals = new Set<number>()
    for (let page = 0; ; page++) {
      const query = `?size=${PAGE_SIZE}&page=${page}`
      const { content, totalElements } = await mustCall('GET /tasks', 200, { query })
      totals.add(totalElements)
      if (content.length === 0) break
      board.push(...content)
    }
    if (!isDeepStrictEqual([...totals], [board.length])) {
      watch.onBreach(`the lists report ${[...totals].join(' and ')} tasks, but there are ${board.length}`)
    }
    const count = (status: string) => board.filter((task) => task.status === status).length
    const expected = {
      totalTasks: board.length,
      todoTasks: count('TODO'),
      inProgressTasks: count('IN_PROGRESS'),
      doneTasks: count('DONE'),
    }
    const summary = await mustCall('GET /tasks/summary', 200)
    if (!isDeepStrictEqual(summary, expected)) {
      watch.onBreach(`the summary is ${JSON.stringify(summary)}, but the board is ${JSON.stringify(expected)}`)
    }
    return board
  }

  return {
    /** @throws if the board has tasks. The run compares and deletes only its own tasks. */
    async expectEmpty(): Promise<void> {
      if ((await read()).length > 0) throw new Error('The soak test needs an empty board')
    },

    /** Compares the board with what was acknowledged, and returns the number of tasks. */
    async check(ledgers: Ledger[]): Promise<number> {
      for (const { id, title } of await read()) {
        if (title.startsWith(BUGGY_PREFIX)) await mustCall('DELETE /tasks/{id}', 204, { ids: [id] })
      }
      const board = await read()
      for (const breach of [...findLosses(ledgers, board), ...findGaps(board)]) watch.onBreach(breach)
      return board.length
    },

    /** Deletes all tasks as an administrator. */
    async clear(): Promise<void> {
      const body = { username: 'admin', password: 'admin123' }
      caller.session = await mustCall('POST /auth/login', 200, { variant: 'v2', body })
      await mustCall('DELETE /tasks', 204, { variant: 'v2' })
      const { length } = await read()
      if (length > 0) watch.onBreach(`${length} tasks exist after all tasks were deleted`)
    },

    close: caller.close,
  }
}
