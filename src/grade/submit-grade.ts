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

/**
 * Submits a score to the board of a learner. A result without a score is not submitted.
 *
 * @throws GradeFailed if the board refuses the grade
 * @throws ServerUnreachable
 */
export async function submitGrade(
  board: string,
  { variant, score }: Pick<GradeResult, 'variant' | 'score'>,
): Promise<void> {
  if (score === null || score.total === 0) return
  const response = await send(board, 'PUT', '/grade', { variant, found: score.found, defects: score.total })
  if (response.status !== 200) throw new GradeFailed(`The board refused the grade: ${describeRefusal(response)}`)
}
