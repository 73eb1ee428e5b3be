import type { RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { VARIANTS } from '../../shared/service/variants.js'
import { requests as texts } from '../../texts/en/requests.js'
import { METHODS } from '../service/exchange.js'
import { isFiltered, type RequestFilters, STATUS_CLASSES } from './request-filters.js'

const { filters: words } = texts

interface FilterFormProps {
  filters: RequestFilters
  onChange(filters: RequestFilters): void
  onClear(): void
  /** Is given the element with the filters. */
  fieldset: RefObject<HTMLFieldSetElement | null>
  /** Whether faults can be reported on this board. */
  hasClaims: boolean
  shown: number
  all: number
}

/** The filters of the list of requests. Each takes effect at once. */
export function FilterForm({ filters, onChange, onClear, fieldset, hasClaims, shown, all }: FilterFormProps) {
  const statuses = STATUS_CLASSES.filter((name) => name !== 'none' || !hasClaims || filters.status === 'none')
  return (
    <fieldset ref={fieldset} class="request-filters" data-testid="request-filters">
      <legend class="hidden">{words.label}</legend>
      <Choice
        label={words.variant}
        values={VARIANTS}
        value={filters.variant}
        onChoose={(variant) => onChange({ ...filters, variant })}
        testId="filter-variant"
      />
      <Choice
        label={words.status}
        values={statuses}
        value={filters.status}
        onChoose={(status) => onChange({ ...filters, status })}
        testId="filter-status"
      />
      <Choice
        label={words.method}
        values={METHODS}
        value={filters.method}
        onChoose={(method) => onChange({ ...filters, method })}
        testId="filter-method"
      />
      {hasClaims && (
        <label class="check">
          <input
            type="checkbox"
            checked={filters.reported !== ''}
            onChange={({ currentTarget }) => onChange({ ...filters, reported: currentTarget.checked ? 'no' : '' })}
            data-testid="filter-unreported"
          />
          {words.unreported}
        </label>
      )}
      <p class="hint shown-count">
        <span role="status" data-testid="shown-requests">
          {words.shown(shown, all)}
        </span>
        {isFiltered(filters) && (
          <button type="button" class="link" onClick={onClear} data-testid="clear-filters">
            {words.clear}
          </button>
        )}
      </p>
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  values: readonly string[]
  value: string
  onChoose(value: string): void
  testId: string
}

function Choice({ label, values, value, onChoose, testId }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        data-testid={testId}
      >
        <option value="">{words.all}</option>
        {values.map((name) => (
          <option key={name} value={name}>
            {name === 'none' ? words.noResponse : name}
          </option>
        ))}
      </select>
    </div>
  )
}
