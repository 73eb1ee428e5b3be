import type { ReceivedEvent } from './read-events.js'
import { type Connection, type EventHandlers, type EventSource, RETRY, receiveEvents } from './receive-events.js'

/**
 * The maximum number of different streams that the pages of an origin have at the same time. Browsers allow six
 * connections to an origin over HTTP/1.1, and requests need some of them.
 */
const STREAMS_MAX = 3

export interface SharedSource extends EventSource {
  /** Whether the stream begins with the full state. A page that joins then needs the stream from its beginning. */
  hasState: boolean
}

/** A message between the pages that share a stream. */
type Message =
  | { kind: 'join' }
  | { kind: 'event'; event: ReceivedEvent }
  | { kind: 'connection'; connection: Connection }

/**
 * Receives the events of a stream. All pages of the origin share one connection: the page that holds a lock receives the
 * events, and sends them to the others. If it closes or is hidden, the next page takes over. Without Web Locks (pages
 * that are neither on HTTPS nor on localhost, and browsers that block the data of sites), each page has a connection of its
 * own.
 *
 * @param signal ends the participation of this page
 */
export async function shareEvents(source: SharedSource, handlers: EventHandlers, signal: AbortSignal): Promise<void> {
  if (navigator.locks === undefined) return receiveEvents(source, handlers, signal)
  try {
    await takePart(source, handlers, signal)
  } catch {
    if (!signal.aborted) await receiveEvents(source, handlers, signal)
  }
}

async function takePart(source: SharedSource, handlers: EventHandlers, signal: AbortSignal): Promise<void> {
  const name = `events ${source.path} ${source.token ?? ''}`
  const channel = new BroadcastChannel(name)
  const post = (message: Message) => channel.postMessage(message)
  signal.addEventListener('abort', () => channel.close())
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') handlers.onEvent(data.event)
    else if (data.kind === 'connection') handlers.onConnection(data.connection)
  }
  post({ kind: 'join' })
  await navigator.locks.request(name, { signal }, () => lead(source, handlers, signal, channel))
}

/** Receives the events for all pages. */
async function lead(
  source: SharedSource,
  handlers: EventHandlers,
  signal: AbortSignal,
  channel: BroadcastChannel,
): Promise<void> {
  let connection: Connection = 'connecting'
  let restart = new AbortController()
  const post = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  const shared: EventHandlers = {
    onEvent(event) {
      post({ kind: 'event', event })
      handlers.onEvent(event)
    },
    onConnection(next) {
      connection = next
      post({ kind: 'connection', connection })
      handlers.onConnection(connection)
    },
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'join') return
    if (source.hasState) restart.abort()
    else post({ kind: 'connection', connection })
  }
  while (!signal.aborted) {
    restart = new AbortController()
    const ending = AbortSignal.any([signal, restart.signal])
    const hasReceived = source.hasState
      ? await receiveEvents(source, shared, ending).then(() => true)
      : await inSlot(() => receiveEvents(source, shared, ending))
    if (restart.signal.aborted) continue
    if (hasReceived) return
    shared.onConnection('full')
    await new Promise((resolve) => setTimeout(resolve, RETRY))
  }
}

/**
 * Works while it holds one of the locks that limit the number of streams.
 *
 * @returns whether a lock was free
 */
async function inSlot(work: () => Promise<void>): Promise<boolean> {
  for (let slot = 1; slot <= STREAMS_MAX; slot++) {
    const hasWorked = await navigator.locks.request(`event stream ${slot}`, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work()
      return lock !== null
    })
    if (hasWorked) return true
  }
  return false
}
