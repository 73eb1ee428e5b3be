import { rowsByStatus, type ShownReport } from '../../src/commands/report/report.js'
import { report as texts } from '../texts/en/report.js'
import { type Filter, NO_FILTER } from './filter-rows.js'

interface FilterBarProps {
  report: ShownReport
  filter: Filter
  /** The tags to choose from. */
  tags: readonly string[]
  /** The number of rows that the list shows. */
  shown: number
  onChange(filter: Filter): void
  /** Called when the user presses Enter in the search. */
  onEnter(): void
}

/** The search and the filters above the list. */
export function FilterBar({ report, filter, tags, shown, onChange, onEnter }: FilterBarProps) {
  const { rows, sections } = report
  const groups = [...new Set(rows.map(({ group }) => group))]
  const statuses = rowsByStatus(report).map(([status, { length }]): [string, string] => [
    status,
    `${sections[status]} (${length})`,
  ])
  const named = (names: readonly string[]) => names.map((name): [string, string] => [name, name])
  return (
    <search class="filter-bar">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onEnter()
        }}
      >
        <label class="field">
          {texts.search}
          <input
            id="search"
            type="search"
            value={filter.search}
            onInput={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
            data-testid="search"
          />
        </label>
        {(
          [
            ['status', texts.outcome, statuses],
            ['group', texts.group, named(groups)],
            ['tag', texts.kind, named(tags)],
          ] as const
        ).map(([name, label, options]) => (
          <label key={name} class="field">
            {label}
            <select
              value={filter[name]}
              onChange={({ currentTarget }) => onChange({ ...filter, [name]: currentTarget.value })}
              data-testid={`filter-${name}`}
            >
              <option value="">{texts.all}</option>
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        ))}
      </form>
      <p>
        <output data-testid="shown">{texts.shown(shown, rows.length)}</output>
        {shown < rows.length && (
          <button type="button" class="link" onClick={() => onChange(NO_FILTER)} data-testid="clear">
            {texts.clear}
          </button>
        )}
      </p>
    </search>
  )
}
