import { JumpLink } from '../../shared/parts/jump-link.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { board as texts } from '../../texts/en/board.js'
import { openSender } from '../sender/sender-slot.js'
import type { Exchange } from '../service/exchange.js'

interface LastRequestProps {
  exchange: Exchange | undefined
  /** Whether the board page uses buggy, on a board where its faults can be reported. */
  hasFaults: boolean
}

/** The user's last request with the status and the duration of its response. */
export function LastRequest({ exchange, hasFaults }: LastRequestProps) {
  return (
    <p class="last-request hint">
      <span role="status" data-testid="last-request" data-request-id={exchange?.requestId}>
        {exchange ? describe(exchange) : texts.noRequest}
      </span>{' '}
      {exchange && <JumpLink target="requests">{texts.panel.toRequests}</JumpLink>}
      {!exchange && hasFaults && (
        <button type="button" class="link" onClick={openSender} data-testid="send-first">
          {texts.panel.sendFirst}
        </button>
      )}
    </p>
  )
}

function describe({ method, path, status, duration }: Exchange): string {
  return texts.lastRequest(method, path.slice(BASE_PATH.length), status ?? texts.panel.noResponse, duration)
}
