import type { Kind } from './learner.js'

/** What the process of the learners is told: to learn for some seconds, or to look whether anything was lost. */
export type Command = { learn: Course } | { check: string }

export interface Course {
  origin: string
  /** The paths of the boards. A later course has the same ones. */
  bases: readonly string[]
  /** Requests per second and learner. */
  rate: number
  seconds: number
  /** The delay of slow responses, in milliseconds. */
  slowResponse: number
}

/** In milliseconds. */
export interface Latencies {
  p50: number
  p99: number
  max: number
}

/** What the learners have seen. Latencies are beyond the delays of faults. */
export interface Observed {
  responses: number
  /** Requests without a response, and responses with another status than that of the operation or its fault. */
  failures: Record<string, number>
  latencies: Record<Kind | 'all', Latencies>
  /** The processor time of the learners in milliseconds. */
  cpu: number
  /** How late the requests were sent: the 99th percentile in milliseconds. */
  lateness: number
  /** The streams of events that are open. */
  streams: number
  /** The requests that the streams have reported. */
  events: number
}

/** What was looked for, and in words what was not found. */
export interface Found {
  tasks: number
  claims: number
  requests: number
  lost: string[]
}
