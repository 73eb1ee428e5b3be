import { PRIORITIES } from '../../src/contract/schemas/enumerations.js'
import { VARIANTS, type Variant } from '../shared/variants.js'
import { board as texts } from '../texts/en/board.js'
import type { Filters } from './use-tasks.js'

interface ToolbarProps {
  variant: Variant
  onVariant(variant: Variant): void
  filters: Filters
  onSearch(filters: Filters): void
  onCreate(): void
}

/** The choice of the variant, the search and the filters, and the button that creates a task. */
export function Toolbar({ variant, onVariant, filters, onSearch, onCreate }: ToolbarProps) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    read(event.currentTarget as HTMLFormElement)
  }
  function read(form: HTMLFormElement) {
    const data = new FormData(form)
    onSearch({ search: data.get('search') as string, priority: data.get('priority') as string })
  }
  /** An empty field shows all tasks, unless it already does. */
  function clear({ form }: HTMLInputElement) {
    if (form !== null && filters.search !== '') read(form)
  }
  return (
    <div class="toolbar">
      <fieldset class="variants">
        <legend>{texts.variant}</legend>
        {VARIANTS.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="variant"
              value={name}
              checked={name === variant}
              onChange={() => onVariant(name)}
              data-testid={`choose-${name}`}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <search>
        {/* After Back, a browser would show the last filters, which the page no longer applies. */}
        <form onSubmit={submit} autocomplete="off" data-testid="filters">
          <label class="hidden" for="search">
            {texts.search}
          </label>
          <input
            id="search"
            type="search"
            name="search"
            placeholder={texts.search}
            defaultValue={filters.search}
            onInput={({ currentTarget }) => currentTarget.value === '' && clear(currentTarget)}
            data-testid="search"
          />
          <label class="hidden" for="priority">
            {texts.fields.priority}
          </label>
          <select
            id="priority"
            name="priority"
            onChange={({ currentTarget }) => currentTarget.form && read(currentTarget.form)}
            data-testid="filter-priority"
          >
            <option value="">{texts.allPriorities}</option>
            {PRIORITIES.map((value) => (
              <option key={value} value={value}>
                {texts.priorities[value]}
              </option>
            ))}
          </select>
          <button type="submit" class="quiet" data-testid="apply-filters">
            {texts.load}
          </button>
        </form>
      </search>
      <button type="button" onClick={onCreate} data-testid="new-task">
        {texts.newTask}
      </button>
    </div>
  )
}
