import type { FastifyRequest } from 'fastify'
import type { Draw } from './draw.js'

/** A successful JSON response before it is sent. Faults change it in place. */
export interface FaultyResponse {
  status: number
  body: unknown
}

/** The shortest and the longest delay of a slow response, in milliseconds. */
export type DelayBounds = readonly [shortest: number, longest: number]

/** A fault of the buggy variant (specification, section 7; decisions 36 to 38). */
export interface Fault {
  name: string
  /** The promised rate: the share of the requests to which the fault applies. */
  rate: number
  /** The requests to which it applies, for the documents. */
  scope: string
  /** What it does, for the documents. */
  effect: string
  /** The delay of the response in milliseconds. */
  delay?(bounds: DelayBounds, draw: Draw): number
  /** Acts before validation and operation. */
  before?(request: FastifyRequest): void
  /**
   * Whether `before` changed this successful response. Without this method, a fault with `delay` or `before` has changed every
   * response.
   */
  isEffective?(request: FastifyRequest, payload: string): Promise<boolean>
  /**
   * Changes a successful response, where the fault applies to it. Later faults change the same `body`, so copy an object instead of
   * inserting it twice.
   */
  after?(response: FaultyResponse, draw: Draw): void
}
