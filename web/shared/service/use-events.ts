import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { usePageVisible } from '../browser/use-page-visible.js'
import type { ReceivedEvent } from './read-events.js'
import type { Connection } from './receive-events.js'
import { tellReconnected } from './reconnection.js'
import { type SharedSource, shareEvents } from './share-events.js'

export type { Connection } from './receive-events.js'

interface EventOptions extends Omit<SharedSource, 'path'> {
  /** The path of the stream; `undefined` for none. */
  path: string | undefined
  onEvent(event: ReceivedEvent): void
  /** Called when the stream opens. The page may have missed changes before. */
  onOpen?(): void
}

/** Receives the events of a stream while the page is visible. It reconnects after a disconnect. */
export function useEvents({ path, token, hasState, onEvent, onOpen }: EventOptions): Connection {
  const [connection, setConnection] = useState<Connection>('connecting')
  const isVisible = usePageVisible()
  const handlers = useRef({ onEvent, onOpen })
  handlers.current = { onEvent, onOpen }

  // Before the first paint, because pages load their data when the stream is open.
  useLayoutEffect(() => {
    if (path === undefined || !isVisible) return
    const abort = new AbortController()
    const onConnection = (next: Connection) => {
      setConnection(next)
      if (next !== 'open') return
      handlers.current.onOpen?.()
      tellReconnected()
    }
    shareEvents(
      { path, token, hasState },
      { onEvent: (event) => handlers.current.onEvent(event), onConnection },
      abort.signal,
    )
    return () => abort.abort()
  }, [path, token, hasState, isVisible])
  return connection
}
