import { createClient, type Reply } from './client.js'

/** What all workers and the inspector share. */
export interface Watch {
  /** Returns where to send the next request, when the service runs. */
  origin(): Promise<string>
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
  ids?: (number | string)[]
  query?: string
  body?: object | Buffer
  headers?: Record<string, string>
}

/** The share of calls that use v2, among those that can use v1 or v2. */
const V2_SHARE = 0.3

export type Caller = ReturnType<typeof createCaller>

/**
 * Calls operations by method and path template, on v1 or, while there is a session, also on v2.
 *
 * @param board the base path of a board; empty for the default board
 */
export function createCaller(watch: Watch, board = '') {
  const client = createClient()

  /** Sends a request below a base path. An unexpected status is reported as a breach, and the result is `undefined`. */
  async function send(
    name: string,
    base: string,
    operation: string,
    expected: number | number[],
    { ids = [], query = '', body, headers = {} }: CallOptions,
  ): Promise<Reply | undefined> {
    const [method = '', template = ''] = operation.split(' ')
    const remaining = [...ids]
    const path = template.replaceAll(/{\w+}/g, () => String(remaining.shift()))
    const reply = await client.send(`${await watch.origin()}${base}${path}${query}`, method, body, headers)
    watch.onReply(name, reply)
    if ([expected].flat().includes(reply.status)) return reply
    watch.onBreach(`${name} returned ${reply.status}: ${reply.bytes.toString().slice(0, 300)}`)
    return undefined
  }

  const caller = {
    session: undefined as Session | undefined,

    /** Calls an operation of the board. */
    async call(
      operation: string,
      expected: number | number[],
      { variant, headers, ...options }: CallOptions & { variant?: 'v1' | 'v2' | 'buggy' } = {},
    ): Promise<Reply | undefined> {
      const { session } = caller
      const version = variant ?? (session !== undefined && Math.random() < V2_SHARE ? 'v2' : 'v1')
      const token = version === 'v2' ? session?.token : undefined
      return send(`${version} ${operation}`, `${board}/api/${version}`, operation, expected, {
        ...options,
        headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      })
    },

    /** Calls an operation of the management API. */
    callServer: (operation: string, expected: number, options: CallOptions) =>
      send(operation, '', operation, expected, options),

    close: client.close,
  }
  return caller
}
