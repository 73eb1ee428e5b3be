import { createDraw } from '../../api/buggy/draw.js'
import { PROFILES } from '../../api/buggy/profiles.js'
import type { DrilledRequest, DrillProfile } from '../../rules/client-habits/drill.js'
import { pageOf } from '../../rules/client-habits/goals.js'

/** The limits of the delay of slow responses and bodies, in milliseconds. */
export const DRILL_DELAY = [2000, 3000] as const

/** The faults of the attempts of one request, in turn. Further attempts have none. */
type Faults = readonly string[]

/** The faults of creates. They are spread over the 20 creates. */
const OF_CREATES: readonly Faults[] = [
  ['server-error'],
  ['connection-reset'],
  ['lost-response'],
  ['rate-limited'],
  ['unavailable'],
  ['html-error'],
  ['slow-response'],
]

/** The faults of the changes of different tasks. */
const OF_CHANGES: readonly Faults[] = [
  ['server-error', 'server-error'],
  ['connection-reset'],
  ['lost-response'],
  ['unavailable'],
  ['slow-response'],
]

/** The faults of the reads of different pages. */
const OF_READS: readonly Faults[] = [
  ['server-error', 'server-error'],
  ['connection-reset', 'connection-reset'],
  ['lost-response'],
  ['truncated-body'],
  ['empty-response'],
  ['malformed-json'],
  ['wrong-content-type'],
  ['html-error'],
  ['rate-limited'],
  ['slow-body'],
]

/** The first create with a fault, and the last one, counted from 0. */
const FIRST_CREATE = 1
const LAST_CREATE = 19

/**
 * Creates the script of a drill: every situation of a profile occurs at least once for a client that does the stated task,
 * whatever it does about the others. The faults depend on how many requests of a kind there were, and on the attempt, and
 * not on the order of all requests, so clients that send requests at the same time meet the same situations, with other
 * tasks and pages.
 *
 * @param seed decides which create, change and page has which fault
 * @returns a function that returns the faults of the next request
 */
export function createScript(profile: DrillProfile, seed: number): (request: DrilledRequest) => readonly string[] {
  const rates = PROFILES[profile] ?? {}
  const inOrder = (all: readonly Faults[], purpose: string) => {
    const draw = createDraw(seed, 0, purpose)
    return all
      .filter((faults) => faults.every((name) => (rates[name] ?? 0) > 0))
      .map((faults) => ({ faults, rank: draw.fraction(faults.join()) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ faults }) => faults)
  }
  const ofCreates = spread(inOrder(OF_CREATES, 'creates'))
  const changes = attemptsWith(inOrder(OF_CHANGES, 'changes'))
  const reads = attemptsWith(inOrder(OF_READS, 'reads'))
  const always = (rates.overload ?? 0) > 0 ? ['overload'] : []
  let creates = 0
  return (request) => {
    const { method, target } = request
    if (method === 'POST' && target === '/tasks') return [...(ofCreates.get(creates++) ?? []), ...always]
    if (method === 'PUT') return [...changes(target), ...always]
    const page = pageOf(request)
    return page === undefined ? always : [...reads(String(page)), ...always]
  }
}

/** Spreads faults over the creates, with as many others between them as possible. Returns them by the number of the create. */
function spread(all: readonly Faults[]): Map<number, Faults> {
  const step = (LAST_CREATE - FIRST_CREATE) / Math.max(1, all.length - 1)
  return new Map(all.map((faults, index) => [FIRST_CREATE + Math.round(index * step), faults]))
}

/** Gives the attempts of each new request the next faults of a list. */
function attemptsWith(all: readonly Faults[]): (key: string) => readonly string[] {
  const left = [...all]
  const planned = new Map<string, string[]>()
  return (key) => {
    const faults = planned.get(key) ?? [...(left.shift() ?? [])]
    planned.set(key, faults)
    const next = faults.shift()
    return next === undefined ? [] : [next]
  }
}
