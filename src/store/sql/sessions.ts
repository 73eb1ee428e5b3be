import type { Database } from '../database.js'
import type { SessionMethods } from '../store.js'
import { insertRows } from './insert-rows.js'

const RENEW = 'UPDATE session SET expires_at = ? WHERE board_id = ? AND id = ?'

const SIGNING_KEY = 'UPDATE board SET signing_key = coalesce(signing_key, ?) WHERE id = ? RETURNING signing_key'

const USER = 'SELECT username FROM session WHERE board_id = ? AND id = ?'

export function sessionMethods(database: Database) {
  return {
    async signingKey(board, candidate) {
      return database.transaction(async (tx) => {
        const [row] = await tx.all<{ signing_key: string }>(SIGNING_KEY, [candidate, board])
        return (row as { signing_key: string }).signing_key
      })
    },

    async createSession(board, { id, username }, { hash, expiresAt }, now) {
      await database.changeBoard(board, async (tx) => {
        await tx.all('DELETE FROM session WHERE board_id = ? AND expires_at <= ?', [board, now])
        await insertRows(tx, 'session', [{ board_id: board, id, username, expires_at: expiresAt }])
        await insertRows(tx, 'refresh_token', [{ board_id: board, hash, session_id: id, expires_at: expiresAt }])
      })
    },

    async findSession(board, id) {
      const [session] = await database.all<{ username: string }>(USER, [board, id])
      return session
    },

    async rotateRefreshToken(board, used, next, now) {
      return database.changeBoard(board, async (tx) => {
        const [token] = await tx.all<{ id: string; username: string; expires_at: string; used: number }>(
          `SELECT session.id, session.username, refresh_token.expires_at, refresh_token.used
           FROM refresh_token JOIN session
             ON session.board_id = refresh_token.board_id AND session.id = refresh_token.session_id
           WHERE refresh_token.board_id = ? AND refresh_token.hash = ?`,
          [board, used],
        )
        if (token === undefined) return undefined
        if (token.used === 1) {
          await tx.all('DELETE FROM session WHERE board_id = ? AND id = ?', [board, token.id])
          return undefined
        }
        if (token.expires_at <= now) return undefined
        await tx.all('UPDATE refresh_token SET used = 1 WHERE board_id = ? AND hash = ?', [board, used])
        const { hash, expiresAt } = next
        await insertRows(tx, 'refresh_token', [{ board_id: board, hash, session_id: token.id, expires_at: expiresAt }])
        await tx.all(RENEW, [expiresAt, board, token.id])
        return { id: token.id, username: token.username }
      })
    },

    async renewSession(board, id, expiresAt) {
      await database.changeBoard(board, async (tx) => {
        await tx.all(RENEW, [expiresAt, board, id])
      })
    },

    async endSession(board, id) {
      await database.changeBoard(board, async (tx) => {
        await tx.all('DELETE FROM session WHERE board_id = ? AND id = ?', [board, id])
      })
    },
  } satisfies SessionMethods
}
