import type { Class } from '../../../src/classroom/classes/schemas.js'
import { EmptyState } from '../../shared/parts/empty-state.js'
import { Bug } from '../../shared/parts/icons.js'
import { texts } from '../../texts/en/class.js'

const { chart } = texts

/** A chart of the faults that the class has found and missed, by fault. */
export function FaultsChart({ faults }: { faults: Class['faults'] }) {
  const shown = faults.filter(({ happened, wrong }) => happened !== 0 || wrong !== 0)
  const max = Math.max(1, ...shown.map(({ happened }) => happened ?? 0))
  return (
    <section aria-labelledby="faults-chart" class="faults-chart">
      <h2 id="faults-chart">{chart.heading}</h2>
      {shown.length === 0 ? (
        <EmptyState icon={Bug}>
          <p>{chart.empty}</p>
        </EmptyState>
      ) : (
        <>
          <p class="legend" aria-hidden="true">
            <span class="found">{chart.found}</span> <span class="missed">{chart.missed}</span>
          </p>
          <ul data-testid="faults-chart">
            {shown.map(({ fault, happened, found, wrong }) => (
              <Bar key={fault} fault={fault} happened={happened ?? 0} found={found ?? 0} wrong={wrong ?? 0} max={max} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

interface BarProps {
  fault: string
  happened: number
  found: number
  wrong: number
  /** The largest number of faults of a bar. */
  max: number
}

function Bar({ fault, happened, found, wrong, max }: BarProps) {
  return (
    <li data-testid="fault-bar">
      <span class="fault-name">{fault}</span>
      <span class="bar" aria-hidden="true">
        <span class="found" style={{ flexGrow: found }} />
        <span class="missed" style={{ flexGrow: happened - found }} />
        <span style={{ flexGrow: max - happened }} />
      </span>
      <span class="fault-numbers">{chart.numbers(found, happened, wrong)}</span>
    </li>
  )
}
