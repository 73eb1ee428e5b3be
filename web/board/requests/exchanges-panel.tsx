import { board } from '../../texts/en/board.js'
import { requests as texts } from '../../texts/en/requests.js'
import type { Exchange } from '../service/exchange.js'
import { EXCHANGES_MAX, type Exchanges } from '../service/use-exchanges.js'
import type { Shown } from './request-filters.js'
import { RequestList } from './request-list.js'

/** The requests that this page has sent to the default board, which has no public log. */
export function ExchangesPanel({ exchanges, earlier }: Pick<Exchanges, 'exchanges' | 'earlier'>) {
  return (
    <aside class="panel" aria-label={board.panel.label} data-testid="panel">
      <RequestList
        entries={[...exchanges, ...earlier].slice(0, EXCHANGES_MAX).map((entry) => ({
          key: `${entry.time} ${entry.requestId}`,
          request: describe(entry),
          known: entry,
          canClaim: false,
        }))}
        lead={texts.defaultBoard}
        durationHint={texts.durations.page}
        hasClaims={false}
        hasHints={false}
        isReady
        max={Number.POSITIVE_INFINITY}
      >
        <h2 id="requests">{texts.heading}</h2>
      </RequestList>
    </aside>
  )
}

function describe({ method, path, status = 0, size, duration, requestId }: Exchange): Shown {
  const [start = '', query = null] = path.split('?')
  return { method, path: start, query, status, size, duration, requestId: requestId ?? '', changed: null, claims: [] }
}
