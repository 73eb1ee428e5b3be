import { setTimeout as sleep } from 'node:timers/promises'
import { overHttp, type ServiceResponse } from '../client/service-client.js'
import { GradeFailed } from './grade-failed.js'
import { describeRefusal, PATIENT } from './management-api.js'
import type { GradeResult } from './types.js'

function send(board: string, method: string, path: string, json?: object): Promise<ServiceResponse> {
  return overHttp({ url: board, what: 'the board', ...PATIENT })({ method, path, json })
}

/**
 * Requires that there is a board to which a grade can be submitted, before the grade takes its time.
 *
 * @param board the base URL of the board, without a slash at the end
 * @throws GradeFailed, ServerUnreachable
 */
export async function requireGradableBoard(board: string): Promise<void> {
  const { status } = await send(board, 'GET', '/score')
  if (status !== 200) throw new GradeFailed(`There is no board for grades at ${board}: it returned ${status}`)
}

/** The maximum number of attempts to submit a grade, and the wait between two of them in milliseconds. */
const ATTEMPTS_MAX = 5
const WAIT = 5000

/**
 * Submits a score to the board of a learner. A result without a score is not submitted. If the server fails temporarily,
 * for example because it restarts, the score is sent again: another grade would take much longer.
 *
 * @param wait waits for a number of milliseconds. Tests replace it.
 * @throws GradeFailed if the board refuses the grade
 * @throws ServerUnreachable
 */
export async function submitGrade(
  board: string,
  { variant, score }: Pick<GradeResult, 'variant' | 'score'>,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): Promise<void> {
  if (score === null || score.total === 0) return
  const json = { variant, found: score.found, defects: score.total }
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === ATTEMPTS_MAX
    const response = await send(board, 'PUT', '/grade', json).catch((error) => {
      if (isLast) throw error
    })
    if (response !== undefined && response.status < 300) return
    if (response !== undefined && (isLast || response.status < 500)) {
      throw new GradeFailed(`The board refused the grade: ${describeRefusal(response)}`)
    }
    await wait(WAIT)
  }
}
