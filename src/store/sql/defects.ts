import { type BoardTransaction, type Database, ID_KINDS, type LastIds, type Queryable } from '../database.js'
import type { BoardDefects, DefectMethods } from '../store.js'

const UPDATE = 'UPDATE board SET defects = ? WHERE id = ?'

/** Returns stored defects as JSON text, or NULL for a board without defects. */
export function toStoredDefects(names: readonly string[]): string | null {
  return names.length === 0 ? null : JSON.stringify(Object.fromEntries(names.map((name) => [name, []])))
}

export function parseDefects(stored: string | null): BoardDefects | null {
  return stored === null ? null : (JSON.parse(stored) as BoardDefects)
}

async function readDefects(tx: Queryable, board: string): Promise<BoardDefects | null> {
  const [row] = await tx.all<{ defects: string | null }>('SELECT defects FROM board WHERE id = ?', [board])
  return parseDefects(row?.defects ?? null)
}

/** Deletes the notes of the defects of a locked board. */
export async function deleteDefectNotes(tx: Queryable, board: string): Promise<void> {
  const defects = await readDefects(tx, board)
  if (defects !== null) await tx.all(UPDATE, [toStoredDefects(Object.keys(defects)), board])
}

export function defectMethods(database: Database) {
  return {
    async configureDefects(board, names) {
      await database.changeBoard(board, async (tx) => {
        await tx.all(UPDATE, [toStoredDefects(names), board])
      })
    },

    async addDefectNotes(board, name, notes, max) {
      await database.changeBoard(board, async (tx) => {
        const defects = await readDefects(tx, board)
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
      await database.changeBoard(board, async (tx) => {
        const [row] = await tx.all<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM task WHERE board_id = ?', [
          board,
        ])
        tx.restartIds({ ...lastIds(tx), task: Number(row?.id) })
      })
    },
  } satisfies DefectMethods
}

function lastIds(tx: BoardTransaction): LastIds {
  return Object.fromEntries(ID_KINDS.map((kind) => [kind, tx.reserveIds(kind, 0) - 1])) as unknown as LastIds
}
