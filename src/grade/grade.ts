import { setMaxListeners } from 'node:events'
import type { GradedVariant } from '../variant-path.js'
import { VERSION } from '../version.js'
import type { BoardSource } from './boards.js'
import { fillTemplate } from './environment.js'
import type { Progress } from './progress.js'
import { runCommand } from './run-command.js'
import { scoreOf, scoresBy } from './score.js'
import { selectDefects } from './select-defects.js'
import { lastLines } from './tail.js'
import type { CatalogueEntry, DefectResult, GradeResult, Problem, Run } from './types.js'

/** The name of the runs without a defect. */
export const CORRECT_BOARD = 'correct-board'

export interface GradeOptions {
  command: readonly string[]
  variant: GradedVariant
  /** The names of defects and of sets. */
  defects: readonly string[]
  jobs: number
  /** The maximum duration of a run in seconds. */
  timeLimit: number
  /** The environment variables of the suite, as templates by name. */
  templates: Readonly<Record<string, string>>
  /** The URL of the service; `null` if it runs in this process. */
  server: string | null
}

/** A run with its output. */
interface FullRun extends Run {
  output: string
}

/**
 * Runs a test suite on a correct board, then on a board with each defect, and on a correct board once more.
 *
 * @param signal aborts the grade
 * @throws GradeFailed if the grade cannot be made
 * @throws the reason of the abort
 */
export async function grade(
  options: GradeOptions,
  source: BoardSource,
  progress: Progress,
  signal: AbortSignal,
): Promise<GradeResult> {
  const { command, variant, server } = options
  const startedAt = new Date()
  const { defects, skipped } = selectDefects(await source.catalogue(), options.defects, variant)
  /** Ends all runs. */
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  const abort = () => ending.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  signal.throwIfAborted()
  const jobs = Math.min(options.jobs, defects.length + 1)
  progress.start(defects.length)

  const first = await runSuite(0, undefined, options.timeLimit)
  const correctRuns = [first]
  const runs = new Map<CatalogueEntry, FullRun>()
  let problem = problemOf(first, 'false-alarm')
  if (problem === null) {
    // The second run on a correct board shares the processor with the first runs with defects. So it also finds suites
    // that disturb each other.
    const queue: (CatalogueEntry | undefined)[] = [undefined, ...defects]
    const timeLimit = Math.min(options.timeLimit, first.seconds * 5 + 10)
    const work = async (job: number): Promise<void> => {
      while (queue.length > 0) {
        const defect = queue.shift()
        const run = await runSuite(job, defect, timeLimit)
        if (defect !== undefined) {
          runs.set(defect, run)
          continue
        }
        correctRuns.push(run)
        problem = problemOf(run, 'flaky')
        if (problem !== null) ending.abort(new Flaky())
      }
    }
    await finishAll(
      Array.from({ length: jobs }, (_, job) => work(job)),
      ending,
    )
  }

  const results = defects.map((defect) => toResult(defect, runs.get(defect)))
  const failed = correctRuns.find(({ isPassed }) => !isPassed)
  return {
    version: VERSION,
    command,
    variant,
    server,
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 100) / 10,
    jobs,
    problem,
    output: failed === undefined ? null : lastLines(failed.output),
    score: problem === null ? scoreOf(results) : null,
    bySeverity: problem === null ? scoresBy(results, 'severity') : {},
    byArea: problem === null ? scoresBy(results, 'area') : {},
    correctRuns: correctRuns.map(withoutOutput),
    defects: results,
    skipped,
  }

  async function runSuite(job: number, defect: CatalogueEntry | undefined, timeLimit: number): Promise<FullRun> {
    const name = defect?.name ?? CORRECT_BOARD
    ending.signal.throwIfAborted()
    const board = await source.board(job, defect === undefined ? [] : [defect.name])
    try {
      progress.begin(name)
      const fill = (template: string) => fillTemplate(template, board.url, variant)
      const variables = Object.entries(options.templates).map(([key, template]) => [key, fill(template)])
      const run = await runCommand({
        command: command.map(fill),
        env: { ...process.env, ...Object.fromEntries(variables) },
        timeLimit,
        signal: ending.signal,
      })
      const full = { ...run, requests: await board.countRequests(), isLimited: await board.wasLimited() }
      await progress.end(name, defect === undefined ? undefined : outcomeOf(full), full, full.output)
      return full
    } finally {
      await board.release()
    }
  }
}

/** The grade ends early, because the suite is flaky. */
class Flaky extends Error {}

/** Waits for all jobs. The first one that fails ends the others. */
async function finishAll(jobs: readonly Promise<void>[], others: AbortController): Promise<void> {
  let failure: unknown
  await Promise.all(
    jobs.map((job) =>
      job.catch((error) => {
        failure ??= error
        others.abort(error)
      }),
    ),
  )
  if (failure !== undefined && !(failure instanceof Flaky)) throw failure
}

function problemOf({ isPassed, requests }: Run, failure: Problem): Problem | null {
  if (!isPassed) return failure
  return requests === 0 ? 'no-requests' : null
}

function outcomeOf({ isPassed, requests, isLimited }: Run): 'found' | 'missed' | 'error' {
  if (isPassed) return 'missed'
  return requests === 0 || isLimited ? 'error' : 'found'
}

function toResult(defect: CatalogueEntry, run: FullRun | undefined): DefectResult {
  const { name, title, rule, area, severity, difficulty } = defect
  const outcome = run === undefined ? 'not-run' : outcomeOf(run)
  return { name, title, rule, area, severity, difficulty, outcome, run: run === undefined ? null : withoutOutput(run) }
}

function withoutOutput({ output: _, ...run }: FullRun): Run {
  return run
}
