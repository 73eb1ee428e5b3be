import type { DrillScore } from '../drills/score.js'
import type { Goal } from '../drills/task.js'
import type { DrillProfile } from '../habits/drill.js'
import type { DrillEnd, Verdict } from '../habits/row.js'

/** The variants in which a client can be drilled: with faults, or with tokens that expire. */
export const DRILL_VARIANTS = ['buggy', 'v2'] as const
export type DrillVariant = (typeof DRILL_VARIANTS)[number]

/** A running service whose boards a drill uses. */
export interface DrillServer {
  /** Its base URL, without a slash at the end. */
  url: string
  /** The bearer token for the creation of boards. */
  token: string | undefined
}

export interface DrillOptions {
  command: readonly string[]
  variant: DrillVariant
  /** The faults of buggy. */
  profile: DrillProfile
  /** Decides which request has which fault. */
  seed: number
  /** The maximum duration of the program in seconds. */
  timeLimit: number
  /** The names of further environment variables that get the base URL of the variant. */
  urlVariables: readonly string[]
  /** The service to use. By default, the drill starts its own. */
  server?: DrillServer | undefined
  /** Gets the output of the program. */
  onOutput?: (output: string) => void
  /** The limits of the delay of slow responses in milliseconds. Tests shorten it. */
  delay?: readonly [number, number]
}

/** What a client has done, and how it is judged. */
export interface DrillOutcome {
  /** The number of requests to the board. */
  requests: number
  /** `null` if the program sent no requests to the board. */
  score: DrillScore | null
  goals: readonly Goal[]
  verdicts: readonly Verdict[]
}

/** The board of a drill. */
export interface DrillBoard {
  /** The base URL of the board, without a slash at the end. */
  url: string
  /** The base URL of the variant. */
  apiUrl: string
  /** Judges the client after its program has ended. */
  finish(end: { claimsSuccess: boolean } & Pick<DrillEnd, 'wasStopped'>): Promise<DrillOutcome>
  /** Ends the use of the board. */
  close(): Promise<void>
}

/** How the program of a client ended. */
export interface DrillRun {
  exitCode: number | null
  signal: string | null
  isTimedOut: boolean
  seconds: number
  /** The number of requests to the board. */
  requests: number
}

export interface DrillResult extends Omit<DrillOutcome, 'requests'> {
  version: string
  command: readonly string[]
  variant: DrillVariant
  profile: DrillProfile
  seed: number
  /** The service that was used; `null` if the drill has started its own. */
  server: string | null
  startedAt: string
  run: DrillRun
  /** The last lines of the output of a program that failed, and lines that report failures. */
  output: string | null
}
