import { EventSourceParserStream } from 'eventsource-parser/stream'
import { RequestFailed } from './api.js'
import { noteServerTime } from './server-clock.js'

/** A server-sent event whose data was JSON. */
export interface ReceivedEvent {
  event: string
  id: string
  data: unknown
}

interface EventStream {
  path: string
  token?: string | undefined
  /** The id of the last event that the page has received. */
  lastEventId: string | undefined
  signal: AbortSignal
  /** The service has accepted the request. */
  onOpen(): void
}

/**
 * Reads server-sent events with a streaming `fetch`, which can send a token, until the stream ends.
 *
 * @throws RequestFailed if the service refuses the stream
 */
export async function* readEvents(stream: EventStream): AsyncGenerator<ReceivedEvent> {
  const { path, token, lastEventId, signal, onOpen } = stream
  const response = await fetch(path, {
    signal,
    headers: {
      accept: 'text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
  })
  noteServerTime(response)
  if (!response.ok || response.body === null) throw new RequestFailed(`${response.status}`, {}, response.status)
  onOpen()
  const reader = response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      yield { event: value.event ?? 'message', id: value.id ?? '', data: JSON.parse(value.data) }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
