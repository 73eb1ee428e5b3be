import { BoardFull, quotaUnit } from '../../contract/errors.js'
import type { BoardQuota } from './values.js'
import type { Fork } from './version.js'

type Limited = Pick<Fork, 'version' | 'quota'>

/**
 * Requires that a board has room for `more` of a kind.
 *
 * @throws BoardFull if it exceeds its quota with them
 */
export function requireRoom({ version, quota }: Limited, kind: keyof BoardQuota, more: number): void {
  if (quota === undefined) return
  const used = kind === 'tasks' ? version.tasks.length : version.usage[kind]
  if (used + more > quota[kind]) throw new BoardFull(quota[kind], quotaUnit(kind))
}

/**
 * Requires that a whole version is within its quota.
 *
 * @throws BoardFull
 */
export function requireFits(board: Limited): void {
  for (const kind of ['tasks', 'comments', 'attachmentBytes'] as const) requireRoom(board, kind, 0)
}
