import { texts } from '../../texts/en/class.js'
import { ACTIVITY_MINUTES } from '../service/activity.js'

const BAR = 4
const HEIGHT = 18

/**
 * Returns the path of bars that show numbers.
 *
 * @param max the largest number of all sparklines that are compared
 */
export function sparklineOf(numbers: readonly number[], max: number): string {
  return numbers
    .map((number, index) => (number === 0 ? '' : `M${index * BAR + 1.5} ${HEIGHT}v-${heightOf(number, max)}`))
    .join('')
}

/** Even a single request is visible. */
const heightOf = (number: number, max: number) => Math.max(2, Math.round((number / max) * HEIGHT))

/** The requests of the last minutes as small bars. */
export function Sparkline({ path }: { path: string }) {
  return (
    <svg class="sparkline" viewBox={`0 0 ${ACTIVITY_MINUTES * BAR} ${HEIGHT}`} aria-hidden="true">
      <title>{texts.table.sparkline}</title>
      <path d={path} />
    </svg>
  )
}
