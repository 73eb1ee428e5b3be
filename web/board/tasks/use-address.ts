import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { PRIORITIES } from '../../../src/contract/schemas/enumerations.js'
import { VARIANTS, type Variant } from '../../shared/service/variants.js'
import { PANELS, type PanelName } from '../shell/panel-tabs.js'
import type { Filters } from './use-tasks.js'

/** The part of the state that the fragment of the URL has, for example `#v2?search=shop&panel=score&task=12`. */
export interface Address {
  variant: Variant
  /** The tab of the panel, or the summary; `undefined` if the address names none. */
  panel: PanelName | undefined
  filters: Filters
  /** The id of the open task, `new` for the form for a new task, or `undefined` for none. */
  opened: number | 'new' | undefined
}

/** What the page stores in an entry of the history. */
interface EntryState {
  /** The position among the entries of this page. */
  position: number
  /** Whether the entry before is the same without the open task. */
  hasOpened: boolean
}

/**
 * Reads a fragment.
 *
 * @param variant the variant if the fragment names something else, such as a tab of the panel (`#challenges`)
 */
export function parseAddress(fragment: string, variant: Variant): Address {
  const [name = '', query = ''] = fragment.slice(1).split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const [task, priority] = [parameters.get('task') ?? '', parameters.get('priority')]
  const panel = parameters.get('panel') ?? name
  return {
    variant: VARIANTS.find((each) => each === name) ?? (fragment === '' ? 'v1' : variant),
    panel: PANELS.find((each) => each === panel) ?? (parameters.has('request') ? 'requests' : undefined),
    filters: {
      search: parameters.get('search') ?? '',
      priority: PRIORITIES.find((each) => each === priority) ?? '',
    },
    opened: task === 'new' ? 'new' : /^[1-9]\d{0,14}$/.test(task) ? Number(task) : undefined,
  }
}

/** Returns the fragment of an address. */
export function formatAddress({ variant, panel, filters: { search, priority }, opened }: Address): string {
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(priority !== '' && { priority }),
    ...(panel !== undefined && { panel }),
    ...(opened !== undefined && { task: String(opened) }),
  }).toString()
  return `#${variant}${query && `?${query}`}`
}

const isSame = (one: Address, other: Address) => formatAddress(one) === formatAddress(other)

/**
 * Keeps the state that is in the address. Each change is an entry of the history, so Back returns to the state before.
 * The tab of the panel changes the entry instead, because users look at one tab after the other.
 *
 * @param mayLeave asks whether the open task may be closed, which can discard changes
 */
export function useAddress(mayLeave: () => boolean) {
  const [address, setAddress] = useState(() => parseAddress(location.hash, 'v1'))
  /** The number of times that the user has changed the address, with Back, Forward or the address bar. */
  const [visits, setVisits] = useState(0)
  const current = useRef(address)
  const position = useRef(0)
  /** A step in the history that the page has started. The browser takes it later. */
  const step = useRef<'closing' | 'refusing' | undefined>(undefined)
  const guard = useRef(mayLeave)
  guard.current = mayLeave

  const show = useCallback((next: Address) => {
    current.current = next
    setAddress(next)
  }, [])

  const push = useCallback(() => {
    position.current++
    const { opened } = current.current
    const state: EntryState = { position: position.current, hasOpened: opened !== undefined }
    // Closing a task returns to this entry. The browser would then scroll back, and away from a task that was just created.
    if (opened !== undefined) history.scrollRestoration = 'manual'
    history.pushState(state, '', formatAddress(current.current))
    history.scrollRestoration = 'auto'
  }, [])

  const go = useCallback(
    (change: Partial<Address>) => {
      const next = { ...current.current, ...change }
      if (isSame(next, current.current)) return
      show(next)
      if (step.current === undefined) push()
    },
    [push, show],
  )

  const choosePanel = useCallback(
    (panel: PanelName | undefined) => {
      if (panel === current.current.panel) return
      show({ ...current.current, panel })
      if (step.current === undefined) history.replaceState(history.state, '', formatAddress(current.current))
    },
    [show],
  )

  /** Removes the open task from the address, together with its entry of the history. */
  const closeTask = useCallback(() => {
    if (current.current.opened === undefined) return
    show({ ...current.current, opened: undefined })
    if ((history.state as EntryState | null)?.hasOpened) {
      step.current = 'closing'
      history.back()
    } else history.replaceState(history.state, '', formatAddress(current.current))
  }, [show])

  useEffect(() => {
    const known = history.state as EntryState | null
    position.current = known?.position ?? 0
    if (known === null) history.replaceState({ position: 0, hasOpened: false }, '')

    function onPopState({ state }: PopStateEvent) {
      const taken = step.current
      step.current = undefined
      const reached = readEntry(state)
      if (taken === 'refusing') return
      if (taken === 'closing') {
        position.current = reached
        // The user has done something else before the browser has taken the step.
        if (!isSame(parseAddress(location.hash, current.current.variant), current.current)) push()
        return
      }
      const next = parseAddress(location.hash, current.current.variant)
      if (next.opened !== current.current.opened && !guard.current()) {
        step.current = 'refusing'
        history.go(position.current - reached)
        return
      }
      position.current = reached
      if (isSame(next, current.current)) return
      show(next)
      setVisits((count) => count + 1)
    }

    /** Returns the position of an entry. One that the user has entered in the address bar has no state. */
    function readEntry(state: EntryState | null): number {
      if (state !== null) return state.position
      const isRepeated = location.hash === formatAddress(current.current)
      const entered: EntryState = { position: position.current + (isRepeated ? 0 : 1), hasOpened: false }
      history.replaceState(entered, '')
      return entered.position
    }

    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [push, show])

  return { address, visits, go, choosePanel, closeTask }
}
