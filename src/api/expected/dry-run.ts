import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { WRITES } from '../../rooms/board/operations.js'
import type { BoardFork } from '../../rooms/handles.js'
import type { Store } from '../../rooms/store.js'
import type { FullResponse } from '../../rules/expected-vs-actual/difference.js'
import { isText } from '../../rules/expected-vs-actual/exchange.js'

/** What the correct service would have sent. The body is empty if there is none. */
export type ExpectedResponse = Required<FullResponse>

/** The dry run of a request. */
interface DryRun {
  original: FastifyRequest
  /** Receives the response; `null` if there is none. */
  end(response: ExpectedResponse | null): void
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The request whose expected response this one computes. Absent if a client has sent it. */
    dryRun?: DryRun
  }
}

/** The dry run that is being injected, until it enters the application in the same turn of the event loop. */
let entering: DryRun | undefined

/** Injects a dry run into the application. */
export function injectDryRun(app: FastifyInstance, dryRun: DryRun): void {
  entering = dryRun
  try {
    app.inject({ method: dryRun.original.method as 'GET', url: '/', validate: false }, () => dryRun.end(null))
  } finally {
    // No other request may enter as this one.
    entering = undefined
  }
}

/** Makes a dry run the same as its original. Call it before a request is routed. */
export function enterDryRun(raw: IncomingMessage & { originalUrl?: string }): void {
  if (entering === undefined) return
  const { id, originalUrl, raw: source } = entering.original
  const { 'accept-encoding': _coding, expect: _expectation, ...headers } = source.headers
  raw.dryRun = entering
  raw.url = originalUrl
  raw.originalUrl = originalUrl
  raw.headers = { ...headers, 'x-request-id': id }
  raw.rawHeaders = source.rawHeaders
  raw.httpVersion = source.httpVersion
  // Nothing waits for the rest of its body.
  raw.complete = true
  const { boardId, remoteAddress, remotePort, localAddress, localPort } = source.socket
  const isEncrypted = 'encrypted' in source.socket
  const address = { boardId, remoteAddress, remotePort, localAddress, localPort }
  Object.assign(raw.socket, address, isEncrypted && { encrypted: true })
}

/** Returns the logger of a request. A dry run logs nothing. */
export const createRequestLogger: NonNullable<FastifyServerOptions['childLoggerFactory']> = (
  logger,
  bindings,
  options,
  { dryRun },
) => logger.child(bindings, dryRun === undefined ? options : { ...options, level: 'silent' })

/** Passes a response on instead of sending it. No event follows, so hooks that run after a response do not run. */
export function takeResponse(raw: ServerResponse, take: (response: ExpectedResponse) => void): void {
  let status = 0
  let headers: Record<string, string> = {}
  raw.writeHead = (code: number, sent?: unknown) => {
    status = code
    const entries = Object.entries(sent as OutgoingHttpHeaders)
    headers = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    return raw
  }
  raw.end = (body?: unknown) => {
    const content = (body ?? '') as string | Buffer
    const hasText = typeof content === 'string' || isText(headers['content-type'])
    take({ status, headers, body: hasText ? String(content) : null, bytes: Buffer.byteLength(content) })
    return raw
  }
}

type Operation = (board: BoardFork, ...args: unknown[]) => undefined

/** Returns the store with operations of the variants that change nothing, and store no files. */
export function createDryRunStore(store: Store): Store {
  const writes = Object.entries(WRITES).map(([name, operation]) => [
    name,
    (id: string, ...args: unknown[]) => store.dryRun(id, (board) => (operation as Operation)(board, ...args)),
  ])
  return Object.assign(Object.create(store), Object.fromEntries(writes))
}
