import { BoardFull, quotaUnit } from '../../errors.js'
import type { Queryable, Value } from '../database.js'
import { type BoardQuota, type BoardQuotas, DEFAULT_BOARD } from '../store.js'
import { BOARD_LENGTH } from './lanes.js'

/** Returns the quota of a board, or `undefined` if the board has none. */
export type QuotaOf = (board: string) => BoardQuota | undefined

/** Creates the lookup of quotas. */
export function createQuotaLookup(quotas: BoardQuotas): QuotaOf {
  return (board) => (board === DEFAULT_BOARD ? quotas.default : quotas.private)
}

/** The queries for the current usage of each quota of a board. */
const COUNTS: Readonly<Record<keyof BoardQuota, { query: string; params(board: string): Value[] }>> = {
  tasks: {
    query: BOARD_LENGTH,
    params: (board) => [board],
  },
  comments: {
    query: 'SELECT count(*) AS total FROM comment WHERE board_id = ?',
    params: (board) => [board],
  },
  attachmentBytes: {
    query: 'SELECT coalesce(sum(file_size_bytes), 0) AS total FROM attachment WHERE board_id = ?',
    params: (board) => [board],
  },
}

/**
 * Requires that a locked board has room for `more` of a kind.
 *
 * @throws BoardFull if it exceeds its quota with them
 */
export async function requireRoom(
  tx: Queryable,
  board: string,
  quota: BoardQuota | undefined,
  kind: keyof BoardQuota,
  more: number,
): Promise<void> {
  if (quota === undefined) return
  const { query, params } = COUNTS[kind]
  const [row] = await tx.all<{ total: number }>(query, params(board))
  requireWithin(quota, kind, Number(row?.total) + more)
}

/** @throws BoardFull if `total` exceeds the quota */
function requireWithin(quota: BoardQuota, kind: keyof BoardQuota, total: number): void {
  if (total > quota[kind]) throw new BoardFull(quota[kind], quotaUnit(kind))
}

/**
 * Requires that the usage of a whole board is within its quota.
 *
 * @throws BoardFull
 */
export function requireFits(usage: BoardQuota, quota: BoardQuota | undefined): void {
  if (quota === undefined) return
  for (const [kind, total] of Object.entries(usage) as [keyof BoardQuota, number][]) requireWithin(quota, kind, total)
}
