import t from 'tap'
import { judge } from '../../../src/rules/client-habits/judge.js'
import type { Observation } from '../../../src/rules/client-habits/observation.js'
import type { DrillEnd, Verdict } from '../../../src/rules/client-habits/row.js'

export const END: DrillEnd = { endedAt: 60_000, wasStopped: false }
export const STOPPED: DrillEnd = { endedAt: 1000, wasStopped: true }

/** What a case says besides its requests: how the drill ended, the reason, and the indexes of the requests that prove it. */
type Details = Partial<DrillEnd> & { reason?: string; proof?: readonly number[] }
export type Case = [title: string, verdict: Verdict['verdict'], requests: Observation[], details?: Details]

/** When the cases begin, in milliseconds: only differences of times count. */
const START = 100_000

/** Checks the verdict on the only situation of each case. */
export function cases(situation: string, list: readonly Case[]): void {
  for (const [title, verdict, requests, { reason, proof, ...end } = {}] of list) {
    t.test(`${situation}: ${title}: ${verdict} (decision 152)`, async (t) => {
      const later = requests.map((one) => ({
        ...one,
        arrivedAt: START + one.arrivedAt,
        endedAt: START + one.endedAt,
      }))
      const all = judge(later, { ...END, ...end, endedAt: START + (end.endedAt ?? END.endedAt) })
      const [found, ...others] = all.filter((one) => one.situation === situation)
      t.strictSame(others, [])
      t.equal(found?.verdict, verdict, String(found?.reason))
      if (reason !== undefined) t.equal(found?.reason, reason)
      const proving = found?.requestIds.map((id) => requests.findIndex(({ requestId }) => requestId === id))
      if (proof === undefined) t.notOk(proving?.includes(-1))
      else t.strictSame(proving, proof)
    })
  }
}
