import { toTimestamp } from '../../contract/time.js'
import { type BoardProfile, newBoardProfile } from '../board/profile.js'
import { toStoredProfile } from '../board.js'
import { newProfile, type RoomProfile } from '../room.js'
import { EXERCISE_DEFAULTS } from '../training/exercise-settings.js'
import { convertItems, DEFECTS_NUMBER, FILE_PREFIX } from './convert-items.js'
import type { Tables } from './database.js'
import { createReadOld, type OldRow, parse, pick } from './old-rows.js'
import { toSlices } from './slices.js'
import { BOARDS, type ItemRow, type Migrated, profileKey, ROOMS, scopeOfRoom } from './storage.js'

/** The version since which begun sequences of challenges have today's form. */
const WITH_BEGUN = 19

/**
 * Converts everything in the tables of version 2 except the log of requests and the recorded exchanges.
 *
 * @param existing the tables that the database had
 * @param prefix what is now before their names
 * @param version that of the tables
 */
export async function convert(
  { all, put }: Tables,
  existing: readonly string[],
  prefix: string,
  version: number,
): Promise<Migrated> {
  const read = createReadOld(all, existing, prefix)
  const now = toTimestamp(Date.now())
  const migrated: Migrated = { rooms: 0, boards: 0, items: 0 }

  async function write(name: keyof Migrated, items: ItemRow[]): Promise<void> {
    for (const { sql, rows } of toSlices({ items }).flatMap(put)) for (const params of rows) await all(sql, params)
    migrated[name] += items.length
  }

  const writeRoom = (id: string, profile: RoomProfile) =>
    write('rooms', [{ ...profileKey(ROOMS, id), value: JSON.stringify(profile) }])

  const classes = new Set<unknown>()
  for (const row of await read('SELECT * FROM {class} ORDER BY id')) {
    if (row.deleted_at !== null) continue
    classes.add(row.id)
    await writeRoom(row.id as string, toClass(row))
  }
  for (const row of await read('SELECT * FROM {board} ORDER BY id')) {
    const { class_id, deleted_at } = row
    if (deleted_at !== null || (class_id !== null && !classes.has(class_id))) continue
    const id = row.id as string
    const [counted] = await read('SELECT count(*) AS responses FROM {response} WHERE board_id = ?', id)
    const board: OldRow = { ...row, ...counted, ...(version < WITH_BEGUN && { challenge_marks: null }) }
    const profile = toProfile(board, now)
    if (class_id === null) await writeRoom(id, toOwnRoom(row, profile))
    const stored = toStoredProfile(profile, { attachmentBytes: Number(row.attachment_bytes) })
    await write('boards', [{ ...profileKey(BOARDS, id), value: JSON.stringify(stored) }])
    const items: ItemRow[] = []
    for await (const [kind, itemId, value, isOfRoom] of convertItems(read, board)) {
      const scope = isOfRoom ? scopeOfRoom(profile.room) : id
      items.push({ scope, kind, id: itemId, value: JSON.stringify(value) })
    }
    await write('items', items)
    await read(
      `INSERT INTO blob (scope, kind, id, bytes)
       SELECT board_id, 'file', '${FILE_PREFIX}' || CAST(id AS TEXT), bytes FROM {attachment} WHERE board_id = ?`,
      id,
    )
  }
  return migrated
}

/** Converts a class. */
function toClass(row: OldRow): RoomProfile {
  return toRoom(row, row.created_at as string, {
    ...pick(row, 'join_code', 'secret_hash', 'name', 'expires_at'),
    frozen: row.is_frozen === 1,
    joinable: (row.is_joinable ?? 1) === 1,
    defects: parse(row.defects) ?? [],
    defectsNumber: DEFECTS_NUMBER,
  })
}

/** Returns the room of a board without a class, which has the same id. */
function toOwnRoom(row: OldRow, { createdAt }: BoardProfile): RoomProfile {
  const defects = Object.keys(parse(row.defects) ?? {})
  // A board from which all defects were removed differs from one that never had any.
  const defectsNumber = row.defects === null ? 0 : DEFECTS_NUMBER
  return toRoom(row, createdAt, { defects, defectsNumber })
}

function toRoom(row: OldRow, createdAt: string, own: Partial<RoomProfile>): RoomProfile {
  const exercise = parse(row.exercise)
  const settings = { exercise: exercise && { ...EXERCISE_DEFAULTS, ...exercise }, faults: parse(row.fault_settings) }
  return newProfile(createdAt, { ...settings, ...own })
}

/** Converts a board. The default board has no times. */
function toProfile(row: OldRow, now: string): BoardProfile {
  const { id, class_id, name, owner_token_hash, created_at, used_at } = row as Record<string, string | null>
  return {
    ...newBoardProfile(created_at ?? now),
    room: (class_id ?? id) as string,
    // A class has the names of its learners.
    name: class_id === null ? (name as string | null) : null,
    ownerTokenHash: owner_token_hash as string | null,
    usedAt: used_at ?? now,
    lastNumbers: {
      request: Number(row.last_request_number),
      claim: Number(row.last_claim_number),
      challenge: Number(row.last_challenge_number ?? 0),
    },
    counts: {
      // Responses of version 2 can be claimed, but are not listed.
      logFirst: Number(row.last_request_number) + 1,
      challengeRestarts: Number(row.challenge_restarts ?? 0),
    },
  }
}
