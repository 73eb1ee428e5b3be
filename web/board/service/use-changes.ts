import { useEffect, useRef, useState } from 'preact/hooks'
import { usePageVisible } from '../../shared/browser/use-page-visible.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { ReceivedEvent } from '../../shared/service/read-events.js'
import { type Connection, useEvents } from '../../shared/service/use-events.js'
import { IS_PRIVATE } from './board-facts.js'
import { pageRequest } from './load.js'

/** The time in milliseconds between two requests for the revision of the board. */
const POLL_INTERVAL = 750

/** The time in milliseconds for which a page waits for its events before it polls. */
const EVENTS_WAIT = 2000

/** The time in milliseconds after which such a request has no response. */
const POLL_TIMEOUT = 10_000

interface ChangeOptions {
  /** Tasks or settings have changed, or the board was frozen or unfrozen. */
  onChange(isFrozen: boolean): void
  /** Anything may have changed: the page opens, was hidden, or has no events. What is loaded now misses no later change. */
  onGap(): void
  onEvent(event: ReceivedEvent): void
}

/**
 * Detects changes by other clients, with the events of the board or with its revision (the `ETag` of the board index).
 *
 * @returns `refused` if the board no longer exists
 */
export function useChanges({ onChange, onGap, onEvent }: ChangeOptions): Connection {
  // A page that opens in the background has neither events nor polls until it is visible.
  useEffect(() => {
    if (document.hidden) onGap()
  }, [])
  const connection = useEvents({
    path: IS_PRIVATE ? `${BASE_PATH}/events` : undefined,
    hasState: false,
    onOpen: onGap,
    onEvent: (received) =>
      received.event === 'board' ? onChange((received.data as { frozen: boolean }).frozen) : onEvent(received),
  })
  const polled = usePolling(connection !== 'open', IS_PRIVATE && connection === 'connecting', onGap)
  return connection === 'open' ? connection : polled
}

function usePolling(isNeeded: boolean, canWait: boolean, onChange: () => void): Connection {
  const [connection, setConnection] = useState<Connection>('connecting')
  const isVisible = usePageVisible()
  const handler = useRef(onChange)
  handler.current = onChange
  const etag = useRef<string | null>(null)

  useEffect(() => {
    if (!isNeeded || !isVisible) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasEnded = false
    async function poll(): Promise<void> {
      const response = await fetch(`${BASE_PATH}/board`, {
        cache: 'no-store',
        signal: AbortSignal.timeout(POLL_TIMEOUT),
        headers: {
          ...pageRequest(),
          accept: 'application/json',
          ...(etag.current && { 'if-none-match': etag.current }),
        },
      }).catch(() => undefined)
      // Chromium aborts a request whose response is not read to its end.
      await response?.arrayBuffer().catch(() => {})
      if (hasEnded) return
      if (response?.status === 404) return setConnection('refused')
      setConnection(response === undefined ? 'lost' : 'open')
      if (response?.status === 200) {
        etag.current = response.headers.get('etag')
        handler.current()
      }
      timer = setTimeout(poll, POLL_INTERVAL)
    }
    if (canWait) timer = setTimeout(poll, EVENTS_WAIT)
    else poll()
    return () => {
      hasEnded = true
      clearTimeout(timer)
      setConnection('connecting')
    }
  }, [isNeeded, canWait, isVisible])
  return connection
}
