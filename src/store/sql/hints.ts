import { BoardFrozen, BoardNotFound, HintsOff, NoHintsLeft, ResponseClaimed } from '../../contract/errors.js'
import type { Database } from '../database.js'
import { requireRunning } from '../exercise.js'
import { HINTS_MAX, hintSettingOf } from '../hints.js'
import type { TrainingMethods } from '../training-methods.js'
import { requireResponse } from './claimable-responses.js'
import { IS_FROZEN, settingOf } from './class-settings.js'
import { parseExercise } from './exercises.js'

/** Counts the hint. */
const COUNT = `
  UPDATE board SET hints = hints + 1 WHERE id = ? AND deleted_at IS NULL
  RETURNING ${settingOf('exercise')} AS exercise, ${IS_FROZEN} AS "isFrozen"`

export function hintMethods(database: Database) {
  return {
    async takeHint(board, requestId, now) {
      return database.transaction(async (tx) => {
        const [row] = await tx.all<{ exercise: string | null; isFrozen: number | null }>(COUNT, [board])
        if (row === undefined) throw new BoardNotFound()
        // The class can freeze, and its exercise can change, after the request for the hint has arrived.
        if (Number(row.isFrozen) === 1) throw new BoardFrozen()
        const exercise = parseExercise(row.exercise)
        requireRunning(exercise, now)
        const setting = hintSettingOf(exercise)
        if (setting === 'off') throw new HintsOff()
        const { number, changed, hints } = await requireResponse(tx, board, requestId)
        const claims = await tx.all('SELECT 1 FROM claim WHERE board_id = ? AND request = ? LIMIT 1', [board, number])
        if (claims.length > 0) throw new ResponseClaimed()
        if (hints === HINTS_MAX) throw new NoHintsLeft(HINTS_MAX)
        await tx.all('UPDATE response SET hints = hints + 1 WHERE board_id = ? AND number = ?', [board, number])
        return { request: number, changed, setting, taken: hints + 1 }
      })
    },
  } satisfies Partial<TrainingMethods>
}
