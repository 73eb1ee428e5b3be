import { BoardFull, quotaUnit } from '../../contract/errors.js'
import type { BoardQuota } from './values.js'
import type { BoardVersion, Fork } from './version.js'

/**
 * Requires that a board has room for `more` of a kind.
 *
 * @throws BoardFull if it exceeds its quota with them
 */
export function requireRoom({ version, quota }: Fork, kind: keyof BoardQuota, more: number): void {
  if (quota !== undefined) requireWithin(quota, kind, usageOf(version)[kind] + more)
}

/**
 * Requires that a whole version is within the quota of its board.
 *
 * @throws BoardFull
 */
export function requireFits(version: BoardVersion, quota: BoardQuota | undefined): void {
  if (quota === undefined) return
  const usage = usageOf(version)
  for (const kind of Object.keys(usage) as (keyof BoardQuota)[]) requireWithin(quota, kind, usage[kind])
}

/**
 * Requires that a write does not make the rows of a board too large. Rows that were too large before can shrink.
 *
 * @throws BoardFull
 */
export function requireBytes(before: BoardVersion, after: BoardVersion, max: number): void {
  const bytes = rowBytesOf(after)
  if (bytes > max && bytes > rowBytesOf(before)) throw new BoardFull(max, 'bytes')
}

function rowBytesOf({ usage, items }: BoardVersion): number {
  return usage.rowBytes + items.bytes
}

function usageOf({ tasks, usage }: BoardVersion): BoardQuota {
  return { tasks: tasks.length, comments: usage.comments, attachmentBytes: usage.attachmentBytes }
}

/** @throws BoardFull if `total` exceeds the quota */
function requireWithin(quota: BoardQuota, kind: keyof BoardQuota, total: number): void {
  if (total > quota[kind]) throw new BoardFull(quota[kind], quotaUnit(kind))
}
