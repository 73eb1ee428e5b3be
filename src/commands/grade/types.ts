import type { Static } from '@sinclair/typebox'
import type { Defect, DefectEffect } from '../../classroom/defects/schemas.js'
import type { GradedVariant } from '../../contract/names.js'
import type { ShownExchange } from '../report/report.js'
import type { Coverage } from './report/coverage.js'
import type { CommandRun } from './run-command.js'

/** A defect, as `GET /defects` describes it. */
export type CatalogueEntry = Omit<Static<typeof Defect>, 'operations' | 'area' | 'quality'> & { area: string }

/** How a run of the suite ended. */
export interface SuiteRun extends Omit<CommandRun, 'output'> {
  /** The number of requests to the variants of the board. */
  requests: number
  /** Whether the service refused requests because of a rate limit (429). */
  isLimited: boolean
}

/** What a defect changed during a run. The number of the first request counts the requests of the run. */
export interface Evidence extends Pick<Static<typeof DefectEffect>, 'effect' | 'requests'> {
  first: Static<typeof DefectEffect>['first'] & {
    /** The test of the suite that sent the request, if the request has named it. */
    test?: string
  }
}

/**
 * The outcome of a defect.
 *
 * - `found`: the suite failed, and the defect had changed something.
 * - `missed`: the suite passed.
 * - `unrelated`: the suite failed for another reason, because the defect had changed nothing.
 * - `error`: the run is inconclusive, because it sent no request to the board, or a rate limit refused a request.
 * - `not-run`: the grade has no result for the defect, because there is a problem.
 */
export type Outcome = 'found' | 'missed' | 'unrelated' | 'error' | 'not-run'

/**
 * How near a run came to a defect that it missed.
 *
 * - `not-reached`: the defect changed nothing, because no request of the run could show it.
 * - `not-asserted`: a response or what a request stored was different, but the suite did not notice it.
 */
export type Reach = 'not-reached' | 'not-asserted'

export interface DefectResult
  extends Pick<CatalogueEntry, 'code' | 'name' | 'title' | 'rule' | 'exposedBy' | 'area' | 'severity' | 'difficulty'> {
  outcome: Outcome
  /** How near the suite came to a missed defect; `null` for other outcomes. */
  reach: Reach | null
  /** What the defect changed during the run; `null` if it changed nothing. */
  evidence: Evidence | null
  /** The first affected request with its response; `null` without evidence, or if it is no longer recorded. */
  exchange: ShownExchange | null
  run: SuiteRun | null
  /** The output of a run that failed: its last lines, and lines before that report failures. */
  output: string | null
  /** The first run, if the suite ran once more, alone; else `null`. */
  earlierRun: SuiteRun | null
  /** Why the suite ran once more, alone; `null` if it did not. */
  repeated: RepeatReason | null
}

/**
 * Why a run was repeated alone.
 *
 * - `no-proof`: it failed although the defect had changed nothing, it sent no request, or a rate limit refused one.
 * - `other-cause`: it reached the defect, but its output does not show that it failed because of the changed response.
 * - `disturbed`: it found the defect, but another run turned out to be disturbed by a run at the same time.
 */
export type RepeatReason = 'no-proof' | 'other-cause' | 'disturbed'

/** Why there is no score. */
export type Problem =
  /** The suite failed on a correct board. */
  | 'false-alarm'
  /** The suite passed and failed on a correct board. */
  | 'flaky'
  /** The suite failed on a correct board whose rate limit refused requests (429). */
  | 'limited'
  /** The suite passed without a request to the board. */
  | 'no-requests'
  /** The suite failed on a correct board among those with a defect. */
  | 'control-failed'

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
  /** The start of the earlier grade, and the number of results that were taken over from it; `null` without one. */
  provisional: { since: string; results: number } | null
  problem: Problem | null
  /** The output of the last run on a correct board that failed: its last lines, and lines before that report failures. */
  output: string | null
  /** `null` if there is a problem. */
  score: Score | null
  bySeverity: Readonly<Record<string, Score>>
  byArea: Readonly<Record<string, Score>>
  /** The runs on correct boards before the first defect. */
  correctRuns: readonly SuiteRun[]
  /** The runs on correct boards among those with a defect. */
  controlRuns: readonly SuiteRun[]
  /** What the runs on correct boards have reached; `null` with `--server`, which does not pass the requests. */
  coverage: Coverage | null
  defects: readonly DefectResult[]
  /** The names of the selected defects that the variant does not have. */
  skipped: readonly string[]
}
