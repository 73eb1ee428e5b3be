import type { BoardSource } from './boards.js'
import { collectCoverage } from './coverage/coverage.js'
import type { Progress } from './progress.js'
import { drainQueue, runJobs } from './run-jobs.js'
import { type FullRun, runSuite } from './run-suite.js'
import { selectDefects } from './select-defects.js'
import { startGrade, summarizeGrade, toRun } from './summarize-grade.js'
import { excerptOf } from './tail.js'
import type { CatalogueEntry, DefectResult, Evidence, GradeResult, Outcome, Problem, Reach, SuiteRun } from './types.js'

/** The name of the runs without a defect. */
export const CORRECT_BOARD = 'correct-board'

export interface GradeOptions extends Pick<GradeResult, 'command' | 'variant' | 'jobs' | 'server'> {
  /** The names of defects and of sets. */
  defects: readonly string[]
  /** The maximum duration of a run in seconds. */
  timeLimit: number
  /** The environment variables of the suite, as templates by name. */
  templates: Readonly<Record<string, string>>
}

/** The runs on a board with a defect. There is a second one if the first one proved nothing. */
interface DefectRuns {
  run: FullRun
  earlierRun?: FullRun
}

/**
 * Runs a test suite on correct boards, as many at a time as there are jobs, and then on a board with each defect. A run
 * that fails although its defect has changed nothing is repeated alone.
 *
 * @param signal aborts the grade
 * @throws CommandFailed if the grade cannot be made
 * @throws the reason of the abort
 */
export async function grade(
  options: GradeOptions,
  source: BoardSource,
  progress: Progress,
  signal: AbortSignal,
): Promise<GradeResult> {
  const { command, variant } = options
  const start = startGrade()
  const { defects, skipped } = selectDefects(await source.catalogue(), options.defects, variant)
  signal.throwIfAborted()
  const jobs = Math.min(options.jobs, defects.length)
  progress.start(defects.length)

  const coverage = source.hasExchanges ? collectCoverage(variant) : undefined
  const correctRuns: FullRun[] = []
  const problem = await runOnCorrectBoards()
  const runs = new Map<CatalogueEntry, DefectRuns>()
  if (problem === null) {
    await runOnDefects(defectTimeLimit(options.timeLimit, correctRuns))
  }

  const results = defects.map((defect) => toResult(defect, runs.get(defect)))
  return summarizeGrade({ options, start, jobs, problem, correctRuns, results, coverage, skipped })

  /** Returns why the suite cannot be graded; `null` if it can. */
  async function runOnCorrectBoards(): Promise<Problem | null> {
    const together = await runTogether()
    correctRuns.push(...together)
    const failed = together.find(({ isPassed }) => !isPassed)
    if (failed?.isLimited) return 'limited'
    if (together.some(({ isPassed, requests }) => isPassed && requests === 0)) return 'no-requests'
    if (failed === undefined && jobs > 1) return null
    // With one job, a second run shows whether the suite always passes or always fails. With several, a run alone shows
    // whether the runs disturb each other.
    const alone = await runOn(0, undefined, options.timeLimit, signal)
    correctRuns.push(alone)
    if (failed === undefined) return alone.isPassed ? null : 'flaky'
    return correctRuns.some(({ isPassed }) => isPassed) ? 'flaky' : 'false-alarm'
  }

  /** Runs the suite once for each job. No failure ends the other runs, because a run that is killed can leave files. */
  async function runTogether(): Promise<FullRun[]> {
    const together: FullRun[] = []
    await runJobs(jobs, signal, async (job, ending) => {
      together.push(await runOn(job, undefined, options.timeLimit, ending))
    })
    return together
  }

  async function runOnDefects(timeLimit: number): Promise<void> {
    await drainQueue([...defects], jobs, signal, async (defect, job, ending) => {
      runs.set(defect, { run: await runOn(job, defect, timeLimit, ending) })
    })
    for (const [defect, { run: earlierRun }] of runs) {
      if (provesSomething(earlierRun)) continue
      runs.set(defect, { run: await runOn(0, defect, timeLimit, signal), earlierRun })
    }
  }

  async function runOn(
    job: number,
    defect: CatalogueEntry | undefined,
    timeLimit: number,
    ending: AbortSignal,
  ): Promise<FullRun> {
    const name = defect?.name ?? CORRECT_BOARD
    const { templates } = options
    const run = { source, command, variant, templates, job, defect, timeLimit, signal: ending }
    return await runSuite({
      ...run,
      onExchange: defect === undefined ? coverage?.startRun() : undefined,
      onStart: () => progress.begin(name),
      onEnd: (full) => progress.end(name, defect === undefined ? undefined : outcomeOf(full), full, full.output),
    })
  }
}

/**
 * Returns the time limit of a run on a board with a defect, in seconds. A defect can make a suite wait for a response that
 * never comes.
 *
 * @param max the time limit of the runs on correct boards, in seconds
 */
export function defectTimeLimit(max: number, correctRuns: readonly Pick<SuiteRun, 'seconds'>[]): number {
  return Math.min(max, Math.max(...correctRuns.map(({ seconds }) => seconds)) * 5 + 10)
}

/** Whether the run of a suite shows whether it finds the defect. */
function provesSomething(run: FullRun): boolean {
  return ['found', 'missed'].includes(outcomeOf(run))
}

function outcomeOf({ isPassed, requests, isLimited, evidence }: FullRun): Outcome {
  if (isLimited) return 'error'
  if (isPassed) return 'missed'
  if (requests === 0) return 'error'
  return evidence === null ? 'unrelated' : 'found'
}

/** Returns how near a run came to a defect that it missed; `null` for other outcomes. */
export function reachOf(outcome: Outcome, evidence: Evidence | null): Reach | null {
  if (outcome !== 'missed') return null
  return evidence === null ? 'not-reached' : 'not-asserted'
}

/** Returns what a result says about its defect. */
export function describeDefect(defect: CatalogueEntry) {
  const { code, name, title, rule, exposedBy, area, severity, difficulty } = defect
  return { code, name, title, rule, exposedBy, area, severity, difficulty }
}

function toResult(defect: CatalogueEntry, runs: DefectRuns | undefined): DefectResult {
  const { run, earlierRun } = runs ?? {}
  const outcome = run === undefined ? 'not-run' : outcomeOf(run)
  const evidence = run?.evidence ?? null
  return {
    ...describeDefect(defect),
    outcome,
    reach: reachOf(outcome, evidence),
    evidence,
    run: run === undefined ? null : toRun(run),
    output: run === undefined || run.isPassed ? null : excerptOf(run.output),
    earlierRun: earlierRun === undefined ? null : toRun(earlierRun),
  }
}
