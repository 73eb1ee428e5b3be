import { setTimeout as sleep } from 'node:timers/promises'
import { describeRefusal, overHttp } from '../../app/service-client.js'
import { CommandFailed } from '../../contract/command-failed.js'
import { PATIENT } from './management-api.js'
import type { GradeResult } from './types.js'

const TO_BOARD = { what: 'the board', ...PATIENT } as const

/**
 * Requires that there is a board to which a grade can be submitted, before the grade takes its time.
 *
 * @param board the base URL of the board, without a slash at the end
 * @throws CommandFailed, ServerUnreachable
 * @throws the reason of the abort
 */
export async function requireGradableBoard(board: string, signal?: AbortSignal): Promise<void> {
  const { status } = await overHttp({ url: board, ...TO_BOARD, signal })({ method: 'GET', path: '/score' })
  if (status !== 200) throw new CommandFailed(`There is no board for grades at ${board}: it returned ${status}`)
}

/** The maximum number of attempts to submit a grade, and the wait between two of them in milliseconds. */
const ATTEMPTS_MAX = 5
const WAIT = 5000

/**
 * Submits a score to the board of a learner. A result without a score is not submitted. If the server fails temporarily,
 * for example because it restarts, the score is sent again: another grade would take much longer.
 *
 * @param options.signal ends the requests and the waits between them
 * @param options.wait waits for a number of milliseconds. Tests replace it
 * @throws CommandFailed if the board refuses the grade
 * @throws ServerUnreachable
 * @throws the reason of the abort
 */
export async function submitGrade(
  board: string,
  { variant, score }: Pick<GradeResult, 'variant' | 'score'>,
  options: { signal?: AbortSignal; wait?: (milliseconds: number) => Promise<unknown> } = {},
): Promise<void> {
  if (score === null || score.total === 0) return
  const { signal, wait = (milliseconds) => sleep(milliseconds, undefined, { signal }) } = options
  const send = overHttp({ url: board, ...TO_BOARD, signal })
  const request = { method: 'PUT', path: '/grade', json: { variant, found: score.found, defects: score.total } }
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === ATTEMPTS_MAX
    const response = await send(request).catch((error) => {
      if (isLast || signal?.aborted) throw error
    })
    if (response !== undefined && response.status < 300) return
    if (response !== undefined && (isLast || response.status < 500)) {
      throw new CommandFailed(`The board refused the grade: ${describeRefusal(response)}`)
    }
    // The next attempt throws the reason of an abort.
    await wait(WAIT).catch(() => {})
  }
}
