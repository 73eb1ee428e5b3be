import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Draw } from './draw.js'

/** The shortest and the longest delay of a slow response, in milliseconds. */
export type DelayBounds = readonly [shortest: number, longest: number]

/** The parts of a response in which a client sees a fault. */
export const FAULTY_PARTS = ['content', 'status', 'body', 'connection'] as const

/** A fault of the buggy variant (specification, section 7; decisions 36 to 38, and 145). */
export interface Fault {
  name: string
  /** Where a client sees the fault: in the content, in the status, in a body that it cannot read, or in time and connection. */
  part: (typeof FAULTY_PARTS)[number]
  /** The rate in the specification: the probability that a request draws the fault. Other faults have the rate 0. */
  rate: number
  /** The requests or responses to which the fault applies, as published in the documents. By default, every request. */
  scope: string
  /** The effect of the fault, as published in the documents. */
  effect: string
  /** Returns the delay of the response in milliseconds. */
  delay?(bounds: DelayBounds, draw: Draw): number
  /** Whether `before` sends a response or throws an error, so that the operation never runs. */
  replacesOperation?: true
  /**
   * Runs before the request is validated and handled. If it throws an error or sends a response, the operation does not
   * run.
   *
   * @returns the reply if it has sent a response
   */
  before?(request: FastifyRequest, reply: FastifyReply, draw: Draw): FastifyReply | undefined | Promise<undefined>
  /**
   * Whether `before` changed this successful response. Without this method, a fault with `delay` or `before` counts as
   * effective for every response.
   */
  isEffective?(request: FastifyRequest): Promise<boolean>
  /**
   * Changes a successful JSON response in place, if the fault applies to it. Later faults change the same `body`. Do not insert an
   * object twice; insert a copy.
   *
   * @returns whether the response has changed
   */
  after?(response: { status: number; body: unknown }, draw: Draw): boolean
  /** Whether `after` adds content. It then runs before that of faults that change or remove fields. */
  addsContent?: true
  /** Whether the fault sends an earlier response to the same read, if there is one that differs. */
  needsHistory?: true
  /**
   * Changes how a successful JSON response is sent: its text, its headers, or what happens on the socket. It runs for HEAD
   * only if it changes headers alone.
   *
   * @param text the body
   * @returns the body to send; `undefined` if the fault changes nothing
   */
  send?(reply: FastifyReply, text: string, draw: Draw): string | undefined
  /** Whether `send` changes headers alone, so that responses to HEAD have the fault, too (decision 121). */
  changesHeaders?: true
  /** Whether `send` leaves no content that a client could read. The other faults of the content then do nothing. */
  hidesContent?: true
  /** Whether the connection ends instead of a response, whatever the response is. The operation has run. */
  losesResponse?: true
}

/**
 * Returns a function that completes faults: each gets its key as its name, the common properties, and the defaults.
 *
 * @param common the properties that most of them have; a fault can replace them
 */
export function faultsWith<Known extends Pick<Fault, 'part'> & Partial<Fault>>(common: Known) {
  type OwnPart = Omit<Fault, keyof Known | 'name' | 'rate' | 'scope'> & Partial<Omit<Fault, 'name'>>
  return (faults: Readonly<Record<string, OwnPart>>): Fault[] =>
    Object.entries(faults).map(
      ([name, fault]) => ({ name, rate: 0, scope: 'every request', ...common, ...fault }) as Fault,
    )
}
