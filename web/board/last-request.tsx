import { board as texts } from '../texts/en/board.js'
import type { Exchange } from './exchange.js'

/** The last request of the user with the status and the duration of its response. */
export function LastRequest({ exchange }: { exchange: Exchange | undefined }) {
  return (
    <p class="last-request hint" role="status" data-testid="last-request">
      {exchange
        ? texts.lastRequest(
            exchange.method,
            exchange.path,
            exchange.status ?? texts.panel.noResponse,
            exchange.duration,
          )
        : texts.noRequest}
    </p>
  )
}
