import { isDeepStrictEqual } from 'node:util'
import { createCaller, type Watch } from './caller.js'
import { type Found, findGaps, findLosses, type Ledger } from './ledger.js'
import { BUGGY_PREFIX } from './operations-on-buggy.js'

const PAGE_SIZE = 100

/** Looks at the whole board while no worker uses it. */
export function createInspector(watch: Watch) {
  const caller = createCaller(watch)

  /** Calls an operation without which there is nothing to look at. */
  async function need(...call: Parameters<typeof caller.call>) {
    const reply = await caller.call(...call)
    if (reply === undefined) throw new Error(`The board cannot be looked at: ${call[0]} failed`)
    return reply.json
  }

  /** Reads every task; the lists and the summary must count what is there. */
  async function read(): Promise<Found[]> {
    const board: Found[] = []
    const totals = new Set<number>()
    for (let page = 0; ; page++) {
      const query = `?size=${PAGE_SIZE}&page=${page}`
      const { content, totalElements } = await need('GET /tasks', 200, { query })
      totals.add(totalElements)
      if (content.length === 0) break
      board.push(...content)
    }
    if (!isDeepStrictEqual([...totals], [board.length])) {
      watch.onBreach(`lists tell ${[...totals].join(' and ')} tasks, and ${board.length} are there`)
    }
    const count = (status: string) => board.filter((task) => task.status === status).length
    const summary = {
      totalTasks: board.length,
      todoTasks: count('TODO'),
      inProgressTasks: count('IN_PROGRESS'),
      doneTasks: count('DONE'),
    }
    const told = await need('GET /tasks/summary', 200)
    if (!isDeepStrictEqual(told, summary)) {
      watch.onBreach(`the summary is ${JSON.stringify(told)}, and the board is ${JSON.stringify(summary)}`)
    }
    return board
  }

  return {
    /** Throws where there are tasks: what is not of this run is neither compared nor deleted. */
    async expectEmpty(): Promise<void> {
      if ((await read()).length > 0) throw new Error('The soak needs an empty board')
    },

    /** Holds the board against what was acknowledged; resolves with its number of tasks. */
    async check(ledgers: Ledger[]): Promise<number> {
      for (const { id, title } of await read()) {
        if (title.startsWith(BUGGY_PREFIX)) await need('DELETE /tasks/{id}', 204, { ids: [id] })
      }
      const board = await read()
      for (const breach of [...findLosses(ledgers, board), ...findGaps(board)]) watch.onBreach(breach)
      return board.length
    },

    /** Deletes all tasks, as only an administrator may. */
    async clear(): Promise<void> {
      const body = { username: 'admin', password: 'admin123' }
      caller.session = await need('POST /auth/login', 200, { variant: 'v2', body })
      await need('DELETE /tasks', 204, { variant: 'v2' })
      const { length } = await read()
      if (length > 0) watch.onBreach(`${length} tasks are there after all were deleted`)
    },

    close: caller.close,
  }
}
