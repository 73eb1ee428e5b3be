import type { DrillProfile } from '../../rules/client-habits/drill.js'
import type { DrillOutcome } from '../../rules/client-habits/judge-drill.js'
import type { SuiteRun } from '../grade/types.js'

/** The variants in which a client can be drilled: with faults, or with tokens that expire. */
export const DRILL_VARIANTS = ['buggy', 'v2'] as const

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
  /** The service to use, and the token for the creation of boards. By default, the drill starts its own. */
  server?: { url: string; token: string | undefined } | undefined
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
