import type { DefectResult, Evidence, GradeResult, Outcome, Score, SuiteRun } from '../types.js'
import type { AdapterName, Finding } from './finding.js'

/** A run of a tool on a board with a defect. */
export interface ToolRun extends SuiteRun {
  seed: number
  /** As for a suite. A run without a report is an `error`. */
  outcome: Outcome
  /** What the defect changed during the run; `null` if it changed nothing. */
  evidence: Evidence | null
  /** The findings that no run on a correct board had. */
  findings: readonly Finding[]
}

/** A defect with its runs. The outcome, the run and the evidence are those of the run that says most. */
export interface ToolDefectResult extends DefectResult {
  runs: readonly ToolRun[]
}

/** A finding on boards without defects, and the seeds that had it. */
export interface BaselineFinding extends Finding {
  seeds: readonly number[]
}

/** How many defects were found after a number of requests. */
export interface CurvePoint {
  requests: number
  found: number
}

/** What a grade of a tool says in addition. */
export interface ToolSummary {
  adapter: AdapterName
  seeds: readonly number[]
  /** What the tool reports on boards without defects. */
  baseline: readonly BaselineFinding[]
  /** The findings that a single control run had, and no other run on a correct board: chances. */
  controlFindings: readonly Finding[]
  /** The defects that at least one seed has found; `null` if there is a problem. */
  anySeed: Score | null
  /** The defects that every seed has found; `null` if there is a problem. */
  allSeeds: Score | null
  /** Of the runs with a new finding, those whose defect had changed something; `null` without such runs. */
  precision: Score | null
  /** The sum of the requests of all runs on boards with a defect. */
  requests: number
  /** The sum of the durations of these runs. */
  seconds: number
  /** A point for each number of requests with which further defects were found. */
  curve: readonly CurvePoint[]
}

export interface ToolGradeResult extends GradeResult {
  tool: ToolSummary
  defects: readonly ToolDefectResult[]
}
