import type { BoardSource } from './boards.js'
import { CONTROL_RUN, CORRECT_BOARD, type GradedBoard, type Random, withControlRuns } from './control-runs.js'
import { drainQueue } from './drain-queue.js'
import type { Progress } from './progress.js'
import { collectCoverage } from './report/coverage.js'
import { type EarlierReport, earlierResults } from './report/earlier-report.js'
import { type FullRun, type RunRequest, runSuite } from './run-suite.js'
import { selectDefects } from './select-defects.js'
import { resultOf, startGrade, summarizeGrade, toRun } from './summarize-grade.js'
import type { CatalogueEntry, DefectResult, GradeResult, Outcome, Problem, RepeatReason, SuiteRun } from './types.js'

export interface GradeOptions extends Pick<GradeResult, 'command' | 'variant' | 'jobs' | 'server'> {
  /** The names of defects and of sets. */
  defects: readonly string[]
  /** The maximum duration of a run in seconds. */
  timeLimit: number
  /** The environment variables of the suite, as templates by name. */
  templates: Readonly<Record<string, string>>
  /** An earlier grade, whose results are taken over. Of the defects to grade, those that it has found are left out. */
  since?: EarlierReport | undefined
  /** Orders the runs. Tests replace it. */
  random?: Random
  /** Runs the command of a suite. Tests replace it. */
  run?: RunRequest['run']
}

/** The run on a board with a defect that counts. If it is the second one, there is an earlier one. */
interface DefectRuns {
  run: FullRun
  earlierRun: FullRun | undefined
  repeated: RepeatReason | undefined
}

/**
 * Runs a test suite on correct boards, as many at a time as there are jobs, and then on a board with each defect. Control
 * runs on correct boards are hidden among these. The first one that fails ends the grade: a suite that fails on a correct
 * board can fail on each of the others for the same reason. A run whose failure proves nothing is repeated alone. After an
 * earlier grade, the score is provisional.
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
  const catalogue = await source.catalogue()
  const earlier = earlierResults(options.since, catalogue.defects)
  const { defects, skipped } = selectDefects(catalogue, options.defects, variant)
  const open = defects.filter(({ name }) => earlier.get(name)?.outcome !== 'found')
  signal.throwIfAborted()
  const jobs = Math.max(1, Math.min(options.jobs, open.length))
  progress.start(open.length)

  const coverage = source.hasExchanges ? collectCoverage(variant) : undefined
  const correctRuns: FullRun[] = []
  const controlRuns: FullRun[] = []
  const runs = new Map<GradedBoard, DefectRuns>()
  const problem = (await runOnCorrectBoards()) ?? (await runOnDefects())
  if (problem !== null) runs.clear()

  const all = catalogue.defects.filter((defect) => open.includes(defect) || earlier.has(defect.name))
  const results = all.map((defect) => {
    const taken = problem !== null || open.includes(defect) ? undefined : earlier.get(defect.name)
    return taken ?? toResult(defect, runs.get(defect))
  })
  const provisional = options.since ? { since: options.since.startedAt, results: all.length - open.length } : null
  const graded = { correctRuns, controlRuns, results, coverage, skipped, provisional }
  return summarizeGrade({ options, start, jobs, problem, ...graded })

  /** Returns why the suite cannot be graded; `null` if it can. */
  async function runOnCorrectBoards(): Promise<Problem | null> {
    // No failure ends the other runs, because a run that is killed can leave files.
    await drainQueue(Array(jobs).fill(CORRECT_BOARD), jobs, signal, async (board, job, ending) => {
      correctRuns.push(await runOn(job, board, options.timeLimit, ending))
    })
    const failed = correctRuns.find(({ isPassed }) => !isPassed)
    if (failed?.isLimited) return 'limited'
    if (correctRuns.some(({ isPassed, requests }) => isPassed && requests === 0)) return 'no-requests'
    if (failed === undefined && jobs > 1) return null
    // With one job, a second run shows whether the suite always passes or always fails. With several, a run alone shows
    // whether the runs disturb each other.
    const alone = await runOn(0, CORRECT_BOARD, options.timeLimit, signal)
    correctRuns.push(alone)
    if (failed === undefined) return alone.isPassed ? null : 'flaky'
    return correctRuns.some(({ isPassed }) => isPassed) ? 'flaky' : 'false-alarm'
  }

  /** Returns why the suite has no score; `null` if it has one. */
  async function runOnDefects(): Promise<Problem | null> {
    const timeLimit = defectTimeLimit(options.timeLimit, correctRuns)
    const select = (isChosen: (run: FullRun) => boolean) =>
      [...runs].filter(([, { run, repeated }]) => repeated === undefined && isChosen(run)).map(([defect]) => defect)
    const withControls = (chosen: GradedBoard[]) => withControlRuns(chosen, () => CONTROL_RUN, options.random)
    const repeatAlone = (why: RepeatReason, isChosen: (run: FullRun) => boolean) => runQueue(select(isChosen), 1, why)

    await runQueue(withControls(open), jobs)
    const unproven = select((run) => !['found', 'missed'].includes(outcomeOf(run)))
    // These repetitions can find a defect, so control runs are among them.
    if (unproven.length > 0) await runQueue(withControls(unproven), 1, 'no-proof')
    if (jobs > 1) await repeatAlone('other-cause', (run) => run.hasOtherCause)
    if ([...runs.values()].some(wasDisturbed)) await repeatAlone('disturbed', (run) => outcomeOf(run) === 'found')
    if (hasFailedControl()) return 'control-failed'
    return controlRuns.every(({ isLimited }) => isLimited) ? 'limited' : null

    /** Runs the suite on boards. A control run that fails ends this. */
    async function runQueue(queue: GradedBoard[], atOnce: number, repeated?: RepeatReason): Promise<void> {
      if (hasFailedControl()) return
      await drainQueue(queue, atOnce, signal, async (board, job, ending) => {
        const run = await runOn(job, board, timeLimit, ending)
        if (board === CONTROL_RUN) controlRuns.push(run)
        else runs.set(board, { run, earlierRun: runs.get(board)?.run, repeated })
        if (hasFailedControl()) queue.length = 0
      })
    }
  }

  function hasFailedControl(): boolean {
    return controlRuns.some(({ isPassed, isLimited }) => !isPassed && !isLimited)
  }

  function runOn(job: number, board: GradedBoard, timeLimit: number, ending: AbortSignal): Promise<FullRun> {
    const { templates, run } = options
    const defect = defects.find((each) => each === board)
    return runSuite({
      ...{ source, command, variant, templates, run, job, defect, timeLimit, signal: ending },
      onExchange: board === CORRECT_BOARD ? coverage?.startRun() : undefined,
      onStart: () => progress.begin(board.name),
      onEnd: (full) => progress.end(board.name, defect && outcomeOf(full), full, full.output),
    })
  }
}

/**
 * Returns the time limit of the runs with a defect and of the control runs, in seconds. A defect can make a suite wait for a
 * response that never comes. Other programs can make a run several times slower.
 *
 * @param max the time limit of the runs on correct boards, in seconds
 */
export function defectTimeLimit(max: number, correctRuns: readonly Pick<SuiteRun, 'seconds'>[]): number {
  return Math.min(max, Math.max(...correctRuns.map(({ seconds }) => seconds)) * 10 + 30)
}

/** Whether a run ended differently when it was repeated alone. */
function wasDisturbed({ run, earlierRun }: DefectRuns): boolean {
  return earlierRun !== undefined && !earlierRun.isLimited && outcomeOf(run) !== outcomeOf(earlierRun)
}

function outcomeOf({ isPassed, requests, isLimited, evidence }: FullRun): Outcome {
  if (isLimited) return 'error'
  if (isPassed) return 'missed'
  if (requests === 0) return 'error'
  return evidence === null ? 'unrelated' : 'found'
}

function toResult(defect: CatalogueEntry, runs: DefectRuns | undefined): DefectResult {
  const { run, earlierRun, repeated } = runs ?? {}
  const outcome = run === undefined ? 'not-run' : outcomeOf(run)
  return {
    ...resultOf(defect, outcome, run, run?.isPassed === false),
    earlierRun: earlierRun === undefined ? null : toRun(earlierRun),
    repeated: repeated ?? null,
  }
}
