import { setTimeout as sleep } from 'node:timers/promises'
import { type Latency, measureLatency } from '../measure/latency.js'
import { figure } from '../report/figure.js'
import { spreadOf } from '../report/statistics.js'
import { get } from '../workloads/workload.js'
import { createBoard, createClass, send } from './api.js'

const LEARNERS = 30
/** The time between two requests of a learner, in milliseconds. */
const PAUSE = 500
const ROUNDS = 5
const SECONDS = 5
/** The requests per second to the board of somebody else. */
const RATE = 100

/**
 * Measures the latency of another board under the load of a class: without pages, and with the page of every learner and
 * the page of the trainer. Both are measured in turn.
 */
export async function measureNeighbours(origin: string): Promise<{ heading: string[]; rows: string[][] }> {
  const created = await createClass(origin, LEARNERS)
  const quiet = new URL(await createBoard(origin, { fixture: 'demo' })).pathname
  const boards = created.boards.map(({ baseUrl }) => origin + new URL(baseUrl).pathname)
  const load = new AbortController()
  const learners = boards.map((base) => work(base, load.signal))
  const results: Record<'without' | 'with', Latency[]> = { without: [], with: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const situations = ['without', 'with'] as const
    for (const situation of round % 2 === 0 ? situations : situations.toReversed()) {
      const pages = new AbortController()
      if (situation === 'with') {
        for (const base of boards) openBoardPage(base, pages.signal)
        openStream(`${origin}/classes/${created.id}/events`, pages.signal, () => {}, created.trainerSecret)
      }
      await sleep(1000)
      const sequence = () => get(`${quiet}/api/v1/tasks/1`)
      const latency = await measureLatency({ origin, sequence, from: 0, connections: 10 }, RATE, SECONDS)
      if (latency === undefined) throw new Error('The machine is too slow for the rate')
      results[situation].push(latency)
      pages.abort()
    }
  }
  load.abort()
  await Promise.all(learners)
  const row = (title: string, latencies: readonly Latency[]) => [
    title,
    ...(['p50', 'p99'] as const).map((key) => figure(spreadOf(latencies.map((latency) => latency[key])).median)),
  ]
  const ratios = (key: 'p50' | 'p99') =>
    spreadOf(results.with.map((latency, round) => latency[key] / (results.without[round]?.[key] ?? 1))).median
  return {
    heading: ['Another board, under the load of a class of 30', 'median, ms', '99 %, ms'],
    rows: [
      row('without pages', results.without),
      row('30 pages of boards and the page of the trainer', results.with),
      ['ratio', figure(ratios('p50')), figure(ratios('p99'))],
    ],
  }
}

/** Sends requests as a learner does: reads and claims about buggy, and moves that the page of the board shows. */
async function work(base: string, signal: AbortSignal): Promise<void> {
  for (let request = 0; !signal.aborted; request++) {
    if (request % 4 === 0) {
      const json = { targetStatus: 'TODO', targetIndex: request % 5 }
      await send('POST', `${base}/api/v1/tasks/1/reorder`, json)
    } else {
      const response = await fetch(`${base}/api/buggy/tasks?size=5`)
      await response.arrayBuffer()
    }
    await sleep(PAUSE)
  }
}

/** Does what the page of a board does: it loads all columns and the summary after each change. */
function openBoardPage(base: string, signal: AbortSignal): void {
  let isLoading = false
  let isStale = false
  async function refresh(): Promise<void> {
    isStale = true
    if (isLoading) return
    isLoading = true
    while (isStale && !signal.aborted) {
      isStale = false
      const lists = ['TODO', 'IN_PROGRESS', 'DONE'].map(
        (status) => `/tasks?status=${status}&sort=sortOrder&page=0&size=100`,
      )
      await Promise.all([...lists, '/tasks/summary'].map((path) => send('GET', `${base}/api/v1${path}`)))
    }
    isLoading = false
  }
  openStream(`${base}/events`, signal, (text) => {
    if (text.includes('event: board')) refresh()
  })
}

/** Reads an event stream until the signal aborts. */
async function openStream(url: string, signal: AbortSignal, onText: (text: string) => void, token?: string) {
  try {
    const response = await fetch(url, {
      signal,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) onText(decoder.decode(chunk as Uint8Array, { stream: true }))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
