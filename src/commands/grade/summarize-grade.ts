import { VERSION } from '../../version.js'
import type { collectCoverage } from './report/coverage.js'
import { gradeScoreOf, scoresBy } from './report/score.js'
import type { FullRun } from './run-suite.js'
import { describeDefect } from './select-defects.js'
import { excerptOf } from './tail.js'
import type { CatalogueEntry, DefectResult, GradeResult, Outcome, Reach, SuiteRun } from './types.js'

/** Starts the clock of a grade. `time` is that of the monotonic clock, in milliseconds. */
export function startGrade() {
  return { at: new Date(), time: performance.now() }
}

interface Graded extends Pick<GradeResult, 'jobs' | 'problem' | 'skipped' | 'provisional'> {
  options: Pick<GradeResult, 'command' | 'variant' | 'server'>
  start: ReturnType<typeof startGrade>
  coverage: ReturnType<typeof collectCoverage> | undefined
  /** The runs on correct boards, before the first defect and among those with a defect. */
  correctRuns: readonly FullRun[]
  controlRuns: readonly FullRun[]
  results: readonly DefectResult[]
}

/** Returns the result of a grade, of a suite or of a tool. With a problem, there are no scores. */
export function summarizeGrade(graded: Graded): GradeResult {
  const { options, start, jobs, problem, correctRuns, controlRuns, results, coverage, skipped, provisional } = graded
  const { command, variant, server } = options
  const failed = [...correctRuns, ...controlRuns].findLast(({ isPassed }) => !isPassed)
  const hasScore = problem === null
  return {
    version: VERSION,
    command,
    variant,
    server,
    startedAt: start.at.toISOString(),
    seconds: Math.round((performance.now() - start.time) / 100) / 10,
    jobs,
    provisional,
    problem,
    output: hasScore || failed === undefined ? null : excerptOf(failed.output),
    score: hasScore ? gradeScoreOf(results) : null,
    bySeverity: hasScore ? scoresBy(results, 'severity') : {},
    byArea: hasScore ? scoresBy(results, 'area') : {},
    correctRuns: correctRuns.map(toRun),
    controlRuns: controlRuns.map(toRun),
    coverage: coverage?.result() ?? null,
    defects: results,
    skipped,
  }
}

/** Returns the result of a defect, from the run that counts, and with its output if that helps. */
export function resultOf(defect: CatalogueEntry, outcome: Outcome, run: FullRun | undefined, hasOutput: boolean) {
  const evidence = run?.evidence ?? null
  const reach: Reach = evidence === null ? 'not-reached' : 'not-asserted'
  return {
    ...describeDefect(defect),
    outcome,
    reach: outcome === 'missed' ? reach : null,
    evidence,
    exchange: run?.exchange ?? null,
    run: run === undefined ? null : toRun(run),
    output: run !== undefined && hasOutput ? excerptOf(run.output) : null,
  }
}

/** Leaves out what other parts of the result have. */
export function toRun({ isPassed, exitCode, signal, isTimedOut, seconds, requests, isLimited }: FullRun): SuiteRun {
  return { isPassed, exitCode, signal, isTimedOut, seconds, requests, isLimited }
}
