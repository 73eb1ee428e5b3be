import { BoardNotFound } from '../../contract/errors.js'
import type { Database, Queryable } from '../database.js'
import type { CurrentFaultPlan, FaultPlan, FaultPlanMethods, FaultSettings } from '../store.js'
import { settingOf } from './class-settings.js'
import type { Row } from './insert-rows.js'

/** A fault plan as stored: the settings are JSON. */
type Stored<Plan extends FaultPlan> = Omit<Plan, 'settings'> & { settings: string | null }

const THIS_BOARD = 'WHERE id = ? AND deleted_at IS NULL'
const RETURN = 'UPDATE board SET fault_ordinal = ? WHERE id = ? AND fault_restarts = ?'
const PLAN = `fault_seed AS seed, ${settingOf('fault_settings')} AS settings, fault_restarts AS restarts`

const CURRENT = `SELECT ${PLAN}, fault_ordinal AS ordinal FROM board ${THIS_BOARD}`

/**
 * Restarts the plan of a board. Reserved numbers become void.
 *
 * @param columns other columns that change, such as the seed
 * @param ordinal the next ordinal number
 */
export async function restartPlan(tx: Queryable, board: string, columns: Row = {}, ordinal = 0): Promise<void> {
  const assignments = Object.keys(columns).map((column) => `${column} = ?, `)
  await tx.all(
    `UPDATE board SET ${assignments.join('')}fault_ordinal = ?, fault_restarts = fault_restarts + 1 WHERE id = ?`,
    [...Object.values(columns), ordinal, board],
  )
}

/** @throws BoardNotFound if there is no row */
export function toPlan<Plan extends FaultPlan>(row: Stored<Plan> | undefined): Plan {
  if (row === undefined) throw new BoardNotFound()
  const settings = row.settings === null ? null : (JSON.parse(row.settings) as FaultSettings)
  return { ...row, settings } as unknown as Plan
}

export function faultPlanMethods(database: Database) {
  return {
    async startFaultPlan(board, seed, candidate) {
      return database.changeBoard(board, async (tx) => {
        const [row] = await tx.all<{ seed: number | null }>('SELECT fault_seed AS seed FROM board WHERE id = ?', [
          board,
        ])
        const wanted = seed ?? row?.seed ?? candidate
        if (wanted !== row?.seed) await restartPlan(tx, board, { fault_seed: wanted })
        return readPlan(tx, board)
      })
    },

    async configureFaults(board, settings, seed) {
      const columns = { fault_settings: JSON.stringify(settings), fault_seed: seed }
      await database.changeBoard(board, (tx) => restartPlan(tx, board, columns))
    },

    readFaultPlan: (board) => readPlan(database, board),

    async restartFaultPlan(board) {
      await database.changeBoard(board, (tx) => restartPlan(tx, board))
    },

    async reserveFaultOrdinals(board, count) {
      return database.transaction(async (tx) => {
        const [row] = await tx.all<Stored<CurrentFaultPlan>>(
          `UPDATE board SET fault_ordinal = fault_ordinal + ?
           ${THIS_BOARD} RETURNING ${PLAN}, fault_ordinal - ? AS ordinal`,
          [count, board, count],
        )
        return toPlan(row)
      })
    },

    async returnFaultOrdinals(board, { restarts, ordinal }) {
      await database.transaction((tx) => tx.all(RETURN, [ordinal, board, restarts]))
    },
  } satisfies FaultPlanMethods
}

async function readPlan(queryable: Queryable, board: string): Promise<CurrentFaultPlan> {
  const [row] = await queryable.all<Stored<CurrentFaultPlan>>(CURRENT, [board])
  return toPlan(row)
}
