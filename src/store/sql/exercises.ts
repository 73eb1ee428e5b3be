import type { Database, Queryable } from '../database.js'
import type { Exercise } from '../exercise.js'
import type { Grade, TrainingMethods } from '../training-methods.js'
import { deleteSolved } from './challenges.js'
import { toStoredDefects } from './class-settings.js'
import { restartPlan } from './fault-plan.js'

/** The settings that exercises of earlier versions do not have. */
const EARLIER = {
  message: null,
  hints: 'off',
  challenges: [],
  challengeHints: 'free',
  solutions: 'solved',
  drill: null,
} as const

/** Returns the exercise in a column of the board. Those of earlier versions lack some settings. */
export function parseExercise(stored: string | null): Exercise | null {
  return stored === null ? null : { ...EARLIER, ...(JSON.parse(stored) as Exercise) }
}

const SET_DRILL = 'UPDATE board SET drill = ?, drill_outcome = ? WHERE id = ? AND challenge_restarts = ?'

const OUTCOMES = `
  SELECT drill, drill_outcome AS outcome FROM board
  WHERE (id = ? OR class_id = ?) AND deleted_at IS NULL AND drill_outcome IS NOT NULL ORDER BY class_place`

/**
 * Deletes the claims, the hints, the counts, the exchanges, the solved challenges and the grade of a board. Numbers
 * of claims and challenges are not reused.
 */
export async function deleteScore(tx: Queryable, board: string): Promise<void> {
  for (const table of ['exchange', 'response', 'claim', 'fault_count']) {
    await tx.all(`DELETE FROM ${table} WHERE board_id = ?`, [board])
  }
  await tx.all('UPDATE board SET claims = 0, hints = 0, grade = NULL, graded_at = NULL WHERE id = ?', [board])
  await deleteSolved(tx, board)
}

/** Returns the grade in a column of the board. */
export function parseGrade(stored: string | null): Grade | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as Grade)
}

export function exerciseMethods(database: Database) {
  return {
    async configureExercise(board, exercise, { restarts = false, seed, faults, defects } = {}) {
      await database.changeBoard(board, async (tx) => {
        const set = (column: string, value: string | null) =>
          tx.all(`UPDATE board SET ${column} = ? WHERE id = ?`, [value, board])
        await set('exercise', exercise === null ? null : JSON.stringify(exercise))
        if (seed !== undefined) await restartPlan(tx, board, { fault_seed: seed })
        if (faults !== undefined) await set('fault_settings', JSON.stringify(faults))
        if (defects !== undefined) await set('defects', toStoredDefects(defects))
        if (restarts) await deleteScore(tx, board)
      })
    },

    async setGrade(board, grade) {
      const values = [JSON.stringify(grade), grade.time, board]
      await database.changeBoard(board, (tx) =>
        tx.all('UPDATE board SET grade = ?, graded_at = ? WHERE id = ?', values),
      )
    },

    async getGrade(board) {
      const [row] = await database.all<{ grade: string | null }>('SELECT grade FROM board WHERE id = ?', [board])
      return parseGrade(row?.grade ?? null)
    },

    async setDrill(board, restarts, drill, outcome) {
      const stored = outcome === undefined ? null : JSON.stringify(outcome)
      const values = [JSON.stringify(drill), stored, board, restarts]
      await database.transaction((tx) => tx.all(SET_DRILL, values))
    },

    async listDrillOutcomes(id) {
      const rows = await database.all<{ drill: string; outcome: string }>(OUTCOMES, [id, id])
      return rows.map(({ drill, outcome }) => ({ drill: JSON.parse(drill), outcome: JSON.parse(outcome) }))
    },
  } satisfies Partial<TrainingMethods>
}
