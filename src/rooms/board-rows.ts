import type { BoardProfile } from './board/profile.js'
import type { Difference } from './board/rows.js'
import type { Usage } from './board/version.js'
import type { BoardRow, Changes } from './storage/storage.js'

/** Returns what a commit stores of a board. */
export function toChanges(id: string, { rows, board }: Difference): Changes {
  return { boards: board && [toBoardRow(id, withUsage(board))], items: rows }
}

/** Returns a profile that counts the attachments, so that the sum over all boards needs no board in memory. */
export function withUsage({ profile, usage: { attachmentBytes } }: { profile: BoardProfile; usage: Usage }) {
  return { ...profile, counts: { ...profile.counts, attachmentBytes } }
}

function toBoardRow(id: string, profile: BoardProfile): BoardRow {
  return {
    id,
    room_id: profile.room,
    name: profile.name,
    owner_token_hash: profile.ownerTokenHash,
    created_at: profile.createdAt,
    used_at: profile.usedAt,
    deleted_at: profile.deletedAt,
    last_ids: JSON.stringify(profile.lastNumbers),
    counts: JSON.stringify(profile.counts),
  }
}

/** Returns the profile of a board that is stored. */
export function toBoardProfile(row: BoardRow): BoardProfile {
  return {
    room: row.room_id,
    name: row.name,
    ownerTokenHash: row.owner_token_hash,
    createdAt: row.created_at,
    usedAt: row.used_at,
    deletedAt: row.deleted_at,
    lastNumbers: JSON.parse(row.last_ids),
    counts: JSON.parse(row.counts),
  }
}
