import type { BoardProfile } from './board/profile.js'
import type { Difference } from './board/rows.js'
import type { BoardRow, Changes } from './storage/storage.js'

/** Returns what a commit stores of a board. */
export function toChanges(id: string, { rows, board }: Difference): Changes {
  if (board === undefined) return { items: rows }
  const { profile, usage } = board
  const { room, name, ownerTokenHash, createdAt, usedAt, deletedAt, lastNumbers } = profile
  // So that the sum over all boards needs no board in memory.
  const counts = { ...profile.counts, attachmentBytes: usage.attachmentBytes }
  const row: BoardRow = {
    ...{ id, room_id: room, name, owner_token_hash: ownerTokenHash },
    ...{ created_at: createdAt, used_at: usedAt, deleted_at: deletedAt },
    ...{ last_ids: JSON.stringify(lastNumbers), counts: JSON.stringify(counts) },
  }
  return { boards: [row], items: rows }
}

/** Returns the profile of a board that is stored. */
export function toBoardProfile(row: BoardRow): BoardProfile {
  return {
    ...{ room: row.room_id, name: row.name, ownerTokenHash: row.owner_token_hash },
    ...{ createdAt: row.created_at, usedAt: row.used_at, deletedAt: row.deleted_at },
    ...{ lastNumbers: JSON.parse(row.last_ids), counts: JSON.parse(row.counts) },
  }
}
