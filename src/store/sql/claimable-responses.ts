import { ResponseNotFound } from '../../contract/errors.js'
import { CLAIMABLE_MAX } from '../../contract/limits.js'
import type { Dialect, Queryable } from '../database.js'
import { type Exercise, isWithin } from '../exercise.js'
import type { JournalEntry } from '../journal-methods.js'

/** Old responses are deleted once per this many new ones, because a deletion reads the complete index of a board. */
const TRIM_STEP = 500

const COLUMNS = 'board_id, number, request_id, time, method, route, status, changed'

const TRIM = `
  DELETE FROM response WHERE board_id = ? AND number <= (
    SELECT number FROM response WHERE board_id = ? ORDER BY number DESC LIMIT 1 OFFSET ${CLAIMABLE_MAX})`

const COUNT = `
  INSERT INTO fault_count (board_id, fault, happened) VALUES (?, ?, ?)
  ON CONFLICT (board_id, fault) DO UPDATE SET happened = fault_count.happened + excluded.happened`

/**
 * Stores the responses about which learners can make claims, and counts their faults. The values of a response are
 * copied from the journal, because this costs less than a second transfer to the database.
 *
 * @param entries requests that the journal contains
 * @param first the number of the first of them
 * @param counting the exercise of the board, and how often its fault plan was restarted. Responses outside of the
 *   exercise, and those with faults of an earlier plan, do not count.
 */
export async function recordResponses(
  tx: Queryable,
  board: string,
  entries: readonly JournalEntry[],
  first: number,
  { exercise, restarts }: { exercise: Exercise | null; restarts: number },
  { integers }: Dialect,
): Promise<void> {
  const numbered = entries.map((entry, index) => ({ entry, number: first + index }))
  const counted = numbered.filter(
    ({ entry }) =>
      entry.isClaimable === true && (entry.restarts ?? restarts) === restarts && isWithin(exercise, entry.time),
  )
  if (counted.length > 0) {
    await tx.all(
      `INSERT INTO response (${COLUMNS}) SELECT ${COLUMNS} FROM journal
       WHERE board_id = ? AND number IN (${integers('?')})`,
      [board, JSON.stringify(counted.map(({ number }) => number))],
    )
  }
  const faults = counted.flatMap(({ entry }) => entry.changed)
  await countFaults(tx, board, faults)
  if (numbered.some(({ number }) => number % TRIM_STEP === 0)) await tx.all(TRIM, [board, board])
}

/**
 * Returns the latest response that has a request id and can be claimed.
 *
 * @throws ResponseNotFound
 */
export async function requireResponse(queryable: Queryable, board: string, requestId: string) {
  const [response] = await queryable.all<{ number: number; changed: string; hints: number }>(
    'SELECT number, changed, hints FROM response WHERE board_id = ? AND request_id = ? ORDER BY number DESC LIMIT 1',
    [board, requestId],
  )
  if (response === undefined) throw new ResponseNotFound(requestId)
  return { ...response, changed: JSON.parse(response.changed) as string[] }
}

/** Adds faults to the counts of a board. */
export async function countFaults(tx: Queryable, board: string, faults: readonly string[]): Promise<void> {
  const happened = new Map<string, number>()
  for (const name of faults) happened.set(name, (happened.get(name) ?? 0) + 1)
  for (const [fault, times] of happened) await tx.all(COUNT, [board, fault, times])
}
