import { GradeFailed } from './grade-failed.js'
import { send } from './send.js'
import type { GradeResult } from './types.js'

/**
 * Requires that there is a board to which a grade can be submitted, before the grade takes its time.
 *
 * @param board the base URL of the board, without a slash at the end
 * @throws GradeFailed, ServerUnreachable
 */
export async function requireGradableBoard(board: string): Promise<void> {
  const response = await send(board, 'the board', { method: 'GET', path: '/score' })
  if (!response.ok) throw new GradeFailed(`There is no board for grades at ${board}: it returned ${response.status}`)
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
  const response = await send(board, 'the board', {
    method: 'PUT',
    path: '/grade',
    json: { variant, found: score.found, defects: score.total },
  })
  if (response.ok) return
  const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string }
  throw new GradeFailed(`The board refused the grade: ${response.status} ${message}`.trim())
}
