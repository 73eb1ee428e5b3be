import { RequestFailed } from './api.js'
import { type ReceivedEvent, readEvents } from './read-events.js'

/** The time in milliseconds after which a page reconnects. */
export const RETRY = 2000

/**
 * `full` means that the browser has too many other streams. `lost` means that the service does not respond. `refused`
 * means that the token is no longer valid or that the stream no longer exists.
 */
export type Connection = 'connecting' | 'full' | 'open' | 'lost' | 'refused'

export interface EventHandlers {
  onEvent(event: ReceivedEvent): void
  /** Called when the state changes. If it becomes `open`, the page may have missed changes before. */
  onConnection(connection: Connection): void
}

/** A stream of events. */
export interface EventSource {
  path: string
  token?: string | undefined
}

/**
 * Receives the events of a stream, and reconnects after a disconnect.
 *
 * @param signal ends the stream
 * @returns when the signal is aborted, or the service refuses the stream
 */
export async function receiveEvents(
  source: EventSource,
  { onEvent, onConnection }: EventHandlers,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | undefined
  const onOpen = () => onConnection('open')
  while (!signal.aborted) {
    try {
      for await (const event of readEvents({ ...source, lastEventId, signal, onOpen })) {
        lastEventId = event.id || lastEventId
        onEvent(event)
      }
      onConnection('connecting')
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof RequestFailed && isFinal(error)) return onConnection('refused')
      onConnection(error instanceof RequestFailed ? 'connecting' : 'lost')
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY))
  }
}

/** Whether a retry would also fail. */
function isFinal({ status }: RequestFailed): boolean {
  return status === 401 || status === 404
}
