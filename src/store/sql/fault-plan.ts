import { BoardNotFound } from '../../errors.js'
import type { Database } from '../database.js'
import type { FaultPlan, Store } from '../store.js'

const ALIVE = 'WHERE id = ? AND deleted_at IS NULL'

/** The store's methods on the plan of faults. */
export function faultPlanMethods(database: Database) {
  return {
    async startFaultPlan(board, seed, candidate) {
      return database.transaction(async (tx) => {
        const [row] = await tx.all<{ seed: number | null }>(
          `UPDATE board SET revision = revision + 1 ${ALIVE} RETURNING fault_seed AS seed`,
          [board],
        )
        if (row === undefined) throw new BoardNotFound()
        const wanted = seed ?? row.seed ?? candidate
        const [plan] = await tx.all<FaultPlan>(
          `UPDATE board SET fault_seed = ?, fault_ordinal = CASE WHEN fault_seed = ? THEN fault_ordinal ELSE 0 END
           WHERE id = ? RETURNING fault_seed AS seed, fault_ordinal AS ordinal`,
          [wanted, wanted, board],
        )
        return plan as FaultPlan
      }, board)
    },

    async restartFaultPlan(board) {
      await database.transaction(async (tx) => {
        await tx.all('UPDATE board SET fault_ordinal = 0 WHERE id = ?', [board])
      }, board)
    },

    async takeFaultOrdinal(board) {
      return database.transaction(async (tx) => {
        const [plan] = await tx.all<FaultPlan>(
          `UPDATE board SET fault_ordinal = fault_ordinal + 1
           ${ALIVE} RETURNING fault_seed AS seed, fault_ordinal - 1 AS ordinal`,
          [board],
        )
        if (plan === undefined) throw new BoardNotFound()
        return plan
      }, board)
    },
  } satisfies Partial<Store>
}
