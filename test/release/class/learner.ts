import { setTimeout as sleep } from 'node:timers/promises'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { KINDS, type Kind, visibleFaults } from './exchanges.js'

/** How well a learner claims. */
export const SKILLS = ['perfect', 'at random', 'never claims', 'overlooks date-mix'] as const
export type Skill = (typeof SKILLS)[number]

/** What a learner has done. */
export interface Learner {
  board: string
  skill: Skill
  /** The kinds of the requests by their ids. */
  sent: Map<string, Kind>
  /** The ids of the requests that have got a response. */
  answered: Set<string>
  /** The claims that the service has accepted. */
  claims: { requestId: string; fault: string }[]
}

/** The time between two requests of a learner, in milliseconds. */
const PAUSE = 500
/** The time after which a learner repeats a request that has got no response, in milliseconds. */
const RETRY = 250

const CLAIMABLE = [...FAULTS.map(({ name }) => name), 'none']

/**
 * Uses a board until the lesson is over. A request without a response is sent again with another id.
 *
 * @param server the base URL of the service
 */
export async function learn(learner: Learner, server: string, isOver: () => boolean) {
  const { board, sent, answered } = learner

  async function send(path: string, options: RequestInit): Promise<Response | undefined> {
    // A connection of its own, so that a stopping server can reject none that it has not read.
    const headers = { 'content-type': 'application/json', connection: 'close', ...options.headers }
    return fetch(`${server}/b/${board}${path}`, { ...options, headers }).catch(() => undefined)
  }

  async function claim(requestId: string, fault: string): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const response = await send('/claims', { method: 'POST', body: JSON.stringify({ requestId, fault }) })
      const status = response?.status
      await response?.arrayBuffer()
      // A claim whose response was lost is there already.
      if (status === 201 || (status === 409 && attempt > 0)) learner.claims.push({ requestId, fault })
      if (status === 201 || status === 409 || status === 404) return
      if (status !== undefined && status < 500) throw new Error(`The claim was refused with ${status}`)
      await sleep(RETRY)
    }
  }

  function choose(seen: string[]): string[] {
    const { skill } = learner
    if (skill === 'never claims') return []
    if (skill === 'at random')
      return Math.random() < 0.3 ? [CLAIMABLE[Math.floor(Math.random() * CLAIMABLE.length)] ?? ''] : []
    return skill === 'perfect' ? seen : seen.filter((fault) => fault !== 'date-mix')
  }

  for (let number = 0; !isOver(); number++) {
    const kind = KINDS[number % KINDS.length] as Kind
    const requestId = `request-${number}`
    sent.set(requestId, kind)
    const start = performance.now()
    const response = await send(`/api/buggy${kind.path}`, {
      method: kind.method,
      headers: { 'x-request-id': requestId },
      ...(kind.body && { body: JSON.stringify(kind.body) }),
    })
    const text = await response?.text().catch(() => undefined)
    if (response === undefined || text === undefined || response.status === 503) {
      await sleep(RETRY)
      continue
    }
    answered.add(requestId)
    const seen = visibleFaults(kind, response.status, text, performance.now() - start)
    for (const fault of choose(seen)) await claim(requestId, fault)
    await sleep(PAUSE)
  }
}
