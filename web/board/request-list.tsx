import { useState } from 'preact/hooks'
import { requests as texts } from '../texts/en/requests.js'
import type { Exchange } from './exchange.js'
import { FilterForm } from './filter-form.js'
import { isFiltered, isMatch, NO_FILTERS, useRequestFilters } from './request-filters.js'
import { RequestRow, type Shown } from './request-row.js'
import { SenderSlot } from './sender-slot.js'

/** A request with what the user can do with it. */
export interface Entry {
  key: string | number
  request: Shown
  /** The request with its body, if this page has sent it. */
  known: Exchange | undefined
  canClaim: boolean
}

interface RequestListProps {
  entries: readonly Entry[]
  lead: string
  /** Whose durations these are. */
  durationHint: string
  /** Whether faults can be reported on this board. */
  hasClaims: boolean
  /** Whether the list has all requests that this page has sent. */
  isReady: boolean
  /** The number of requests that the list has at most. */
  max: number
  /** The owner token. */
  token?: string | undefined
}

/** The request sender, and the requests to the board with their filters. */
export function RequestList({ entries, lead, durationHint, hasClaims, isReady, max, token }: RequestListProps) {
  const [filters, setFilters] = useRequestFilters()
  const [latest, setLatest] = useState<string | null>(null)
  const shown = entries.filter(({ request, canClaim }) => isMatch(request, canClaim, filters))
  const longest = Math.max(1, ...shown.map(({ request }) => request.duration))
  // Another client can use the same request id.
  const opened = shown.find(({ request }) => request.requestId === latest)
  return (
    <section class="request-panel" aria-labelledby="requests">
      <SenderSlot onSent={setLatest}>
        <h2 id="requests">{texts.heading}</h2>
      </SenderSlot>
      <p class="hint">{lead}</p>
      {(entries.length > 0 || isFiltered(filters)) && (
        <>
          <FilterForm
            filters={filters}
            onChange={setFilters}
            hasClaims={hasClaims}
            shown={shown.length}
            all={entries.length}
          />
          <p class="hint">{durationHint}</p>
        </>
      )}
      {shown.length === 0 && (
        <div class="empty" data-testid="no-requests">
          <p>{entries.length === 0 ? texts.none : texts.noneFound(entries.length)}</p>
          {entries.length > 0 && (
            <button type="button" class="quiet" onClick={() => setFilters(NO_FILTERS)} data-testid="show-all-requests">
              {texts.showAll}
            </button>
          )}
        </div>
      )}
      <ol class={hasClaims ? 'requests has-claims' : 'requests'} data-testid="requests" data-ready={isReady}>
        {shown.map((entry) => (
          <RequestRow
            key={entry.key}
            request={entry.request}
            known={entry.known}
            canClaim={entry.canClaim}
            longest={longest}
            durationHint={durationHint}
            isLatest={entry === opened}
            token={token}
          />
        ))}
      </ol>
      {entries.length >= max && <p class="hint">{texts.latest(max)}</p>}
    </section>
  )
}
