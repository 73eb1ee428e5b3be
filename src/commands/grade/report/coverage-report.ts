import type { Fact } from '../../report/report.js'
import type { Coverage } from './coverage.js'

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
