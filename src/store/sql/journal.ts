import { JOURNAL_MAX } from '../../limits.js'
import type { Database } from '../database.js'
import type { JournalMethods, NumberedEntry } from '../store.js'
import { insertRows } from './insert-rows.js'

interface Row extends Omit<NumberedEntry, 'drawn' | 'changed'> {
  drawn: string
  changed: string
}

const COLUMNS =
  'number, time, ordinal, method, route, path, status, duration, request_id AS "requestId", drawn, changed'

/** Reserves numbers and touches the board. The default board has no `used_at`, so it never expires. */
const RESERVE = `
  UPDATE board SET last_request_number = last_request_number + ?,
    used_at = CASE WHEN used_at < ? THEN ? ELSE used_at END
  WHERE id = ? AND deleted_at IS NULL
  RETURNING last_request_number AS latest`

export function journalMethods(database: Database) {
  return {
    async recordRequests(board, requests, now) {
      await database.transaction(async (tx) => {
        const [row] = await tx.all<{ latest: number }>(RESERVE, [requests.length, now, now, board])
        if (row === undefined) return
        const first = row.latest - requests.length + 1
        const rows = requests.map(({ requestId, drawn, changed, ...request }, index) => ({
          board_id: board,
          number: first + index,
          ...request,
          request_id: requestId,
          drawn: JSON.stringify(drawn),
          changed: JSON.stringify(changed),
        }))
        await insertRows(tx, 'journal', rows)
        await tx.all('DELETE FROM journal WHERE board_id = ? AND number <= ?', [board, row.latest - JOURNAL_MAX])
      }, board)
    },

    async listRequests(board, { page, size, faulted, status, since }) {
      const conditions: [sql: string, ...params: (string | number)[]][] = [['board_id = ?', board]]
      if (faulted !== undefined) conditions.push([faulted ? "changed <> '[]'" : "changed = '[]'"])
      if (status !== undefined) conditions.push(['status = ?', status])
      if (since !== undefined) conditions.push(['time >= ?', since])
      const where = conditions.map(([sql]) => sql).join(' AND ')
      const params = conditions.flatMap(([, ...values]) => values)
      const rows = await database.all<Row & { total: number }>(
        `SELECT ${COLUMNS}, (SELECT count(*) FROM journal WHERE ${where}) AS total
         FROM journal WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?`,
        [...params, ...params, size, page * size],
      )
      const [counted] =
        rows.length > 0
          ? rows
          : await database.all<{ total: number }>(`SELECT count(*) AS total FROM journal WHERE ${where}`, params)
      return {
        requests: rows.map(({ total: _, drawn, changed, ...row }) => ({
          ...row,
          drawn: JSON.parse(drawn) as string[],
          changed: JSON.parse(changed) as string[],
        })),
        total: counted?.total ?? 0,
      }
    },
  } satisfies JournalMethods
}
