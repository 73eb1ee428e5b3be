import type { GradedVariant } from '../variant-path.js'

/** A defect, as `GET /defects` describes it. */
export interface CatalogueEntry {
  name: string
  title: string
  rule: string
  area: string
  severity: string
  difficulty: string
  variants: readonly string[]
  sets: readonly string[]
}

/** How a run of the suite ended. */
export interface Run {
  /** Whether the suite succeeded: it exited with 0 within the time limit. */
  isPassed: boolean
  /** The exit code; `null` if a signal ended the suite. */
  exitCode: number | null
  signal: string | null
  isTimedOut: boolean
  seconds: number
  /** The number of requests to the variants of the board. */
  requests: number
  /** Whether the service refused requests because of a rate limit (429). */
  isLimited: boolean
}

/**
 * The outcome of a defect. `found`: the suite failed. `missed`: the suite passed. `error`: the suite failed without a
 * request to the board, or because of a rate limit, so the failure proves nothing. `not-run`: the grade ended before.
 */
export type Outcome = 'found' | 'missed' | 'error' | 'not-run'

export interface DefectResult
  extends Pick<CatalogueEntry, 'name' | 'title' | 'rule' | 'area' | 'severity' | 'difficulty'> {
  outcome: Outcome
  run: Run | null
}

/** Why there is no score. */
export type Problem =
  /** The suite failed on a correct board. */
  | 'false-alarm'
  /** The suite passed and failed on a correct board. */
  | 'flaky'
  /** The suite passed without a request to the board. */
  | 'no-requests'

/** The share of defects that the suite found. */
export interface Score {
  found: number
  total: number
  /** From 0 to 100, rounded down to one decimal place. */
  percent: number
}

export interface GradeResult {
  version: string
  command: readonly string[]
  variant: GradedVariant
  /** The URL of the service; `null` if the command started one. */
  server: string | null
  startedAt: string
  seconds: number
  jobs: number
  problem: Problem | null
  /** The last lines of the output of the run on a correct board that failed. */
  output: string | null
  /** `null` if there is a problem. */
  score: Score | null
  bySeverity: Readonly<Record<string, Score>>
  byArea: Readonly<Record<string, Score>>
  correctRuns: readonly Run[]
  defects: readonly DefectResult[]
  /** The names of the selected defects that the variant does not have. */
  skipped: readonly string[]
}
