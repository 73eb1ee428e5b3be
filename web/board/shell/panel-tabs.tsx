import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

/** The tabs of the panel, in the order of the page. The address has the chosen one. */
export const TABS = ['challenges', 'drill', 'requests', 'score'] as const
export type TabName = (typeof TABS)[number]

/** What the page shows beside the tasks: a tab of the panel, or the summary instead of both. */
export const PANELS = [...TABS, 'summary'] as const
export type PanelName = (typeof PANELS)[number]

/** The ids of the tabs, to which links lead. A tab that gets the focus is chosen. */
export const TAB_IDS = {
  challenges: 'challenges',
  drill: 'drill',
  requests: 'requests',
  score: 'score-tab',
} as const satisfies Record<TabName, string>

/** A tab with its content. */
export interface Tab {
  name: TabName
  label: string
  /** What is beside the label, for example a number. */
  badge?: ComponentChildren
  content: ComponentChildren
}

interface PanelTabsProps {
  label: string
  tabs: readonly Tab[]
  chosen: PanelName
  onChoose(name: TabName): void
}

/** Tabs of which one shows its content. The arrow keys, Home and End choose another one. The others keep their state. */
export function PanelTabs({ label, tabs, chosen, onChoose }: PanelTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const shown = tabs.some(({ name }) => name === chosen) ? chosen : 'requests'
  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex(({ name }) => name === shown)
    const last = tabs.length - 1
    const next = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div class="panel-tabs">
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label, badge }) => (
          <button
            key={name}
            id={TAB_IDS[name]}
            type="button"
            role="tab"
            class="tab"
            aria-selected={name === shown}
            aria-controls={`panel-${name}`}
            tabIndex={name === shown ? 0 : -1}
            // Safari does not move the focus to a button that is pressed.
            onClick={() => onChoose(name)}
            onFocus={() => onChoose(name)}
            data-testid={`tab-${name}`}
          >
            {label}
            {badge}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }) => (
        <div
          key={name}
          id={`panel-${name}`}
          class="tab-panel"
          role="tabpanel"
          aria-labelledby={TAB_IDS[name]}
          hidden={name !== shown}
        >
          {content}
        </div>
      ))}
    </div>
  )
}

/** Chooses a tab, and moves the focus to it. */
export function chooseTab(name: TabName): void {
  const tab = document.getElementById(TAB_IDS[name])
  tab?.scrollIntoView({ block: 'nearest' })
  tab?.focus({ preventScroll: true })
}
