import type { SeenExchange } from '../../app/grading.js'
import type { GradedVariant } from '../../contract/names.js'
import type { ShownExchange } from '../report/report.js'
import type { BoardSource } from './boards.js'
import { fillTemplate, type Placeholders } from './environment.js'
import { hasOtherCause } from './failure-cause.js'
import { type CommandOptions, runCommand } from './run-command.js'
import type { CatalogueEntry, Evidence, SuiteRun } from './types.js'

/** A run with its output, and with what the defect changed. */
export interface FullRun extends SuiteRun {
  output: string
  evidence: Evidence | null
  exchange: ShownExchange | null
  /** The requests, one on each line; empty if the board need not list them. */
  requestLog: string
  /** Whether the run failed, and its output does not show that the defect is the cause. */
  hasOtherCause: boolean
}

/** A run of the command on a board of its own. */
export interface RunRequest extends Omit<CommandOptions, 'variables'> {
  source: BoardSource
  variant: GradedVariant
  /** The environment variables, as templates by name. */
  templates: Readonly<Record<string, string>>
  /** Runs the command. Tests replace it. */
  run?: typeof runCommand | undefined
  /** The number of the job. */
  job: number
  /** The defect of the board; `undefined` for a correct board. */
  defect: CatalogueEntry | undefined
  /** The values of further placeholders. */
  placeholders?: Partial<Pick<Placeholders, 'report' | 'seed'>>
  /** Gets the exchanges of the run, if boards pass them. */
  onExchange?: ((exchange: SeenExchange) => void) | undefined
  /** Called when the command starts. */
  onStart(): void
  /** Called when the command has ended, and before its board is released. */
  onEnd?(run: FullRun): Promise<void>
}

/**
 * Runs a command on a board, and reads from the board what the run did.
 *
 * @throws CommandFailed if the command cannot be started, or the board cannot be used
 * @throws the reason of the abort
 */
export async function runSuite(request: RunRequest): Promise<FullRun> {
  const { source, command, variant, templates, job, defect, timeLimit, signal, placeholders } = request
  signal.throwIfAborted()
  const board = await source.board(job, defect === undefined ? [] : [defect.name], request.onExchange)
  try {
    request.onStart()
    const fill = (template: string) => fillTemplate(template, { baseUrl: board.url, variant, job, ...placeholders })
    const variables = Object.fromEntries(Object.entries(templates).map(([key, template]) => [key, fill(template)]))
    const start = request.run ?? runCommand
    const run = await start({ command: command.map(fill), variables, timeLimit, signal })
    const evidence = defect === undefined ? null : await board.readEvidence()
    const exchange = evidence && (await board.readExchange(evidence.first))
    const test = exchange?.request.test
    const full = {
      ...run,
      requests: await board.countRequests(),
      isLimited: await board.wasLimited(),
      evidence: evidence && { ...evidence, first: { ...evidence.first, ...(test !== undefined && { test }) } },
      exchange,
      requestLog: source.listsRequests ? await board.listRequests() : '',
      hasOtherCause: !run.isPassed && evidence !== null && hasOtherCause(run, exchange?.difference ?? []),
    }
    await request.onEnd?.(full)
    return full
  } finally {
    await board.release()
  }
}
