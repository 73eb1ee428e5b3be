import { useEffect, useState } from 'preact/hooks'
import { longFacts, rowsByStatus, type ShownReport } from '../../src/commands/report/report.js'
import { report as texts } from '../texts/en/report.js'
import { FactValue } from './fact-value.js'
import { FilterBar } from './filter-bar.js'
import { isShown, NO_FILTER, sharedTags } from './filter-rows.js'
import { Overview } from './overview.js'
import { RowList } from './row-list.js'
import { rowId, useOpenRow } from './use-open-row.js'

/** A report: the overview, the filters, and a list whose rows open. */
export function ReportApp({ report }: { report: ShownReport }) {
  const [filter, setFilter] = useState(NO_FILTER)
  const [open, setOpen] = useOpenRow()
  const tags = sharedTags(report.rows)
  // A link leads to its row, whatever the filter is.
  const rows = report.rows.filter((row) => row.name === open || isShown(row, filter))
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      document.getElementById('search')?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Overview report={report} onGroup={(group) => setFilter({ ...NO_FILTER, group })} />
      <main>
        <FilterBar
          {...{ report, filter, tags, shown: rows.length }}
          onChange={setFilter}
          onEnter={() => {
            const [first] = rows
            if (first === undefined) return
            setOpen(first.name)
            document.getElementById(rowId(first.name))?.querySelector('button')?.focus()
          }}
        />
        {rows.length === 0 && <p class="hint">{texts.nothing}</p>}
        {rowsByStatus({ ...report, rows }).map(([status, shown]) => (
          <RowList
            key={status}
            {...{ status, open, tags, rows: shown, heading: report.sections[status] ?? status }}
            onOpen={setOpen}
          />
        ))}
        {longFacts(report).map((fact) => (
          <details key={fact.label}>
            <summary>{fact.label}</summary>
            <FactValue fact={fact} />
          </details>
        ))}
      </main>
    </>
  )
}
