import { toTimestamp } from '../../contract/time.js'
import { ROOM_KIND } from '../board/rows.js'
import { convertItems, DEFECTS_NUMBER, FILE_PREFIX } from './convert-items.js'
import type { Tables } from './database.js'
import { createOldTables, type OldRow, parse } from './old-rows.js'
import { toSlices } from './slices.js'
import type { BoardRow, Changes, ItemRow, Migrated, RoomRow } from './storage.js'

/** The version since which begun sequences of challenges have today's form. */
const WITH_BEGUN = 19

/** The number of items that are written at a time. */
const BATCH = 500

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
  const old = createOldTables(all, existing, prefix)
  const now = toTimestamp(Date.now())
  const migrated: Migrated = { rooms: 0, boards: 0, items: 0 }

  async function write(changes: Changes): Promise<void> {
    for (const { sql, rows } of toSlices(changes).flatMap(put)) for (const params of rows) await all(sql, params)
    for (const name of ['rooms', 'boards', 'items'] as const) migrated[name] += changes[name]?.length ?? 0
  }

  const classes = new Set<unknown>()
  for await (const row of old.rows('class', 'id')) {
    if (row.deleted_at !== null) continue
    classes.add(row.id)
    await write({ rooms: [toRoom(row, toClassSettings(row))] })
  }
  for await (const row of old.rows('board', 'id')) {
    const { class_id, deleted_at } = row
    if (deleted_at !== null || (class_id !== null && !classes.has(class_id))) continue
    const id = row.id as string
    const [counted] = await old.read('SELECT count(*) AS responses FROM {response} WHERE board_id = ?', id)
    const board: OldRow = { ...row, ...counted, ...(version < WITH_BEGUN && { challenge_marks: null }) }
    const converted = toBoard(board, now)
    const { created_at, used_at } = converted
    // A class has the names of its learners, and a board without a class its own.
    const own = class_id === null ? [toRoom({ ...row, created_at, used_at, name: null }, toOwnSettings(row))] : []
    await write({ rooms: own, boards: [converted] })
    let items: ItemRow[] = []
    for await (const [kind, itemId, value] of convertItems(old, board)) {
      const scope = kind === ROOM_KIND ? converted.room_id : id
      items.push({ scope, kind, id: itemId, value: JSON.stringify(value) })
      if (items.length < BATCH) continue
      await write({ items })
      items = []
    }
    await write({ items })
    await old.read(
      `INSERT INTO blob (scope, kind, id, bytes)
       SELECT board_id, 'file', '${FILE_PREFIX}' || CAST(id AS TEXT), bytes FROM {attachment} WHERE board_id = ?`,
      id,
    )
  }
  return migrated
}

/** Returns the settings of a class, and of the room of a board without a class. */
function toClassSettings(row: OldRow): object {
  return {
    isFrozen: row.is_frozen === 1,
    isJoinable: (row.is_joinable ?? 1) === 1,
    defects: parse(row.defects) ?? [],
    defectsNumber: DEFECTS_NUMBER,
  }
}

function toOwnSettings({ defects }: OldRow): object {
  // A board from which all defects were removed differs from one that never had any.
  return { defects: Object.keys(parse(defects) ?? {}), defectsNumber: defects === null ? 0 : DEFECTS_NUMBER }
}

/** Converts a class, or returns the room of a board without one, which has the same id. */
function toRoom(row: OldRow, own: object): RoomRow {
  const {
    id,
    join_code = null,
    secret_hash = null,
    name,
    created_at,
    used_at = created_at,
    expires_at = null,
  } = row as OldRow & RoomRow
  const settings = JSON.stringify({ exercise: parse(row.exercise), faults: parse(row.fault_settings), ...own })
  return { id, join_code, secret_hash, name, created_at, used_at, expires_at, deleted_at: null, settings }
}

function toBoard(row: OldRow, now: string): BoardRow {
  const { id, class_id, name, owner_token_hash, created_at, used_at } = row as OldRow & BoardRow & { class_id: string }
  const last_ids = {
    request: row.last_request_number,
    claim: row.last_claim_number,
    challenge: row.last_challenge_number ?? 0,
  }
  const counts = {
    attachmentBytes: row.attachment_bytes,
    // Responses of version 2 can be claimed, but are not listed.
    logFirst: Number(row.last_request_number) + 1,
    challengeRestarts: row.challenge_restarts ?? 0,
  }
  return {
    id,
    room_id: class_id ?? id,
    name: class_id === null ? name : null,
    owner_token_hash,
    // The default board has no times.
    created_at: created_at ?? now,
    used_at: used_at ?? now,
    deleted_at: null,
    last_ids: JSON.stringify(last_ids),
    counts: JSON.stringify(counts),
  }
}
