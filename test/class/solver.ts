import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../helper.js'
import { visibleFaults } from './exchanges.js'
import type { Sent } from './expected-solutions.js'
import { type Hands, type SendOptions, solve, Unanswered } from './ways.js'

/** The longest pause of the slowest learner, in milliseconds. */
const PAUSE_MAX = 400

/** The servers of a class, of which one is killed. */
export interface Servers {
  /** The base URLs of those that run. */
  running: string[]
  killed?: { server: string; at: number }
  /** Resolves when a server is being killed. */
  whenKilled: Promise<void>
  /** Resolves after the kill, when the journal of each board has all that it will ever have of the killed server. */
  whenBack: Promise<void>
}

export interface Learner {
  board: string
  /** The challenges to solve, in the order of the learner. */
  chosen: readonly string[]
  /** In this order. */
  sent: Sent[]
  /** The requests to the killed server that no journal has. They count for nobody. */
  lost: Set<Sent>
}

export interface WorkOptions {
  servers: Servers
  /** Returns the statuses of the requests in the journal of a board, by request id. */
  readJournal: (board: string) => Promise<Map<string, number>>
  /** Returns an integer from 0 to before `end`. */
  random: (end: number) => number
  onSolved: () => void
}

/**
 * Solves the challenges of a learner. A request without a response ends an attempt, and so does the kill of a server. Then
 * the learner reads the journal, and tries again what was interrupted or lost.
 */
export async function work(learner: Learner, { servers, readJournal, random, onSolved }: WorkOptions): Promise<void> {
  const { board, sent, lost } = learner
  const pause = random(PAUSE_MAX)
  const queue = [...learner.chosen]
  const attempts: string[] = []
  let next = random(servers.running.length)
  let hasRecovered = false
  /** A claim whose response was lost. */
  let unanswered: { requestId: string; fault: string } | undefined

  const isInterrupted = () => servers.killed !== undefined && !hasRecovered
  const chooseServer = () => servers.running[next++ % servers.running.length] as string

  async function claim(requestId: string, fault: string): Promise<'right' | 'wrong' | undefined> {
    const entry = { requestId, attempt: attempts.length - 1, server: chooseServer(), method: 'POST', path: 'claims' }
    const reply = await fetch(`${entry.server}/b/${board}/claims`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ requestId, fault }),
    })
      .then(async (response) => ({ status: response.status, json: (await response.json()) as Json }))
      .catch(() => undefined)
    if (reply === undefined || reply.status >= 500) {
      unanswered = { requestId, fault }
      throw new Unanswered()
    }
    if (reply.status === 404) return undefined
    // A claim without a response can be there already.
    const verdict = reply.status === 409 ? 'right' : reply.json.verdict
    if (verdict === 'right') sent.push({ ...entry, claimed: fault, status: reply.status, at: Date.now() })
    return verdict
  }

  /** Finds the requests that were lost, and puts their challenges at the head of the queue. */
  async function recover(): Promise<void> {
    await servers.whenBack
    hasRecovered = true
    const known = await readJournal(board)
    for (const request of sent) {
      if (request.server !== servers.killed?.server || request.claimed !== undefined) continue
      const status = known.get(request.requestId)
      if (status === undefined) lost.add(request)
      // The service can have handled a request whose response was lost.
      else if (request.status === undefined) Object.assign(request, { status, at: servers.killed.at })
    }
    queue.unshift(...new Set([...lost].map(({ attempt }) => attempts[attempt] as string)))
    if (unanswered !== undefined) await claim(unanswered.requestId, unanswered.fault)
  }

  let spare = 20
  const hands: Hands = {
    async send(request, options = {}) {
      if (isInterrupted()) throw new Unanswered()
      const [method = '', path = ''] = request.split(' ')
      const { json, chosen } = options
      const target = { requestId: `request-${sent.length}`, server: chooseServer(), method, path, json, chosen }
      const entry: Sent = { ...target, attempt: attempts.length - 1 }
      sent.push(entry)
      const answer = await exchange(board, entry, options)
      if (answer === undefined || answer.status === 503) throw new Unanswered()
      const { seen, ...response } = answer
      return { ...Object.assign(entry, response, { at: Date.now() }), seen }
    },
    claim: ({ requestId }, fault) => claim(requestId, fault),
    async waitForJournal(requestId) {
      await poll(async () => {
        if (isInterrupted()) throw new Unanswered()
        return (await readJournal(board).catch(() => undefined))?.get(requestId)
      })
    },
    nextToDelete: () => spare--,
  }

  while (queue.length > 0 || !hasRecovered) {
    if (queue.length === 0) await servers.whenKilled
    if (isInterrupted()) await recover()
    const challenge = queue.shift()
    if (challenge === undefined) continue
    attempts.push(challenge)
    try {
      await solve(hands, challenge, random)
      onSolved()
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      if (!isInterrupted()) throw new Error('A server that runs has not answered')
      queue.unshift(challenge)
    }
    await sleep(random(pause + 1))
  }
}

/**
 * Sends a request, and reads the response.
 *
 * @returns what was received; `undefined` if the server has not answered
 */
async function exchange(board: string, { method, path, server, requestId, chosen, json }: Sent, options: SendOptions) {
  const { token, patience } = options
  const start = performance.now()
  try {
    const response = await fetch(`${server}/b/${board}/api/${path}`, {
      method,
      headers: {
        'x-request-id': requestId,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(chosen !== undefined && { prefer: `fault="${chosen.join(' ')}"` }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(patience !== undefined && { signal: AbortSignal.timeout(patience) }),
    })
    const { status } = response
    const text = await response.text()
    const kind = { method: method as 'GET', path: path.slice(path.indexOf('/')) }
    const isJudged = path.startsWith('buggy/') && status < 400
    const seen = isJudged || status === 500 ? visibleFaults(kind, status, text, performance.now() - start) : []
    return { status, seen, received: text === '' ? undefined : JSON.parse(text) }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return { status: 499, seen: [], received: undefined }
    // When a server is killed, fetch throws a TypeError. Any other error is a defect.
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}

/** Repeats a search until it finds something. */
export async function poll<Found>(search: () => Promise<Found | undefined>, patience = 20_000): Promise<Found> {
  const until = Date.now() + patience
  for (;;) {
    const found = await search()
    if (found !== undefined) return found
    if (Date.now() > until) throw new Error(`It did not happen in ${patience} ms: ${search}`)
    await sleep(50)
  }
}
