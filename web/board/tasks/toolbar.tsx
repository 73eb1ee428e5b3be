import { useLayoutEffect, useRef } from 'preact/hooks'
import { PRIORITIES } from '../../../src/contract/schemas/enumerations.js'
import { ActionButton } from '../../shared/parts/action-button.js'
import { Icon } from '../../shared/parts/icon.js'
import { Plus } from '../../shared/parts/icons.js'
import { JumpLink } from '../../shared/parts/jump-link.js'
import { VARIANTS, type Variant } from '../../shared/service/variants.js'
import { board as texts } from '../../texts/en/board.js'
import { challenges } from '../../texts/en/challenges.js'
import { drill } from '../../texts/en/drill.js'
import { FROZEN_ID } from '../shell/frozen-notice.js'
import { TAB_IDS } from '../shell/panel-tabs.js'
import type { Filters } from './use-tasks.js'

interface ToolbarProps {
  variant: Variant
  onVariant(variant: Variant): void
  /** The filters of the address. */
  filters: Filters
  /** Changes when the user has gone to another address, whose filters the form then shows. */
  visits: number
  isFrozen: boolean
  /** Whether the board has challenges. */
  hasChallenges: boolean
  /** Whether the exercise has a drill. */
  hasDrill: boolean
  onSearch(filters: Filters): void
  onCreate(): void
}

/** The choice of the variant, the search and the filters, the button that creates a task, and links to the panel on narrow screens. */
export function Toolbar(props: ToolbarProps) {
  const { variant, onVariant, filters, visits, isFrozen, hasChallenges, hasDrill, onSearch, onCreate } = props
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(filters)) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
      field.value = value
    }
  }, [visits])
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
        {/* A browser would fill in what it has stored for the form. */}
        <form ref={form} onSubmit={submit} autocomplete="off" data-testid="filters">
          <label class="hidden" for="search">
            {texts.search}
          </label>
          <input
            id="search"
            type="search"
            name="search"
            placeholder={texts.search}
            dir="auto"
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
      <ActionButton
        id="new-task"
        type="button"
        isBlocked={isFrozen}
        aria-describedby={isFrozen ? FROZEN_ID : undefined}
        onClick={onCreate}
        data-testid="new-task"
      >
        <Icon of={Plus} />
        {texts.newTask}
      </ActionButton>
      {hasChallenges && (
        <JumpLink class="button quiet to-panel to-challenges" target={TAB_IDS.challenges}>
          {challenges.heading}
        </JumpLink>
      )}
      {hasDrill && (
        <JumpLink class="button quiet to-panel to-drill" target={TAB_IDS.drill}>
          {drill.heading}
        </JumpLink>
      )}
      <JumpLink class="button quiet to-panel to-requests" target={TAB_IDS.requests}>
        {texts.panel.requests}
      </JumpLink>
    </div>
  )
}
