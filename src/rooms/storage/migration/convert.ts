import { toTimestamp } from '../../../contract/time.js'
import { ROOM_KIND } from '../../board/rows.js'
import type { Tables } from '../database.js'
import { toSlices } from '../slices.js'
import type { BoardRow, Changes, ItemRow, Migrated, RoomRow } from '../storage.js'
import { convertBoard, FILE_PREFIX } from './convert-board.js'
import { convertScore, DEFECTS_NUMBER, EXERCISE } from './convert-training.js'
import { createOldTables, type OldRow, parse } from './old-rows.js'

/** The version since which begun sequences of challenges have today's form. */
const WITH_BEGUN = 19

/** The size of the items that are written at a time, in UTF-16 code units. */
const BATCH = 2 ** 20

/**
 * Converts everything in the tables of version 2 but the journal and the recorded exchanges.
 *
 * @param existing the tables that the database had
 * @param prefix what is now before their names
 * @param version that of the tables
 */
export async function convert(
  tables: Tables,
  existing: ReadonlySet<string>,
  prefix: string,
  version: number,
): Promise<Migrated> {
  const old = createOldTables(tables.all, existing, prefix)
  const now = toTimestamp(Date.now())
  const migrated: Migrated = { rooms: 0, boards: 0, items: 0 }
  let items: ItemRow[] = []
  let size = 0

  async function put(changes: Changes): Promise<void> {
    const statements = toSlices([changes]).flatMap(tables.put)
    for (const { sql, params } of statements) await tables.all(sql, params)
    for (const name of ['rooms', 'boards', 'items'] as const) migrated[name] += changes[name]?.length ?? 0
  }

  async function putItems(): Promise<void> {
    const waiting = items
    items = []
    size = 0
    await put({ items: waiting })
  }

  async function addItem(scope: string, kind: string, id: string, converted: object): Promise<void> {
    const value = JSON.stringify(converted)
    items.push({ scope, kind, id, value })
    size += value.length
    if (size >= BATCH) await putItems()
  }

  const classes = new Set<unknown>()
  for await (const row of old.rows('class', 'id')) {
    if (row.deleted_at !== null) continue
    classes.add(row.id)
    await put({ rooms: [toRoom(row)] })
  }
  for await (const row of old.rows('board', 'id')) {
    const { class_id, deleted_at } = row
    if (deleted_at !== null || (class_id !== null && !classes.has(class_id))) continue
    const [counted] = await old.read(
      'SELECT count(*) AS responses FROM {response} WHERE board_id = ?',
      row.id as string,
    )
    const board: OldRow = { ...row, ...counted, ...(version < WITH_BEGUN && { challenge_marks: null }) }
    const converted = toBoard(board, now)
    await put({ rooms: class_id === null ? [toOwnRoom(board, converted)] : [], boards: [converted] })
    for await (const [kind, id, value] of convertScore(old, board)) {
      await addItem(converted.room_id, ROOM_KIND, `${kind}/${id}`, value)
    }
    for await (const [kind, id, value] of convertBoard(old, board)) await addItem(converted.id, kind, id, value)
    await putItems()
    await old.read(
      `INSERT INTO blob (scope, kind, id, bytes)
       SELECT board_id, 'file', '${FILE_PREFIX}' || CAST(id AS TEXT), bytes FROM {attachment} WHERE board_id = ?`,
      converted.id,
    )
  }
  return migrated
}

/** Converts a class. */
function toRoom(row: OldRow): RoomRow {
  const { id, join_code, secret_hash, name, created_at, expires_at } = row as OldRow & RoomRow
  const settings = toSettings(row, {
    isFrozen: row.is_frozen === 1,
    isJoinable: (row.is_joinable ?? 1) === 1,
    defects: parse(row.defects) ?? [],
    defectsNumber: DEFECTS_NUMBER,
  })
  return { id, join_code, secret_hash, name, created_at, used_at: created_at, expires_at, deleted_at: null, settings }
}

/** Returns the room of a board without a class, which has the same id. */
function toOwnRoom(row: OldRow, { id, created_at, used_at }: BoardRow): RoomRow {
  const settings = toSettings(row, {
    defects: Object.keys(parse(row.defects) ?? {}),
    // A board from which all defects were removed differs from one that never had any.
    defectsNumber: row.defects === null ? 0 : DEFECTS_NUMBER,
  })
  const nothing = { join_code: null, secret_hash: null, name: null, expires_at: null, deleted_at: null }
  return { ...nothing, id, created_at, used_at, settings }
}

function toSettings(row: OldRow, own: object): string {
  return JSON.stringify({ exercise: parse(row.exercise), faults: parse(row.fault_settings), ...own })
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
    [`responses-${EXERCISE}`]: row.responses,
    challengeRestarts: row.challenge_restarts ?? 0,
  }
  return {
    id,
    room_id: class_id ?? id,
    // A class has the names of its learners.
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
