import type { DrillProfile } from '../../rules/client-habits/drill.js'
import type { DrillOutcome } from '../../rules/client-habits/outcome.js'
import type { SuiteRun } from '../grade/types.js'

/** The variants in which a client can be drilled: with faults, or with tokens that expire. */
export const DRILL_VARIANTS = ['buggy', 'v2'] as const

/** A running service whose boards a drill uses. */
export interface DrillServer {
  /** Its base URL, without a slash at the end. */
  url: string
  /** The bearer token for the creation of boards. */
  token: string | undefined
}

export interface DrillOptions {
  command: readonly string[]
  variant: (typeof DRILL_VARIANTS)[number]
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

/** The board of a drill. */
export interface DrillBoard {
  /** The base URL of the board, without a slash at the end. */
  url: string
  /** The base URL of the variant. */
  apiUrl: string
  /** Judges the client after its program has ended. */
  finish(end: { claimsSuccess: boolean; wasStopped: boolean }): Promise<DrillOutcome & Pick<SuiteRun, 'requests'>>
  /** Ends the use of the board. */
  close(): Promise<void>
}

export interface DrillResult extends DrillOutcome, Pick<DrillOptions, 'command' | 'variant' | 'profile' | 'seed'> {
  version: string
  /** The service that was used; `null` if the drill has started its own. */
  server: string | null
  startedAt: string
  /** How the program of the client ended. */
  run: Omit<SuiteRun, 'isPassed' | 'isLimited'>
  /** The last lines of the output of a program that failed, and lines that report failures. */
  output: string | null
}
