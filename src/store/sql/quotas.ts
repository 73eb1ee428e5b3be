import { BoardFull, quotaUnit } from '../../contract/errors.js'
import type { BoardTransaction } from '../database.js'
import { type BoardQuota, type BoardQuotas, DEFAULT_BOARD } from '../store.js'
import { BOARD_LENGTH } from './lanes.js'

/** Returns the quota of a board, or `undefined` if the board has none. */
export type QuotaOf = (board: string) => BoardQuota | undefined

/** Creates the lookup of quotas. */
export function createQuotaLookup(quotas: BoardQuotas): QuotaOf {
  return (board) => (board === DEFAULT_BOARD ? quotas.default : quotas.private)
}

/**
 * Requires that a board has room for `more` of a kind.
 *
 * @throws BoardFull if it exceeds its quota with them
 */
export async function requireRoom(
  tx: BoardTransaction,
  board: string,
  quota: BoardQuota | undefined,
  kind: keyof BoardQuota,
  more: number,
): Promise<void> {
  if (quota === undefined) return
  const total = kind === 'tasks' ? await countTasks(tx, board) : tx.usage()[kind]
  requireWithin(quota, kind, total + more)
}

async function countTasks(tx: BoardTransaction, board: string): Promise<number> {
  const [row] = await tx.all<{ total: number }>(BOARD_LENGTH, [board])
  return Number(row?.total)
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
