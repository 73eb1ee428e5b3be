import { BoardFull, BoardNotFound } from '../contract/errors.js'
import { BOARD_ROWS_BYTES_MAX } from '../contract/limits.js'
import { IDS_ID, IDS_KIND, memoryOf } from './board/items.js'
import type { BoardProfile } from './board/profile.js'
import type { BoardLimits } from './board/values.js'
import type { BoardVersion, Usage } from './board/version.js'
import type { RoomVersion } from './room.js'
import { BOARDS } from './storage/storage.js'
import { putProfile, putRow, type Rules, type Thing, toThing } from './versioned.js'

/** What an empty board takes in memory, in bytes (measured with Node.js 20). */
const BOARD_BYTES = 2560

const rowBytesOf = ({ usage, items }: BoardVersion) => usage.rowBytes + items.bytes

const RULES: Rules<BoardVersion> = {
  store({ id, scope, limits: { rowBytesMax = BOARD_ROWS_BYTES_MAX } }, before, after, written) {
    const bytes = rowBytesOf(after)
    // Rows that were too large before can become smaller.
    if (bytes > rowBytesMax && bytes > rowBytesOf(before)) throw new BoardFull(rowBytesMax, 'bytes')
    const { lastIds, profile, usage } = after
    if (lastIds !== before.lastIds) putRow({ scope, written }, IDS_KIND, IDS_ID, JSON.stringify(lastIds))
    if (profile !== before.profile || (profile && usage.attachmentBytes !== before.usage.attachmentBytes)) {
      putProfile(written, BOARDS, id, profile && toStoredProfile(profile, usage))
    }
  },
  sizeOf: ({ usage, items }) => usage.memory + memoryOf(items) + BOARD_BYTES,
  notFound: () => new BoardNotFound(),
}

/** Returns a board in memory from the version that is stored. */
export function toBoard(
  id: string,
  version: BoardVersion,
  limits?: BoardLimits,
  room?: Thing<RoomVersion>,
): Thing<BoardVersion> {
  return toThing(id, id, version, RULES, limits, room as Thing)
}

/** Returns a profile as it is stored: with the bytes of attachments, so that their sum needs no board in memory. */
export function toStoredProfile(
  profile: BoardProfile,
  { attachmentBytes }: Pick<Usage, 'attachmentBytes'>,
): BoardProfile {
  return { ...profile, counts: { ...profile.counts, attachmentBytes } }
}
