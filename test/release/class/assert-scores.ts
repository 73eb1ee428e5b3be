import type { Test } from 'tap'
import { type ExpectedScore, expectedScore, type LogEntry } from './expected-score.js'
import type { Learner } from './learner.js'

/** The most requests that one learner sends, so that the log has all of them. */
const LOG_MAX = 1000

/** A class whose learners have used their boards. */
export interface LearnedClass {
  id: string
  learners: Learner[]
  /** Sends a request with the trainer secret, and returns the JSON of the response. */
  get<Body>(path: string): Promise<Body>
}

interface Page {
  content: LogEntry[]
  totalPages: number
}

interface Plan {
  requests: { faults: string[] }[]
}

/** An expected score, and the number of responses that count for nobody. */
export type Expectation = ExpectedScore & { lost: number }

/** Asserts that the score of each learner is the expected one, also on the dashboard, and returns the expectations. */
export async function assertScores(t: Test, { id, learners, get }: LearnedClass): Promise<Expectation[]> {
  const expectations: Expectation[] = []
  const dashboard = await get<{ boards: { id: string; total: object }[] }>(`/classes/${id}`)
  for (const learner of learners) {
    const { board, sent, answered, skill } = learner
    t.ok(sent.size < LOG_MAX)
    const log: LogEntry[] = []
    for (let page = 0, last = false; !last; page++) {
      const { content, totalPages } = await get<Page>(`/boards/${board}/requests?size=100&page=${page}`)
      log.push(...content)
      last = page + 1 >= totalPages
    }
    const plan: Plan['requests'] = []
    for (let from = 0; from < LOG_MAX; from += 100) {
      const { requests } = await get<Plan>(`/boards/${board}/faults/plan?from=${from}&count=100`)
      plan.push(...requests)
    }
    const expected = expectedScore(
      learner,
      log,
      plan.map(({ faults }) => faults),
    )
    t.match(await get(`/boards/${board}/score`), expected, `the score of a learner: ${skill}`)
    const row = dashboard.boards.find((row) => row.id === board)
    t.match(row?.total, expected.total, 'the same on the dashboard')
    const known = new Set(log.map(({ requestId }) => requestId))
    const lost = [...answered].filter((requestId) => !known.has(requestId)).length
    t.comment(
      `${skill}: ${sent.size} requests, ${lost} not counted, ${learner.claims.length} claims, ${JSON.stringify(expected.total)}`,
    )
    expectations.push({ ...expected, lost })
  }
  return expectations
}
