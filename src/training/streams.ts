import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { StoreUnavailable, TooManyStreams } from '../contract/errors.js'
import { HEARTBEAT_MILLISECONDS, STREAM_BYTES_MAX, STREAMS_MAX, STREAMS_PER_ADDRESS } from '../contract/limits.js'
import { plugin } from '../http/plugin.js'
import { clientAddress } from '../rate-limits/client-address.js'

/** A server-sent event (HTML Standard, section 9.2). */
export interface ServerEvent {
  event: string
  /**
   * The position after the event. A client that reconnects sends the last position as `Last-Event-ID`. In a group of
   * events, only the last one has an id.
   */
  id?: string
  data: unknown
}

/**
 * Returns the events since the last call, in order. Streams with the same URL call it at the same time, and share work
 * within a `round`.
 *
 * @param round an object that is new for each round
 * @returns `undefined` if the stream has ended
 */
export type NextEvents = (round: object) => Promise<ServerEvent[] | undefined>

export interface StreamOptions {
  /** The time in milliseconds between two rounds of a stream. */
  pollInterval?: number
  /** The time in milliseconds between two heartbeats. */
  heartbeatInterval?: number
  /** The maximum number of streams in this process, and of one board or class from one address. */
  streamsMax?: number
  streamsPerAddress?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Responds with a stream of events.
     *
     * @throws TooManyStreams
     */
    streamEvents(request: FastifyRequest, reply: FastifyReply, next: NextEvents): FastifyReply
  }
}

interface Stream {
  body: Readable
  response: ServerResponse
  next: NextEvents
  /** Which of the rounds of a poll interval the stream has. */
  slot: number
  /** Whether the stream waits for its next events. */
  isBusy: boolean
  /** Whether the stream has not sent an event. */
  isNew: boolean
}

/** The time in milliseconds between two rounds of a stream. For a board without changes, a round reads one row. */
const POLL = 250

/**
 * The number of rounds in a poll interval, each for some of the streams. If all boards sent their events at once, the
 * requests of their clients would also arrive at once, and other requests would wait behind them.
 */
const SLOTS = 10

/** The time in milliseconds after which a client reconnects. */
const RETRY = 2000

/**
 * Sends server-sent events. The streams of a process poll the store together, and so also receive events from other
 * replicas. A client that does not read its events is disconnected (decision 112).
 */
export const streams = plugin<StreamOptions>('streams', [], async (app, options) => {
  const {
    pollInterval = POLL,
    heartbeatInterval = HEARTBEAT_MILLISECONDS,
    streamsMax = STREAMS_MAX,
    streamsPerAddress = STREAMS_PER_ADDRESS,
  } = options
  const open = new Set<Stream>()
  /** The numbers of open streams by address and board. */
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let slot = 0
  let running: Promise<void> | undefined
  let isClosing = false

  function send({ body, response }: Stream, text: string): void {
    if (body.destroyed) return
    // Backpressure starts late, because sockets have a large buffer (http/server-options.ts). The limit is for events
    // that wait. One event can be larger: that of a class lists all boards.
    if (body.readableLength + response.writableLength > STREAM_BYTES_MAX) body.destroy()
    else body.push(text)
  }

  async function runRound(): Promise<void> {
    const round = {}
    slot = (slot + 1) % SLOTS
    await Promise.all([...open].filter((stream) => stream.slot === slot).map((stream) => advance(stream, round)))
  }

  async function advance(stream: Stream, round: object): Promise<void> {
    // A stream joins before its first events, which may take longer than a round.
    if (stream.isBusy) return
    stream.isBusy = true
    try {
      const events = await stream.next(round)
      if (events === undefined) stream.body.push(null)
      else if (events.length > 0) {
        // A block with `retry` alone is an empty event to some clients.
        const retry = stream.isNew ? `retry: ${RETRY}\n` : ''
        stream.isNew = false
        send(stream, retry + events.map(formatEvent).join(''))
      }
    } catch (error) {
      // The store may respond again in the next round.
      if (error instanceof StoreUnavailable) return
      app.log.warn({ err: error }, 'event stream ended')
      stream.body.push(null)
    } finally {
      stream.isBusy = false
    }
  }

  function schedule(): void {
    if (timer !== undefined || isClosing || open.size === 0) return
    timer = setTimeout(async () => {
      running = runRound()
      await running
      timer = undefined
      schedule()
    }, pollInterval / SLOTS).unref()
  }

  const heartbeat = setInterval(() => {
    for (const stream of open) send(stream, ': heartbeat\n\n')
  }, heartbeatInterval).unref()

  app.decorate('streamEvents', (request, reply, next) => {
    // The path of a class has a parameter, its id.
    const key = `${clientAddress(request)} ${request.board.id} ${Object.values(request.params as object)}`
    const count = counts.get(key) ?? 0
    const isFull = isClosing || open.size >= streamsMax || count >= streamsPerAddress
    if (isFull && request.method !== 'HEAD') throw new TooManyStreams()
    reply.type('text/event-stream').headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    if (request.method === 'HEAD') return reply.send()
    const body = new Readable({ read() {} })
    const stream = { body, response: reply.raw, next, slot: slotOf(request.originalUrl), isBusy: false, isNew: true }
    open.add(stream)
    counts.set(key, count + 1)
    body.once('close', () => {
      open.delete(stream)
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    })
    // The headers are sent with the first bytes.
    send(stream, ': connected\n\n')
    advance(stream, {}).then(schedule)
    return reply.send(body)
  })

  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(heartbeat)
    clearTimeout(timer)
    for (const { body } of open) body.push(null)
    await running
  })
})

/** Returns the same slot for the same URL. */
function slotOf(url: string): number {
  let hash = 0
  for (const character of url) hash = (hash * 31 + (character.codePointAt(0) as number)) % 1_000_003
  return hash % SLOTS
}

function formatEvent({ event, id, data }: ServerEvent): string {
  // JSON has no line breaks.
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** Creates a function that does some work once per round and key, and shares the result between streams. */
export function oncePerRound<Result>(work: (key: string) => Promise<Result>) {
  const rounds = new WeakMap<object, Map<string, Promise<Result>>>()
  return (round: object, key: string): Promise<Result> => {
    const results = rounds.get(round) ?? new Map<string, Promise<Result>>()
    rounds.set(round, results)
    const result = results.get(key) ?? work(key)
    results.set(key, result)
    return result
  }
}
