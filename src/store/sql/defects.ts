import { type BoardTransaction, type Database, ID_KINDS, type LastIds, type Queryable } from '../database.js'
import type { BoardDefects, DefectMethods } from '../store.js'
import { CLASS_DEFECTS, effectiveDefects, parseDefects, toStoredDefects } from './class-settings.js'
import { deleteEffects, readEffects } from './defect-effects.js'

const UPDATE = 'UPDATE board SET defects = ? WHERE id = ?'
/**
 * The defects of a board from which all were removed. It still takes as long for a write as one with defects, so that the
 * control runs of a grade have boards that a client cannot tell from others.
 */
const REMOVED = '{}'
const LAST_TASK = 'SELECT coalesce(max(id), 0) AS id FROM task WHERE board_id = ?'

const EFFECTIVE = `SELECT defects, ${CLASS_DEFECTS} AS "classDefects" FROM board WHERE id = ?`

async function readDefects(tx: Queryable, board: string): Promise<BoardDefects | null> {
  const [row] = await tx.all<{ defects: string | null }>('SELECT defects FROM board WHERE id = ?', [board])
  return parseDefects(row?.defects ?? null)
}

/** Reads the defects of a board, also those of its class. */
async function readEffective(tx: Queryable, board: string): Promise<BoardDefects | null> {
  const [row] = await tx.all<{ defects: string | null; classDefects: string | null }>(EFFECTIVE, [board])
  return effectiveDefects(row?.defects ?? null, row?.classDefects ?? null)
}

/** Deletes the notes of the defects of a board. */
export async function deleteDefectNotes(tx: Queryable, board: string): Promise<void> {
  const defects = await readDefects(tx, board)
  if (defects !== null) await tx.all(UPDATE, [toStoredDefects(Object.keys(defects)) ?? REMOVED, board])
}

export function defectMethods(database: Database) {
  return {
    async configureDefects(board, names) {
      await database.changeBoard(board, async (tx) => {
        await tx.all(UPDATE, [toStoredDefects(names) ?? REMOVED, board])
        await deleteEffects(tx, 'id = ?', board)
      })
    },

    listEffects: (board) => readEffects(database, board),

    async addDefectNotes(board, name, notes, max) {
      await database.changeBoard(board, async (tx) => {
        const defects = await readEffective(tx, board)
        const earlier = defects?.[name]
        if (earlier === undefined) return
        await tx.all(UPDATE, [JSON.stringify({ ...defects, [name]: [...earlier, ...notes].slice(-max) }), board])
      })
    },

    async setCreatedAt(board, taskId, createdAt) {
      await database.changeBoard(board, async (tx) => {
        await tx.all('UPDATE task SET created_at = ? WHERE board_id = ? AND id = ?', [createdAt, board, taskId])
      })
    },

    async reuseTaskIds(board) {
      return database.changeBoard(board, async (tx) => {
        const [row] = await tx.all<{ id: number }>(LAST_TASK, [board])
        const last = lastIds(tx)
        const task = Number(row?.id)
        tx.restartIds({ ...last, task })
        return task !== last.task
      })
    },
  } satisfies DefectMethods
}

function lastIds(tx: BoardTransaction): LastIds {
  return Object.fromEntries(ID_KINDS.map((kind) => [kind, tx.reserveIds(kind, 0) - 1])) as unknown as LastIds
}
