import { BASE_PATH } from '../shared/base-path.js'
import { JumpLink } from '../shared/jump-link.js'
import { board as texts } from '../texts/en/board.js'
import type { Exchange } from './exchange.js'

/** The user's last request with the status and the duration of its response. */
export function LastRequest({ exchange }: { exchange: Exchange | undefined }) {
  return (
    <p class="last-request hint">
      <span role="status" data-testid="last-request" data-request-id={exchange?.requestId}>
        {exchange ? describe(exchange) : texts.noRequest}
      </span>{' '}
      {exchange && <JumpLink target="requests">{texts.panel.toRequests}</JumpLink>}
    </p>
  )
}

function describe({ method, path, status, duration }: Exchange): string {
  return texts.lastRequest(method, path.slice(BASE_PATH.length), status ?? texts.panel.noResponse, duration)
}
