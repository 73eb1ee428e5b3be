import { createClient, type Reply } from './client.js'

/** What all workers share. */
export interface Watch {
  /** Where to send the next request; changes from call to call where there are replicas. */
  origin(): string
  isOver(): boolean
  onReply(operation: string, reply: Reply): void
  /** Is told of a request without an answer, and of whatever else a worker stumbles over. */
  onError(error: NodeJS.ErrnoException): void
  /** Is told of what must not happen. */
  onBreach(breach: string): void
}

export interface Session {
  token: string
  refreshToken: string
}

interface Details {
  /** What stands for the parameters of the path, one after the other. */
  ids?: number[]
  query?: string
  body?: object | Buffer
  headers?: Record<string, string>
  variant?: 'v1' | 'v2' | 'buggy'
}

/** The share of the calls that go to v2, of those that may go to v1 and v2 alike. */
const V2_SHARE = 0.3

export type Caller = ReturnType<typeof createCaller>

/** Calls operations by the names that the documents give them, through v2 too while there is a session. */
export function createCaller(watch: Watch) {
  const client = createClient()
  const caller = {
    session: undefined as Session | undefined,

    /** Calls an operation; a status that is not expected is a breach, and gives no reply. */
    async call(
      operation: string,
      expected: number | number[],
      { ids = [], query = '', body, headers, variant }: Details = {},
    ): Promise<Reply | undefined> {
      const { session } = caller
      const through = variant ?? (session !== undefined && Math.random() < V2_SHARE ? 'v2' : 'v1')
      const [method = '', template = ''] = operation.split(' ')
      const left = [...ids]
      const path = template.replaceAll(/{\w+}/g, () => String(left.shift()))
      const reply = await client.send(`${watch.origin()}/api/${through}${path}${query}`, method, body, {
        ...(through === 'v2' && session !== undefined && { authorization: `Bearer ${session.token}` }),
        ...headers,
      })
      watch.onReply(`${through} ${operation}`, reply)
      if ([expected].flat().includes(reply.status)) return reply
      const text = reply.bytes.toString().slice(0, 300)
      watch.onBreach(`${through} ${operation} was answered with ${reply.status}: ${text}`)
      return undefined
    },

    close: client.close,
  }
  return caller
}
