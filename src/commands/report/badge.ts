import type { Report } from './report.js'
import { formatScore } from './verdict.js'

/** The colours of scores, from the highest minimum to the lowest. */
const COLOURS: readonly [minimum: number, colour: string][] = [
  [90, 'brightgreen'],
  [75, 'green'],
  [60, 'yellow'],
  [40, 'orange'],
  [0, 'red'],
]

/** Formats the score as the JSON of a shields.io endpoint badge. */
export function formatBadge({ score, isPassed, isProvisional }: Report, label: string): string {
  const message = score === undefined ? 'no score' : `${formatScore(score)}${isProvisional ? ' (provisional)' : ''}`
  const [, ofScore] = COLOURS.find(([minimum]) => score !== undefined && score >= minimum) ?? [0, 'lightgrey']
  const color = isPassed || score === undefined ? ofScore : 'red'
  return `${JSON.stringify({ schemaVersion: 1, label, message, color })}\n`
}
