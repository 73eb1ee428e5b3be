import { addMark, type BegunSequences } from '../../challenges/judge.js'
import type { ChallengeMethods, SolvedChallenge } from '../challenge-methods.js'
import type { Database, Queryable } from '../database.js'
import { type Exercise, isWithin } from '../exercise.js'
import type { JournalEntry } from '../journal-methods.js'

const INSERT = `
  INSERT INTO solved_challenge (board_id, challenge, number, time, request_id)
  SELECT id, ?, last_challenge_number + 1, ?, ? FROM board WHERE id = ?
  ON CONFLICT DO NOTHING RETURNING number`

const NUMBER = 'UPDATE board SET last_challenge_number = ? WHERE id = ?'

const RESTART = `
  UPDATE board SET challenge_marks = NULL, challenge_restarts = challenge_restarts + 1, drill = NULL, drill_outcome = NULL
  WHERE id = ?`

/** The state of the challenges of a board. */
export interface ChallengeState {
  exercise: Exercise | null
  /** The begun sequences as JSON; `null` if there are none. */
  marks: string | null
  /** How often the solved challenges were deleted. */
  restarts: number
}

/**
 * Finds the challenges that requests have solved. Requests outside of the exercise, and those from before the solved
 * challenges were deleted, do not count.
 *
 * @param entries requests to a board, in the order of the journal
 * @returns the names of the solved challenges; `undefined` if no request is a step of a challenge
 */
export async function recordMarks(
  tx: Queryable,
  board: string,
  entries: readonly JournalEntry[],
  { exercise, marks, restarts }: ChallengeState,
): Promise<ReadonlySet<string> | undefined> {
  const counting = entries.filter(
    ({ time, challenges }) => challenges?.restarts === restarts && isWithin(exercise, time),
  )
  if (counting.length === 0) return undefined
  const rows = await tx.all<{ challenge: string }>('SELECT challenge FROM solved_challenge WHERE board_id = ?', [board])
  const solved = new Set(rows.map(({ challenge }) => challenge))
  const begun: Record<string, BegunSequences[string]> = marks === null ? {} : JSON.parse(marks)
  for (const { challenges, time, requestId } of counting) {
    for (const mark of challenges?.marks ?? []) {
      const { challenge } = mark
      if (solved.has(challenge)) continue
      const result = addMark(begun[challenge] ?? [], mark)
      begun[challenge] = result === 'solved' ? [] : result
      if (begun[challenge].length === 0) delete begun[challenge]
      if (result !== 'solved') continue
      solved.add(challenge)
      await recordSolved(tx, board, challenge, { requestId, time })
    }
  }
  const text = Object.keys(begun).length === 0 ? null : JSON.stringify(begun)
  if (text !== marks) await tx.all('UPDATE board SET challenge_marks = ? WHERE id = ?', [text, board])
  return solved
}

/** Records that a challenge of a board was solved, unless it was solved before. */
export async function recordSolved(
  tx: Queryable,
  board: string,
  challenge: string,
  { time, requestId }: Pick<SolvedChallenge, 'time' | 'requestId'>,
): Promise<void> {
  const [inserted] = await tx.all<{ number: number }>(INSERT, [challenge, time, requestId, board])
  if (inserted !== undefined) await tx.all(NUMBER, [inserted.number, board])
}

/** Deletes the drill of a board, and its solved challenges, or only those that were solved before a time. */
export async function deleteSolved(tx: Queryable, board: string, before?: string): Promise<void> {
  if (before === undefined) await tx.all('DELETE FROM solved_challenge WHERE board_id = ?', [board])
  else await tx.all('DELETE FROM solved_challenge WHERE board_id = ? AND time < ?', [board, before])
  await tx.all(RESTART, [board])
}

export function challengeMethods(database: Database) {
  return {
    listSolved: (board) =>
      database.all<SolvedChallenge>(
        `SELECT challenge, number, time, request_id AS "requestId" FROM solved_challenge
         WHERE board_id = ? ORDER BY number`,
        [board],
      ),
  } satisfies ChallengeMethods
}
