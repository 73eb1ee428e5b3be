/** Types for the parts of the bench's packages that are used here. The packages themselves may not be installed. */

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Request {
    method: string
    path: string
    headers: Record<string, string>
    body?: string | Buffer
  }

  interface Result {
    errors: number
    timeouts: number
    non2xx: number
    statusCodeStats: Record<string, { count: number }>
  }

  export default function autocannon(options: {
    url: string
    connections: number
    /** In seconds. Ignored if there is an amount. */
    duration?: number
    amount?: number
    /** In seconds. */
    timeout: number
    /** The interval of the checks for the end, in milliseconds. */
    sampleInt: number
    setupClient(client: { setRequests(requests: Request[]): void }): void
  }): Promise<Result> & EventEmitter<{ response: [] }>
}

declare module 'undici' {
  interface Handler {
    onRequestStart(): void
    onResponseStart(controller: object, status: number, headers: Record<string, string | string[] | undefined>): void
    onResponseData(controller: object, chunk: Buffer): void
    onResponseEnd(): void
    onResponseError(controller: object, error: Error): void
  }

  export class Pool {
    /** Without `connections`, it opens as many as it needs. A timeout of 0 is none. */
    constructor(origin: string, options: { connections?: number; pipelining: number; bodyTimeout?: number })
    dispatch(
      request: { method: string; path: string; headers: Record<string, string>; body?: string | Buffer },
      handler: Handler,
    ): boolean
    close(): Promise<void>
    /** Ends all requests. */
    destroy(): Promise<void>
  }
}
