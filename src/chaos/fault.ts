import type { FastifyRequest } from 'fastify'
import type { Draw } from './draw.js'

/** What a fault may do to a request before it is looked at. */
export interface RequestContext {
  request: FastifyRequest
  /** Waits as long as was drawn; rejects when the client hangs up. */
  wait(): Promise<void>
}

/** A successful answer with a JSON body, finished but for the faults. Faults change it in place. */
export interface Answer {
  status: number
  body: unknown
}

/** A fault of the buggy variant (specification, section 7; decisions 36 to 38). */
export interface Fault {
  name: string
  /** The promised share of the requests to which the fault applies. */
  rate: number
  /** The requests to which it applies, for the documents. */
  scope: string
  /** What it does, for the documents. */
  effect: string
  /** Acts before validation and operation. */
  before?(context: RequestContext): void | Promise<void>
  /** Whether what it did before has changed a successful answer; where this is missing, it has changed any. */
  isEffective?(request: FastifyRequest, payload: string): Promise<boolean>
  /** Changes the answer; leaves it alone where the fault does not apply. */
  after?(answer: Answer, draw: Draw): void
}
