import type { RefObject } from 'preact'
import { Select } from '../../shared/parts/field.js'
import { VARIANTS } from '../../shared/service/variants.js'
import { requests as texts } from '../../texts/en/requests.js'
import { METHODS } from '../service/exchange.js'
import { isFiltered, type RequestFilters, STATUS_CLASSES } from './request-filters.js'

const { filters: words } = texts

/** The filters that choose one of several values. */
const CHOICES = ['variant', 'status', 'method'] as const

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
  const choices = { variant: VARIANTS, status: statuses, method: METHODS }
  return (
    <fieldset ref={fieldset} class="request-filters" data-testid="request-filters">
      <legend class="hidden">{words.label}</legend>
      {CHOICES.map((name) => (
        <Select
          key={name}
          label={words[name]}
          options={optionsOf(choices[name])}
          value={filters[name]}
          onChange={({ currentTarget }) => onChange({ ...filters, [name]: currentTarget.value })}
          testId={`filter-${name}`}
        />
      ))}
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

/** Returns the options of a filter: all requests, or those with one of its values. */
function optionsOf(values: readonly string[]) {
  const labels = values.map((name) => [name, name === 'none' ? words.noResponse : name] as const)
  return [['', words.all] as const, ...labels]
}
