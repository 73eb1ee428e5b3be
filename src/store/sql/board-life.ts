import { BoardNotFound, TooManyBoards } from '../../contract/errors.js'
import type { Database, Queryable } from '../database.js'
import { type Board, type BoardMethods, DEFAULT_BOARD, type NewBoard } from '../store.js'
import { toStoredDefects } from './class-settings.js'
import { insertRows, type Row } from './insert-rows.js'

const COLUMNS = `id, name, owner_token_hash AS "ownerTokenHash", created_at AS "createdAt", used_at AS "usedAt",
  class_id AS "classId", (SELECT class.expires_at FROM class WHERE class.id = board.class_id) AS "expiresAt"`

const SELECT = `SELECT ${COLUMNS} FROM board WHERE id = ? AND deleted_at IS NULL`

/** The condition for private boards that are not deleted. */
const PRIVATE_BOARDS = `deleted_at IS NULL AND id <> '${DEFAULT_BOARD}'`

/** The condition for private boards used after `?`, and for those of classes. */
const UNEXPIRED = `${PRIVATE_BOARDS} AND (used_at > ? OR class_id IS NOT NULL)`

const COUNT = `SELECT count(*) AS total FROM board WHERE ${UNEXPIRED}`

/**
 * The number of rows that one sweep deletes, by table. The batches are small, so that they delay no other request.
 * Tables come before those that they reference.
 */
const SWEEP_BATCHES: readonly [table: string, key: string, rows: number][] = [
  ['refresh_token', 'hash', 200],
  ['session', 'id', 200],
  ['journal', 'number', 200],
  ['exchange', 'first_number', 10],
  ['response', 'number', 200],
  ['claim', 'number', 200],
  ['fault_count', 'fault', 200],
  ['solved_challenge', 'challenge', 200],
  ['defect_effect', 'defect', 200],
  ['attachment', 'id', 10],
  ['comment', 'id', 200],
  ['task', 'id', 100],
  ['run', 'id', 200],
]

const LIST = `SELECT ${COLUMNS} FROM board WHERE ${UNEXPIRED} ORDER BY created_at, id LIMIT ? OFFSET ?`

const EXPIRE = `UPDATE board SET deleted_at = ? WHERE ${PRIVATE_BOARDS} AND class_id IS NULL AND used_at <= ? RETURNING id`

const FIND_DELETED = 'SELECT id FROM board WHERE deleted_at <= ? ORDER BY deleted_at LIMIT 1'

/** Counts the private boards used after `unusedSince`. Boards of classes expire with their class. */
export async function countBoards(queryable: Queryable, unusedSince = ''): Promise<number> {
  const [row] = await queryable.all<{ total: number }>(COUNT, [unusedSince])
  return Number(row?.total)
}

/** Returns the row of a new private board. */
export function toBoardRow({ id, name, ownerTokenHash, faultSeed, defects = [] }: NewBoard, now: string): Row {
  return {
    id,
    name,
    owner_token_hash: ownerTokenHash,
    created_at: now,
    used_at: now,
    fault_seed: faultSeed,
    defects: toStoredDefects(defects),
  }
}

/** The methods of the store that create, list and delete boards. */
export function boardLifeMethods(database: Database) {
  return {
    async createBoards(boards, max, now) {
      await database.transaction(async (tx) => {
        if ((await countBoards(tx)) + boards.length > max) throw new TooManyBoards(max)
        const rows = boards.map((board) => toBoardRow(board, now))
        await insertRows(tx, 'board', rows)
      })
    },

    async getBoard(board) {
      const [row] = await database.all<Board>(SELECT, [board])
      if (row === undefined) throw new BoardNotFound()
      return row
    },

    async listBoards({ page, size, unusedSince = '' }) {
      const boards = await database.all<Board>(LIST, [unusedSince, size, page * size])
      return { boards, total: await countBoards(database, unusedSince) }
    },

    async measure() {
      const [row] = await database.all<{ bytes: number }>('SELECT sum(attachment_bytes) AS bytes FROM board')
      const [counted] = await database.all<{ classes: number }>(
        'SELECT count(*) AS classes FROM class WHERE deleted_at IS NULL',
      )
      const classes = Number(counted?.classes)
      return { boards: await countBoards(database), classes, attachmentBytes: Number(row?.bytes) }
    },

    async deleteBoard(board, now) {
      await database.changeBoard(board, async (tx) => {
        await tx.all('UPDATE board SET deleted_at = ? WHERE id = ?', [now, board])
        tx.hideBoard()
      })
    },

    async expireBoards(unusedSince, now) {
      const expired = await database.transaction((tx) => tx.all(EXPIRE, [now, unusedSince]))
      return expired.length
    },

    async sweepBoards(deletedUntil) {
      const [board] = await database.all<{ id: string }>(FIND_DELETED, [deletedUntil])
      if (board === undefined) return false
      await database.transaction(async (tx) => {
        for (const [table, key, rows] of SWEEP_BATCHES) {
          const swept = await tx.all(
            `DELETE FROM ${table} WHERE board_id = ? AND ${key} IN
               (SELECT ${key} FROM ${table} WHERE board_id = ? LIMIT ${rows}) RETURNING 1`,
            [board.id, board.id],
          )
          if (swept.length > 0) return
        }
        await tx.all('DELETE FROM board WHERE id = ?', [board.id])
      })
      return true
    },
  } satisfies Partial<BoardMethods>
}
