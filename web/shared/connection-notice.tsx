import { common } from '../texts/en/common.js'
import type { Connection } from './use-events.js'

interface ConnectionNoticeProps {
  connection: Connection
  /** What it means if the service refuses the connection. */
  refused?: string
}

/** Says that the page is not up to date, and why. */
export function ConnectionNotice({ connection, refused }: ConnectionNoticeProps) {
  const text = connection === 'lost' ? common.lost : connection === 'refused' ? refused : undefined
  return (
    <div role="status" data-testid="connection">
      {text && <p class="notice">{text}</p>}
    </div>
  )
}
