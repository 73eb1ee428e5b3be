import { FAULTS } from '../../../src/api/buggy/faults.js'
import { DISCONNECTED } from '../../../src/api/recorder/to-entry.js'
import { effectiveFaults } from './exchanges.js'
import type { Learner } from './learner.js'

/** A request in the log of the board. */
export interface LogEntry {
  requestId: string
  ordinal: number | null
  status: number
  changed: string[]
}

/** The part of a score that the simulation expects. */
export interface ExpectedScore {
  total: { happened: number; found: number; wrong: number }
  faults: { fault: string; happened: number; found: number; wrong: number }[]
  rightNone: number
  wrongNone: number
}

/**
 * Computes the score of a learner from the requests that have reached the store, and from the fault plan.
 *
 * @param plan the drawn faults by ordinal
 */
export function expectedScore(
  { sent, claims }: Learner,
  log: readonly LogEntry[],
  plan: readonly (readonly string[])[],
): ExpectedScore {
  const happened = new Map<string, string[]>()
  for (const { requestId, ordinal, status } of log) {
    const kind = sent.get(requestId)
    if (kind === undefined || ordinal === null || status === DISCONNECTED) continue
    const faults = effectiveFaults(kind, plan[ordinal] ?? [])
    happened.set(requestId, status === 503 ? faults.filter((fault) => fault === 'slow-response') : faults)
  }
  const isRight = ({ requestId, fault }: (typeof claims)[number]) => {
    const faults = happened.get(requestId) ?? []
    return fault === 'none' ? faults.length === 0 : faults.includes(fault)
  }
  const countClaims = (name: string, right: boolean) =>
    claims.filter((claim) => claim.fault === name && isRight(claim) === right).length
  const faults = FAULTS.map(({ name }) => ({
    fault: name,
    happened: [...happened.values()].filter((effective) => effective.includes(name)).length,
    found: countClaims(name, true),
    wrong: countClaims(name, false),
  }))
  const wrongNone = countClaims('none', false)
  const sum = (key: 'happened' | 'found' | 'wrong') => faults.reduce((total, fault) => total + fault[key], 0)
  return {
    total: { happened: sum('happened'), found: sum('found'), wrong: sum('wrong') + wrongNone },
    faults,
    rightNone: countClaims('none', true),
    wrongNone,
  }
}
