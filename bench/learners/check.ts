import { createClient } from '../soak/client.js'
import type { Learner } from './learner.js'
import type { Found } from './messages.js'

/** The maximum number of elements of a page. */
const PAGE_SIZE = 100

/**
 * Looks for everything that the service has acknowledged: tasks with their last title and column, deletions, claims, and
 * all requests to variants in the log.
 */
export async function checkLearners(origin: string, learners: readonly Learner[]): Promise<Found> {
  const client = createClient()
  const found: Found = { tasks: 0, claims: 0, requests: 0, lost: [] }

  /** Returns all elements of a list. */
  async function readAll(url: string): Promise<Record<string, unknown>[]> {
    const all: Record<string, unknown>[] = []
    for (let page = 0; ; page++) {
      const { status, json } = await client.send(`${url}?size=${PAGE_SIZE}&page=${page}`, 'GET')
      if (status !== 200) throw new Error(`${url} returned ${status}`)
      all.push(...json.content)
      if (page + 1 >= json.totalPages) return all
    }
  }

  for (const { base, ledger } of learners) {
    const miss = (what: string) => found.lost.push(`${what} of ${base}`)
    const tasks = new Map((await readAll(`${origin}${base}/api/v1/tasks`)).map((task) => [task.id, task]))
    for (const [id, { title, status }] of ledger.tasks) {
      const task = tasks.get(id)
      if (task?.title !== title || task.status !== status) miss(`task ${id}`)
    }
    for (const id of ledger.deleted) if (tasks.has(id)) miss(`deletion of task ${id}`)
    const { length } = await readAll(`${origin}${base}/claims`)
    if (length !== ledger.claims) miss(`${ledger.claims - length} claims`)
    const logged = new Set((await readAll(`${origin}${base}/requests`)).map(({ requestId }) => requestId))
    for (const id of ledger.requests) if (!logged.has(id)) miss(`request ${id}`)
    found.tasks += ledger.tasks.size + ledger.deleted.size
    found.claims += ledger.claims
    found.requests += ledger.requests.length
  }
  client.close()
  return found
}
