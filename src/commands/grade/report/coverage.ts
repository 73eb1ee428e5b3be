import type { SeenExchange } from '../../../app/grading.js'
import { GRADED_VARIANTS, type GradedVariant } from '../../../contract/names.js'
import type { Fact } from '../../report/report.js'
import { boundariesIn, boundariesOf } from './boundaries.js'
import { readContract } from './contract.js'
import { followTasks, TRANSITIONS } from './transitions.js'

/** What the requests of a suite have reached on correct boards, and what they have not. */
export type Coverage = ReturnType<ReturnType<typeof collectCoverage>['result']>

/** Starts to collect the coverage of the runs of a suite on correct boards. */
export function collectCoverage(variant: GradedVariant) {
  const { operations, statuses, limits } = readContract(variant)
  // A suite that is graded with v2 can test both.
  const counted: readonly string[] = variant === 'v2' ? GRADED_VARIANTS : [variant]
  const boundaries = limits.flatMap(boundariesOf).map(({ name }) => name)
  const seen = new Set<string>()
  const part = (names: readonly string[]) => ({
    reached: names.filter((name) => seen.has(name)),
    missing: names.filter((name) => !seen.has(name)),
  })
  return {
    /** Returns a function that takes the exchanges of one run. */
    startRun() {
      const transitionOf = followTasks()
      return (exchange: SeenExchange): void => {
        const { operation, method, status } = exchange
        if (!counted.includes(exchange.variant) || operation === null || method === 'HEAD') return
        seen.add(operation).add(`${operation} ${status}`)
        for (const limit of limits) for (const name of boundariesIn(limit, exchange)) seen.add(name)
        const transition = transitionOf(exchange)
        if (transition !== undefined) seen.add(transition)
      }
    },
    result: () => ({
      operations: part(operations),
      /** The documented statuses of each operation. */
      statuses: part(statuses),
      /** The values at and beyond each limit. */
      boundaries: part(boundaries),
      /** The statuses in which tasks were created and deleted, and between which they were moved. */
      transitions: part(TRANSITIONS),
    }),
  }
}

/** The words for each part of a coverage. */
const PARTS: readonly [part: keyof Coverage, words: string][] = [
  ['operations', 'operations'],
  ['statuses', 'statuses'],
  ['boundaries', 'boundary values'],
  ['transitions', 'transitions'],
]

/** Describes what a suite has reached: shares for all formats, and what it has not reached for those with space. */
export function coverageFacts(coverage: Coverage | null): Fact[] {
  if (coverage === null) return []
  const shareOf = ({ reached, missing }: Coverage[keyof Coverage]) =>
    `${reached.length} of ${reached.length + missing.length}`
  const missing = PARTS.filter(([part]) => coverage[part].missing.length > 0).map(([part, words]) => ({
    label: `Unreached ${words}`,
    value: coverage[part].missing.join(', '),
    isLong: true,
  }))
  return [
    { label: 'Reached', value: PARTS.map(([part, words]) => `${shareOf(coverage[part])} ${words}`).join(', ') },
    ...missing,
  ]
}
