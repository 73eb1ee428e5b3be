import { useEffect, useRef, useState } from 'preact/hooks'
import { RequestFailed } from './api.js'
import { type ReceivedEvent, readEvents } from './read-events.js'
import { tellReconnected } from './reconnection.js'
import { usePageVisible } from './use-page-visible.js'

/** The time in milliseconds after which a page reconnects. */
const RETRY = 2000

/**
 * `lost` means that the service does not respond. `refused` means that the token is no longer valid or that the stream no
 * longer exists.
 */
export type Connection = 'connecting' | 'open' | 'lost' | 'refused'

interface EventOptions {
  /** The path of the stream; `undefined` for none. */
  path: string | undefined
  token?: string | undefined
  onEvent(event: ReceivedEvent): void
  /** Called when the stream opens. The page may have missed changes before. */
  onOpen?(): void
}

/**
 * Receives the events of a stream while the page is visible, because browsers allow only six connections per origin. It
 * reconnects after a disconnect.
 */
export function useEvents({ path, token, onEvent, onOpen }: EventOptions): Connection {
  const [connection, setConnection] = useState<Connection>('connecting')
  const isVisible = usePageVisible()
  const handlers = useRef({ onEvent, onOpen })
  handlers.current = { onEvent, onOpen }

  useEffect(() => {
    if (path === undefined || !isVisible) return
    const abort = new AbortController()
    const { signal } = abort
    let lastEventId: string | undefined

    async function receive(url: string): Promise<void> {
      while (!signal.aborted) {
        try {
          for await (const event of readEvents({ path: url, token, lastEventId, signal, onOpen: opened })) {
            lastEventId = event.id || lastEventId
            handlers.current.onEvent(event)
          }
          setConnection('connecting')
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof RequestFailed && isFinal(error)) return setConnection('refused')
          setConnection(error instanceof RequestFailed ? 'connecting' : 'lost')
        }
        if (signal.aborted) return
        await new Promise((resolve) => setTimeout(resolve, RETRY))
      }
    }

    function opened() {
      setConnection('open')
      handlers.current.onOpen?.()
      tellReconnected()
    }

    receive(path)
    return () => abort.abort()
  }, [path, token, isVisible])
  return connection
}

/** Whether a retry would also fail. */
function isFinal({ status }: RequestFailed): boolean {
  return status === 401 || status === 404
}
