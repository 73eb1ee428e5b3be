import { createClient, type Reply } from './client.js'

/** What all workers and the inspector share. */
export interface Watch {
  /** Where to send the next request. With replicas it changes from call to call. */
  origin(): string
  isOver(): boolean
  onReply(operation: string, reply: Reply): void
  /** Called for a request without a response, and for any other error of a worker. */
  onError(error: NodeJS.ErrnoException): void
  /** Called for behaviour that breaks the contract. */
  onBreach(breach: string): void
}

export interface Session {
  token: string
  refreshToken: string
}

interface CallOptions {
  /** The values of the path parameters, in order. */
  ids?: number[]
  query?: string
  body?: object | Buffer
  headers?: Record<string, string>
  variant?: 'v1' | 'v2' | 'buggy'
}

/** The share of calls that use v2, among those that can use v1 or v2. */
const V2_SHARE = 0.3

export type Caller = ReturnType<typeof createCaller>

/** Calls operations by method and path template, on v1 or, while there is a session, also on v2. */
export function createCaller(watch: Watch) {
  const client = createClient()
  const caller = {
    session: undefined as Session | undefined,

    /** Calls an operation. An unexpected status is reported as a breach, and the result is then `undefined`. */
    async call(
      operation: string,
      expected: number | number[],
      { ids = [], query = '', body, headers, variant }: CallOptions = {},
    ): Promise<Reply | undefined> {
      const { session } = caller
      const version = variant ?? (session !== undefined && Math.random() < V2_SHARE ? 'v2' : 'v1')
      const [method = '', template = ''] = operation.split(' ')
      const remaining = [...ids]
      const path = template.replaceAll(/{\w+}/g, () => String(remaining.shift()))
      const reply = await client.send(`${watch.origin()}/api/${version}${path}${query}`, method, body, {
        ...(version === 'v2' && session !== undefined && { authorization: `Bearer ${session.token}` }),
        ...headers,
      })
      watch.onReply(`${version} ${operation}`, reply)
      if ([expected].flat().includes(reply.status)) return reply
      const text = reply.bytes.toString().slice(0, 300)
      watch.onBreach(`${version} ${operation} returned ${reply.status}: ${text}`)
      return undefined
    },

    close: client.close,
  }
  return caller
}
