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
 * The time in milliseconds after which a connection without data counts as lost. The service sends a heartbeat every 15
 * seconds. A connection can end unnoticed, for example while a laptop sleeps or changes its network.
 */
const SILENCE_MAX = 40_000

/**
 * Reads server-sent events with a streaming `fetch`, which can send a token, until the stream ends.
 *
 * @throws RequestFailed if the service refuses the stream
 */
export async function* readEvents(stream: EventStream): AsyncGenerator<ReceivedEvent> {
  const { path, token, lastEventId, signal, onOpen } = stream
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MAX)
  }
  try {
    restartTimer()
    const response = await fetch(path, {
      signal: AbortSignal.any([signal, silence.signal]),
      headers: {
        accept: 'text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
    })
    noteServerTime(response)
    if (!response.ok || response.body === null) throw new RequestFailed(`${response.status}`, {}, response.status)
    onOpen()
    const watched = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        restartTimer()
        controller.enqueue(chunk as Uint8Array<ArrayBuffer>)
      },
    })
    yield* parseEvents(response.body.pipeThrough(watched))
  } finally {
    clearTimeout(timer)
  }
}

async function* parseEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ReceivedEvent> {
  const reader = body
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
