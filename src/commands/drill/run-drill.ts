import { VERSION } from '../../version.js'
import { runCommand } from '../grade/run-command.js'
import { excerptOf } from '../grade/tail.js'
import { startBoard } from './local-board.js'
import { createServerBoard } from './server-board.js'
import type { DrillOptions } from './types.js'

/** The result of a drill. It is the output of `--json`. */
export type DrillResult = Awaited<ReturnType<typeof drill>>

/**
 * Runs the program of a client against a board with faults, or with tokens that expire, and judges the result and what the
 * client did.
 *
 * @param signal aborts the drill
 * @throws CommandFailed if the program cannot be started, or if the server refuses a request
 * @throws ServerUnreachable
 * @throws the reason of the abort
 */
export async function drill(options: DrillOptions, signal: AbortSignal) {
  const { command, variant, profile, seed, timeLimit, server } = options
  const board =
    server === undefined ? await startBoard(options) : await createServerBoard(server, { profile, seed }, signal)
  try {
    const startedAt = new Date().toISOString()
    const names = ['TASKS_URL', 'API_URL', ...options.urlVariables]
    const urls = Object.fromEntries(names.map((name) => [name, board.apiUrl]))
    const variables = { BASE_URL: board.url, ...urls }
    const { isPassed, output, ...run } = await runCommand({ command, variables, timeLimit, signal })
    options.onOutput?.(output)
    const { requests, ...outcome } = await board.finish({ claimsSuccess: isPassed, wasStopped: run.isTimedOut })
    return {
      version: VERSION,
      command,
      variant,
      profile,
      seed,
      /** The service that was used; `null` if the drill has started its own. */
      server: server?.url ?? null,
      startedAt,
      /** How the program of the client ended. */
      run: { ...run, requests },
      ...outcome,
      /** The last lines of the output of a program that failed, and lines that report failures. */
      output: isPassed ? null : excerptOf(output),
    }
  } finally {
    await board.close()
  }
}
