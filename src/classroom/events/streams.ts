/** The streams of events for the pages of learners and trainers. @module */

import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { clientAddress } from '../../api/client-address.js'
import { StoreUnavailable, TooManyStreams } from '../../contract/errors.js'
import {
  HEARTBEAT_MILLISECONDS,
  STREAM_BYTES_MAX,
  STREAMS_MAX,
  STREAMS_PER_ADDRESS,
  STREAMS_RESERVE,
} from '../../contract/limits.js'

/** A server-sent event (HTML Standard, section 9.2). */
export interface ServerEvent {
  event: string
  /**
   * The position after the event. A client that reconnects sends the last position as `Last-Event-ID`. In a group of
   * events, only the last one has an id.
   */
  id?: string
  /** The data as JSON. */
  data: string
}

/** The source of the events of a stream. */
export interface EventSource {
  /** The id of the board or class whose changes cause events. */
  id: string
  /** The id of the class whose settings cause events; absent if there is none. */
  classId?: string | undefined
  /** Whether time alone causes events. This reads nothing from the store. */
  isDue(): boolean
  /**
   * Returns the events since the last call, in order.
   *
   * @returns `undefined` if the stream has ended
   */
  next(): Promise<ServerEvent[] | undefined>
  /** The stream is part of every nth round. By default, it is part of every round. */
  every?: number
  /** Whether the stream can be one of the reserve (`STREAMS_RESERVE`). */
  isOfTrainer?: true
}

export interface StreamOptions {
  /** The time in milliseconds between two rounds of a stream. */
  roundInterval?: number
  /** The time in milliseconds between two heartbeats. */
  heartbeatInterval?: number
  /** The maximum number of all streams without the reserve, and of those of one board or class from one address. */
  streamsMax?: number
  streamsPerAddress?: number
  /** The application of another edition on the same store. It runs the streams of this one. */
  main?: FastifyInstance | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Responds with a stream of events.
     *
     * @throws TooManyStreams
     */
    streamEvents(request: FastifyRequest, reply: FastifyReply, source: EventSource): FastifyReply
  }
}

interface Stream {
  /** The address of the client, and the board or class. */
  key: string
  body: Readable
  response: ServerResponse
  source: EventSource
  /** Whether something has changed since the stream read its last events. */
  isMarked: boolean
  /** Resolves when the stream has its next events, if it waits for them. */
  advancing?: Promise<void> | undefined
  /** Whether the stream has not sent an event. */
  isNew: boolean
}

/**
 * The time in milliseconds between two rounds of a stream. Without changes, a round reads nothing. Each stream has its own
 * rounds: if all boards sent their events at once, the requests of their clients would also arrive at once.
 */
const ROUND = 250

/** The time in milliseconds after which a client reconnects. */
const RETRY = 2000

/**
 * Sends server-sent events. A stream reads its events when a write that concerns it is durable, or when time alone changes
 * what it shows. Otherwise, it reads nothing. A client that does not read its events is disconnected (decision 112).
 */
export const streams = fp<StreamOptions>(async (app, options) => {
  if (options.main !== undefined) {
    app.decorate('streamEvents', options.main.streamEvents)
    return
  }
  const {
    roundInterval = ROUND,
    heartbeatInterval = HEARTBEAT_MILLISECONDS,
    streamsMax = STREAMS_MAX,
    streamsPerAddress = STREAMS_PER_ADDRESS,
  } = options
  const open = new Set<Stream>()
  let isClosing = false

  function send({ body, response }: Stream, text: string): void {
    if (body.destroyed) return
    // Backpressure starts late, because sockets have a large buffer (http/server-options.ts). The limit is for events
    // that wait. One event can be larger: that of a class lists all boards.
    if (body.readableLength + response.writableLength > STREAM_BYTES_MAX) body.destroy()
    else body.push(text)
  }

  function runRound(stream: Stream): void {
    if (stream.advancing !== undefined || isClosing || !(stream.isMarked || stream.source.isDue())) return
    stream.advancing = advance(stream).finally(() => {
      stream.advancing = undefined
    })
  }

  async function advance(stream: Stream): Promise<void> {
    stream.isMarked = false
    try {
      const events = await stream.source.next()
      if (events === undefined) stream.body.push(null)
      else if (events.length > 0) {
        // A block with `retry` alone is an empty event to some clients.
        const retry = stream.isNew ? `retry: ${RETRY}\n` : ''
        stream.isNew = false
        send(stream, retry + events.map(formatEvent).join(''))
      }
    } catch (error) {
      // The store may respond again in the next round.
      stream.isMarked = true
      if (error instanceof StoreUnavailable) return
      app.log.warn({ err: error }, 'event stream ended')
      stream.body.push(null)
    }
  }

  function join(stream: Stream): void {
    const { every = 1 } = stream.source
    open.add(stream)
    const timer = setInterval(runRound, every * roundInterval, stream).unref()
    stream.body.once('close', () => {
      clearInterval(timer)
      open.delete(stream)
    })
  }

  const heartbeat = setInterval(() => {
    for (const stream of open) send(stream, ': heartbeat\n\n')
  }, heartbeatInterval).unref()

  app.store.changes.on('change', (ids, configuredIds) => {
    if (open.size === 0) return
    const changed = new Set(ids)
    for (const stream of open) {
      const { id, classId } = stream.source
      if (changed.has(id) || (classId !== undefined && configuredIds.includes(classId))) stream.isMarked = true
    }
  })
  // A write whose outcome was unknown can be stored.
  app.store.changes.on('forget', () => {
    for (const stream of open) stream.isMarked = true
  })

  app.decorate('streamEvents', (request, reply, source) => {
    // The path of a class has a parameter, its id.
    const key = `${clientAddress(request)} ${request.board.id} ${Object.values(request.params as object)}`
    const count = Array.from(open).filter((stream) => stream.key === key).length
    const max = streamsMax * (source.isOfTrainer ? 1 + STREAMS_RESERVE : 1)
    const isFull = isClosing || open.size >= max || count >= streamsPerAddress
    if (isFull && request.method !== 'HEAD') throw new TooManyStreams()
    reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    if (request.method === 'HEAD') return reply.send()
    const body = new Readable({ read() {} })
    const stream: Stream = { key, body, response: reply.raw, source, isMarked: true, isNew: true }
    join(stream)
    // The headers are sent with the first bytes.
    send(stream, ': connected\n\n')
    runRound(stream)
    return reply.send(body)
  })

  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(heartbeat)
    const advancing = Array.from(open, (stream) => stream.advancing)
    for (const { body } of open) body.push(null)
    await Promise.all(advancing)
  })
})

function formatEvent({ event, id, data }: ServerEvent): string {
  // JSON has no line breaks.
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}

/** Returns what a stream reads, or `undefined` if it does not exist any more, which ends the stream. */
export function unlessGone<Result>(
  reading: Promise<Result>,
  NotFound: abstract new (...args: never[]) => Error,
): Promise<Result | undefined> {
  return reading.catch((error) => {
    if (error instanceof NotFound) return undefined
    throw error
  })
}
