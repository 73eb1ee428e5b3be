import type { Latency } from '../measure/latency.js'

/** The numbers of boards of the two servers; the first is the reference. */
export const SIZES = [1, 1000] as const
export const TASKS = 20

/** The figures of a server. */
export interface Findings {
  /** How long the creation of the first and of the last boards took, in milliseconds. */
  creation: { first: number; last: number }
  /** In bytes. */
  database: number
  memoryAtRest: number
  memoryUnderLoad: number
}

/** A workload in a round, by server: rates in requests per second, processor times in milliseconds, and latencies. */
export interface Row {
  workload: string
  /** Whether its requests go to all boards, so that a goal applies. */
  hasGoal: boolean
  rates: number[]
  /** Of all threads, per response. */
  cpus: number[]
  latencies: (Latency | undefined)[]
}

export interface Comparison {
  findings: Findings[]
  rounds: Row[][]
}
