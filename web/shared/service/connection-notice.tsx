import { common } from '../../texts/en/common.js'
import type { Connection } from './use-events.js'

interface ConnectionNoticeProps {
  connection: Connection
  /** The message if the service refuses the connection. */
  refused?: string
}

/** A notice that the page is not up to date, with the reason. */
export function ConnectionNotice({ connection, refused }: ConnectionNoticeProps) {
  const text = connection === 'lost' ? common.lost : connection === 'refused' ? refused : undefined
  return (
    <div role="status" data-testid="connection">
      {text && <p class="notice warning">{text}</p>}
    </div>
  )
}
