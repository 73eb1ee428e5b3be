import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { EmptyState } from '../../shared/parts/empty-state.js'
import { Inbox } from '../../shared/parts/icons.js'
import { requests as texts } from '../../texts/en/requests.js'
import type { Tried } from '../sender/request-sender.js'
import { SenderSlot } from '../sender/sender-slot.js'
import type { Exchange } from '../service/exchange.js'
import { FilterForm } from './filter-form.js'
import {
  isFiltered,
  isMatch,
  NO_FILTERS,
  type RequestFilters,
  type Shown,
  useRequestFilters,
} from './request-filters.js'
import { RequestRow } from './request-row.js'

/** The duration of a full bar in milliseconds, unless a request of the list took longer. */
const SCALE = 1000

/** A request with what the user can do with it. */
export interface Entry {
  key: string | number
  request: Shown
  /** The request with its body, if this page has sent it. */
  known: Exchange | undefined
  canClaim: boolean
  /** Why a response of buggy cannot be reported. */
  refusal?: string | undefined
}

interface RequestListProps {
  entries: readonly Entry[]
  lead: string
  /** Whose durations these are. */
  durationHint: string
  /** Whether faults can be reported on this board. */
  hasClaims: boolean
  /** Whether the exercise has hints. */
  hasHints: boolean
  /** Whether the list has all requests that this page has sent. */
  isReady: boolean
  /** The number of requests that the list has at most. */
  max: number
  /** The owner token. */
  token?: string | undefined
  /** The request to which another part of the page has led. */
  revealed?: Revealed | undefined
  /** The challenge that the user tries. */
  tried?: Tried | undefined
  /** The heading, unless the list is in a tab, which is its heading. */
  children?: ComponentChildren
}

/** A request to which another part of the page leads. It is an object of its own each time. */
export interface Revealed {
  number: number
}

/** A request that the user has just sent. */
interface Sent {
  requestId: string | null
  /** The request of the list that it repeats; `undefined` if it comes from the request sender. */
  from?: Entry['key']
}

/** The request sender, and the requests to the board with their filters. */
export function RequestList({
  entries,
  lead,
  durationHint,
  hasClaims,
  hasHints,
  isReady,
  max,
  token,
  revealed,
  tried,
  children,
}: RequestListProps) {
  const [filters, setFilters] = useRequestFilters()
  const [latest, setLatest] = useState<Sent>()
  /** The id of the response that the request sender shows. Later requests can come from rows of the list. */
  const [senderId, setSenderId] = useState<string | null>(null)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const shown = useShown(entries, filters)
  useRevealed(revealed, list, () => isFiltered(filters) && setFilters(NO_FILTERS))
  const longest = Math.max(SCALE, ...shown.map(({ request }) => request.duration))
  // Another client can use the same request id.
  const opened = latest && shown.find(({ request }) => request.requestId === latest.requestId)
  const received = shown.find(({ request }) => request.requestId === senderId)
  const isReportable = received?.canClaim === true
  /** Goes to a part of the row of the shown response, or to its heading if the part is not there yet. */
  function goTo(part: string): void {
    const row = list.current?.querySelector(`[data-request-id="${CSS.escape(senderId ?? '')}"]`)
    const head = row?.querySelector<HTMLElement>('.request-head')
    const button = row?.querySelector<HTMLElement>(part)
    ;(button ?? head)?.focus()
    // The row of a response whose details are not shown opens, and the form of one that is being reported stays open.
    if (button === null && head?.ariaExpanded === 'false') head.click()
    if (button?.ariaExpanded !== 'true') button?.click()
  }
  function clear() {
    // The button that does this disappears with its focus.
    fieldset.current?.querySelector('select')?.focus()
    setFilters(NO_FILTERS)
  }
  return (
    <section class="request-panel" aria-label={texts.heading}>
      <SenderSlot
        tried={tried}
        onSent={(requestId) => {
          setLatest({ requestId })
          setSenderId(requestId)
        }}
        onShow={received && (() => goTo('.request-head'))}
        onReport={isReportable ? () => goTo('.request-line .link') : undefined}
        onHint={isReportable && hasHints ? () => goTo('.hints button.quiet') : undefined}
      >
        {children}
      </SenderSlot>
      <p class="hint">{lead}</p>
      {(entries.length > 0 || isFiltered(filters)) && (
        <>
          <FilterForm
            filters={filters}
            onChange={setFilters}
            onClear={clear}
            fieldset={fieldset}
            hasClaims={hasClaims}
            shown={shown.length}
            all={entries.length}
          />
          <p class="hint">{durationHint}</p>
        </>
      )}
      {shown.length === 0 && (
        <EmptyState icon={Inbox} testId="no-requests">
          <p>{entries.length === 0 ? texts.none : texts.noneFound(entries.length)}</p>
          {entries.length > 0 && (
            <button type="button" class="quiet" onClick={clear} data-testid="show-all-requests">
              {texts.showAll}
            </button>
          )}
        </EmptyState>
      )}
      <ol ref={list} class={hasClaims ? 'requests has-claims' : 'requests'} data-testid="requests" data-ready={isReady}>
        {shown.map((entry) => (
          <RequestRow
            key={entry.key}
            request={entry.request}
            known={entry.known}
            canClaim={entry.canClaim}
            refusal={entry.refusal}
            longest={longest}
            durationHint={durationHint}
            isLatest={entry === opened}
            isRepeated={latest?.from !== undefined}
            isReplaced={opened !== undefined && entry.key === latest?.from}
            onSent={(requestId) => setLatest({ requestId, from: entry.key })}
            token={token}
          />
        ))}
      </ol>
      {entries.length >= max && <p class="hint">{texts.latest(max)}</p>}
    </section>
  )
}

/** Opens the row of a request and gives it the focus, as soon as the list shows it. */
function useRevealed(revealed: Revealed | undefined, list: RefObject<HTMLElement | null>, clear: () => void): void {
  const done = useRef<Revealed>(undefined)
  useEffect(() => {
    if (revealed === undefined || revealed === done.current) return
    const row = list.current?.querySelector(`[data-number="${revealed.number}"]`)
    const head = row?.querySelector<HTMLElement>('.request-head')
    if (head == null) return clear()
    done.current = revealed
    head.focus()
    if (head.ariaExpanded === 'false') head.click()
  })
}

/** Returns the entries that the filters show. A reported request stays until the filters change: it has the verdict. */
function useShown(entries: readonly Entry[], filters: RequestFilters): readonly Entry[] {
  const last = useRef<{ filters: RequestFilters; keys: ReadonlySet<Entry['key']> }>(undefined)
  const before = last.current?.filters === filters ? last.current.keys : new Set()
  const shown = entries.filter(({ key, request, canClaim }) => before.has(key) || isMatch(request, canClaim, filters))
  last.current = { filters, keys: new Set(shown.map(({ key }) => key)) }
  return shown
}
