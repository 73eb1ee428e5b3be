import { ROOM_KIND } from '../../board/rows.js'
import type { Slice } from '../engine.js'
import { toSlices } from '../slices.js'
import type { BoardRow, Changes, ItemRow, Migrated, RoomRow } from '../storage.js'
import { convertBoard, FILE_PREFIX } from './convert-board.js'
import { convertScore, DEFECTS_NUMBER, EXERCISE } from './convert-training.js'
import { createOldTables, type MigrationDatabase, type OldRow, parse } from './old-rows.js'

/** The version of the tables in release 2.0.0, and the last one of version 2. */
const FIRST = 12
const LAST = 99

/** The version since which begun sequences of challenges have today's form. */
const WITH_BEGUN = 19

/** The size of the items that are written at a time, in UTF-16 code units. */
const BATCH = 2 ** 20

/** What a migration stores: slices as commits do. */
export interface Target extends MigrationDatabase {
  put(slice: Slice): Promise<void>
}

/** @throws Error if the tables cannot be migrated */
export function requireMigratable(version: number): void {
  if (version < FIRST || version > LAST) {
    throw new Error(
      `The database has schema version ${version}: start version 2 of the service once, which upgrades it`,
    )
  }
}

/**
 * Converts everything in the moved tables of version 2 but the journal and the recorded exchanges.
 *
 * @param existing the tables that the database had
 * @param now the time for what has none
 */
export async function convert(target: Target, existing: ReadonlySet<string>, now: string): Promise<Migrated> {
  const old = createOldTables(target, existing)
  const [version] = await old.read('SELECT version FROM {schema_version}', [])
  const migrated: Migrated = { rooms: 0, boards: 0, items: 0 }

  async function put(changes: Changes): Promise<void> {
    for (const slice of toSlices([changes])) await target.put(slice)
    migrated.items += changes.items?.length ?? 0
  }

  async function convertItems(board: OldRow): Promise<void> {
    let items: ItemRow[] = []
    let size = 0
    for await (const item of convertBoard(old, board)) {
      items.push(item)
      size += item.value?.length ?? 0
      if (size < BATCH) continue
      await put({ items })
      items = []
      size = 0
    }
    await put({ items })
  }

  const classes = new Set<string>()
  for await (const row of old.all('class')) {
    if (row.deleted_at !== null) continue
    classes.add(row.id as string)
    migrated.rooms++
    await put({ rooms: [toRoom(row)] })
  }
  for await (const stored of old.all('board')) {
    const [counted] = await old.read('SELECT count(*) AS responses FROM {response} WHERE board_id = ?', [
      stored.id as string,
    ])
    const { challenge_marks } = (version?.version as number) < WITH_BEGUN ? { challenge_marks: null } : stored
    const board: OldRow = { ...stored, ...counted, challenge_marks }
    const room = board.class_id as string | null
    if (board.deleted_at !== null || (room !== null && !classes.has(room))) continue
    const id = board.id as string
    migrated.boards++
    if (room === null) migrated.rooms++
    await put({
      rooms: room === null ? [toOwnRoom(board, now)] : [],
      boards: [toBoard(board, now)],
    })
    for await (const { kind, id: itemId, value } of convertScore(old, board)) {
      const row = { scope: room ?? id, kind: ROOM_KIND, id: `${kind}/${itemId}`, value: JSON.stringify(value) }
      await put({ items: [row] })
    }
    await convertItems(board)
    await old.read(
      `INSERT INTO blob (scope, kind, id, bytes)
       SELECT board_id, 'file', '${FILE_PREFIX}' || CAST(id AS TEXT), bytes FROM {attachment} WHERE board_id = ?`,
      [id],
    )
  }
  return migrated
}

function toRoom(row: OldRow): RoomRow {
  const settings = {
    isFrozen: row.is_frozen === 1,
    isJoinable: (row.is_joinable ?? 1) === 1,
    exercise: parse(row.exercise),
    faults: parse(row.fault_settings),
    defects: parse(row.defects) ?? [],
    defectsNumber: DEFECTS_NUMBER,
  }
  return {
    id: row.id as string,
    join_code: row.join_code as string,
    secret_hash: row.secret_hash as string,
    name: row.name as string,
    created_at: row.created_at as string,
    used_at: row.created_at as string,
    expires_at: row.expires_at as string,
    deleted_at: null,
    settings: JSON.stringify(settings),
  }
}

/** Returns the room of a board without a class, which has the same id. */
function toOwnRoom(row: OldRow, now: string): RoomRow {
  const { id, created_at, used_at } = toBoard(row, now)
  const settings = {
    exercise: parse(row.exercise),
    faults: parse(row.fault_settings),
    defects: Object.keys(parse(row.defects) ?? {}),
    // A board from which all defects were removed differs from one that never had any.
    defectsNumber: row.defects === null ? 0 : DEFECTS_NUMBER,
  }
  return {
    ...{ id, join_code: null, secret_hash: null, name: null, created_at, used_at, expires_at: null, deleted_at: null },
    settings: JSON.stringify(settings),
  }
}

function toBoard(row: OldRow, now: string): BoardRow {
  return {
    id: row.id as string,
    room_id: (row.class_id ?? row.id) as string,
    // A class has the names of its learners.
    name: row.class_id === null ? (row.name as string | null) : null,
    owner_token_hash: row.owner_token_hash as string | null,
    // The default board has no times.
    created_at: (row.created_at ?? now) as string,
    used_at: (row.used_at ?? now) as string,
    deleted_at: null,
    last_ids: JSON.stringify({
      request: row.last_request_number,
      claim: row.last_claim_number,
      challenge: row.last_challenge_number ?? 0,
    }),
    revision: Number(row.revision),
    counts: JSON.stringify({
      attachmentBytes: Number(row.attachment_bytes),
      [`responses-${EXERCISE}`]: Number(row.responses),
      challengeRestarts: row.challenge_restarts ?? 0,
    }),
  }
}
