/** The grade of a tool, whose findings adapters read from its report. @module */

import { CommandFailed } from '../../../contract/command-failed.js'
import type { BoardSource } from '../boards.js'
import { CONTROL_RUN, CORRECT_BOARD, type GradedBoard, withControlRuns } from '../control-runs.js'
import { drainQueue } from '../drain-queue.js'
import { defectTimeLimit, type GradeOptions } from '../grade.js'
import { describeRun, type Progress } from '../progress.js'
import { collectCoverage } from '../report/coverage.js'
import { type FullRun, runSuite } from '../run-suite.js'
import { selectDefects } from '../select-defects.js'
import { resultOf, startGrade, summarizeGrade, toRun } from '../summarize-grade.js'
import type { CatalogueEntry, Outcome, Problem } from '../types.js'
import { ADAPTERS } from './adapters.js'
import { type AdapterName, type Finding, UnreadableReport } from './finding.js'
import { createReportFiles } from './tool-report-file.js'
import {
  baselineOf,
  decisiveRun,
  newFindings,
  summarize,
  type ToolDefectResult,
  type ToolGradeResult,
  type ToolRun,
} from './tool-score.js'

export interface ToolOptions extends GradeOptions {
  adapter: AdapterName
  /** The number of seeds. The tool runs with each on a correct board, and on a board with each defect. */
  seeds: number
}

/** A run with its findings; `null` if the tool has written no report that can be read. */
interface ReadRun {
  seed: number
  run: FullRun
  findings: Finding[] | null
}

/**
 * Grades a tool that reports findings. It runs with each seed on a correct board first. On a board with a defect, only
 * findings count that no correct board had, also none of the control runs. If each of more than a tenth of the control
 * runs has a finding of its own, new findings prove nothing.
 *
 * @param signal aborts the grade
 * @throws CommandFailed if the grade cannot be made
 * @throws the reason of the abort
 */
export async function gradeTool(
  options: ToolOptions,
  source: BoardSource,
  progress: Progress,
  signal: AbortSignal,
): Promise<ToolGradeResult> {
  const { command, variant, adapter: adapterName, templates } = options
  const adapter = ADAPTERS[adapterName]
  const start = startGrade()
  const { defects, skipped } = selectDefects(await source.catalogue(), options.defects, variant)
  signal.throwIfAborted()
  const seeds = Array.from({ length: options.seeds }, (_, index) => index + 1)
  const jobs = Math.min(options.jobs, defects.length * seeds.length)
  progress.start(defects.length * seeds.length)
  const coverage = source.hasExchanges ? collectCoverage(variant) : undefined
  const files = await createReportFiles()
  try {
    const correct: ReadRun[] = []
    await drainQueue([...seeds], jobs, signal, async (seed, job, ending) => {
      correct.push(await runTool(job, seed, CORRECT_BOARD, [], options.timeLimit, ending))
    })
    correct.sort((a, b) => a.seed - b.seed)
    const controls: ReadRun[] = []
    const runs = new Map<GradedBoard, ReadRun[]>(defects.map((defect) => [defect, []]))
    const problem = problemOf(correct) ?? (await runOnDefects())
    if (problem !== null) runs.clear()
    const baseline = baselineOf([...correct, ...controls])
    const results = defects.map((defect) => toResult(defect, runs.get(defect) ?? [], baseline))
    const suiteRuns = { correctRuns: runsOf(correct), controlRuns: runsOf(controls) }
    return {
      ...summarizeGrade({ options, start, jobs, problem, ...suiteRuns, results, coverage, skipped, provisional: null }),
      tool: summarize(adapterName, seeds, baseline, controls.flatMap(ownFindings), results, problem === null),
      defects: results,
    }

    async function runOnDefects(): Promise<Problem | null> {
      const known = baselineOf(correct)
      const timeLimit = defectTimeLimit(options.timeLimit, runsOf(correct))
      const planned = defects.flatMap((board: GradedBoard) => seeds.map((seed) => ({ board, seed })))
      const control = (index: number) => ({ board: CONTROL_RUN, seed: seeds[index % seeds.length] ?? 1 })
      const queue = withControlRuns(planned, control, options.random)
      await drainQueue(queue, jobs, signal, async ({ board, seed }, job, ending) => {
        const run = await runTool(job, seed, board, known, timeLimit, ending)
        if (board === CONTROL_RUN) controls.push(run)
        else runs.get(board)?.push(run)
        if (controls.some(failsForNothing)) queue.length = 0
      })
      if (controls.every(({ run }) => run.isLimited)) return 'limited'
      const noisy = controls.filter((run) => ownFindings(run).length > 0)
      return controls.some(failsForNothing) || noisy.length > controls.length / 10 ? 'control-failed' : null
    }

    /** Returns the findings of a control run that no other run on a correct board had. */
    function ownFindings(run: ReadRun): Finding[] {
      return newFindings(run.findings ?? [], baselineOf([...correct, ...controls].filter((other) => other !== run)))
    }
  } finally {
    await files.close()
  }

  async function runTool(
    job: number,
    seed: number,
    board: GradedBoard,
    baseline: readonly Finding[],
    timeLimit: number,
    ending: AbortSignal,
  ): Promise<ReadRun> {
    const defect = defects.find((each) => each === board)
    const name = `${board.name}-seed-${seed}`
    const report = files.next()
    const run = await runSuite({
      ...{ source, command, variant, templates, run: options.run, job, defect, timeLimit, signal: ending },
      placeholders: { report, seed },
      onExchange: board === CORRECT_BOARD ? coverage?.startRun() : undefined,
      onStart: () => progress.begin(name),
    })
    const findings = await readFindings(report, run)
    const result = { seed, run, findings: findings instanceof Error ? null : findings }
    await progress.end(name, defect && outcomeOf(result, baseline), run, run.output)
    if (findings instanceof UnreadableReport && board === CORRECT_BOARD) {
      throw new CommandFailed(`${findings.message}. This was a run on a correct board: ${describeRun(run)}`)
    }
    return result
  }

  async function readFindings(path: string, { exitCode, isTimedOut }: FullRun): Promise<Finding[] | UnreadableReport> {
    try {
      const report = await files.take(path)
      if (adapter.needsReport && report === null) {
        return new UnreadableReport(
          'The tool wrote no report. It must write it to the file {report}, which REPORT_FILE names, too',
        )
      }
      return adapter.read({ report, exitCode, isTimedOut })
    } catch (error) {
      if (!(error instanceof UnreadableReport)) throw error
      return error
    }
  }

  /** Returns why the tool cannot be graded; `null` if it can. */
  function problemOf(correct: readonly ReadRun[]): Problem | null {
    if (correct.some(({ run }) => run.isLimited)) return 'limited'
    if (correct.some(({ run }) => run.requests === 0)) return 'no-requests'
    // A tool that reports findings may have some on correct boards. An exit code says nothing else.
    const failures = correct.filter(failsForNothing).length
    if (failures === 0) return null
    return failures === correct.length ? 'false-alarm' : 'flaky'
  }

  function failsForNothing({ run }: ReadRun): boolean {
    return !adapter.needsReport && !run.isPassed && !run.isLimited
  }
}

function runsOf(runs: readonly ReadRun[]): FullRun[] {
  return runs.map(({ run }) => run)
}

function outcomeOf({ run, findings }: ReadRun, baseline: readonly Finding[]): Outcome {
  if (run.isLimited || run.requests === 0 || findings === null) return 'error'
  if (newFindings(findings, baseline).length === 0) return 'missed'
  return run.evidence === null ? 'unrelated' : 'found'
}

function toResult(
  defect: CatalogueEntry,
  readRuns: readonly ReadRun[],
  baseline: readonly Finding[],
): ToolDefectResult {
  const sorted = readRuns.toSorted((a, b) => a.seed - b.seed)
  const runs = sorted.map((each): ToolRun => {
    const { seed, run, findings } = each
    return {
      seed,
      outcome: outcomeOf(each, baseline),
      evidence: run.evidence,
      findings: newFindings(findings ?? [], baseline),
      ...toRun(run),
    }
  })
  const decisive = decisiveRun(runs)
  const outcome = decisive?.outcome ?? 'not-run'
  const full = sorted.find(({ seed }) => seed === decisive?.seed)
  return {
    ...resultOf(defect, outcome, full?.run, outcome !== 'missed'),
    earlierRun: null,
    repeated: null,
    runs,
  }
}
