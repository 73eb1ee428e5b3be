import { BoardNotFound } from '../../errors.js'
import type { Database } from '../database.js'
import type { FaultPlan, FaultPlanMethods, FaultSettings } from '../store.js'

/** A fault plan as stored: the settings are JSON. */
interface PlanRow extends Omit<FaultPlan, 'settings'> {
  settings: string | null
}

const THIS_BOARD = 'WHERE id = ? AND deleted_at IS NULL'
const SEED_AND_SETTINGS = 'fault_seed AS seed, fault_settings AS settings'

/** @throws BoardNotFound if there is no row */
export function toPlan(row: PlanRow | undefined): FaultPlan {
  if (row === undefined) throw new BoardNotFound()
  return { ...row, settings: row.settings === null ? null : (JSON.parse(row.settings) as FaultSettings) }
}

export function faultPlanMethods(database: Database) {
  return {
    async startFaultPlan(board, seed, candidate) {
      return database.changeBoard(board, async (tx) => {
        const [row] = await tx.all<{ seed: number | null }>('SELECT fault_seed AS seed FROM board WHERE id = ?', [
          board,
        ])
        const wanted = seed ?? row?.seed ?? candidate
        const [plan] = await tx.all<PlanRow>(
          `UPDATE board SET fault_seed = ?, fault_ordinal = CASE WHEN fault_seed = ? THEN fault_ordinal ELSE 0 END
           WHERE id = ? RETURNING ${SEED_AND_SETTINGS}, fault_ordinal AS ordinal`,
          [wanted, wanted, board],
        )
        return toPlan(plan)
      })
    },

    async configureFaults(board, settings, seed) {
      await database.changeBoard(board, async (tx) => {
        await tx.all('UPDATE board SET fault_settings = ?, fault_seed = ?, fault_ordinal = 0 WHERE id = ?', [
          JSON.stringify(settings),
          seed,
          board,
        ])
      })
    },

    async readFaultPlan(board) {
      const [row] = await database.all<PlanRow>(
        `SELECT ${SEED_AND_SETTINGS}, fault_ordinal AS ordinal FROM board ${THIS_BOARD}`,
        [board],
      )
      return toPlan(row)
    },

    async restartFaultPlan(board) {
      await database.transaction(async (tx) => {
        await tx.all('UPDATE board SET fault_ordinal = 0 WHERE id = ?', [board])
      }, board)
    },

    async takeFaultOrdinal(board) {
      return database.transaction(async (tx) => {
        const [row] = await tx.all<PlanRow>(
          `UPDATE board SET fault_ordinal = fault_ordinal + 1
           ${THIS_BOARD} RETURNING ${SEED_AND_SETTINGS}, fault_ordinal - 1 AS ordinal`,
          [board],
        )
        return toPlan(row)
      }, board)
    },
  } satisfies FaultPlanMethods
}
