import { type Items, NO_ITEMS, type StoredItem, toItems } from './board/items.js'
import { nextRevision } from './board/revision.js'
import { putChangedItems, ROOM_KIND } from './board/rows.js'
import { createVersioned, type ForkOf, type Versioned, type ViewOf } from './board/versioned.js'
import type { FaultSettings } from './fault-settings.js'
import type { Changes, Item, ItemRow, RoomRow } from './storage/storage.js'
import { type Exercise, withDefaults } from './training/exercise-settings.js'

/** The settings of a class, or of a board without a class. They apply to all boards of the room at once. */
export interface RoomSettings {
  isFrozen: boolean
  /** Whether learners can join. Those who have joined can always get their boards again. */
  isJoinable: boolean
  exercise: Exercise | null
  /** The number of the exercise. Claims, hints, counts and solved challenges carry it, so those of earlier ones stay. */
  exerciseNumber: number
  faults: FaultSettings | null
  /** The names of the defects. */
  defects: readonly string[]
  /** How often the defects were configured. Their notes and effects carry it. */
  defectsNumber: number
  /** The last restart of the fault plans of all boards at once. */
  plans: PlansRestart
}

interface PlansRestart {
  /** How often the plans were restarted. */
  number: number
  seed: number
  /** Whether all boards have this seed. Otherwise, each board has its own, which depends on it. */
  isShared: boolean
}

export const DEFAULT_SETTINGS: RoomSettings = {
  isFrozen: false,
  isJoinable: true,
  exercise: null,
  exerciseNumber: 1,
  faults: null,
  defects: [],
  defectsNumber: 0,
  plans: { number: 0, seed: 0, isShared: true },
}

/** What a room has beside its items. Hashes stand for secrets, which are never stored. */
export interface RoomProfile {
  joinCode: string | null
  secretHash: string | null
  name: string | null
  createdAt: string
  /** When the room was last used, approximately. */
  usedAt: string
  /** When it expires; `null` if it does not. */
  expiresAt: string | null
  /** When it was deleted; `null` if it was not. */
  deletedAt: string | null
  settings: RoomSettings
}

/** What a room contains at one moment. It never changes: a write makes another version. */
export interface RoomVersion {
  /** `undefined` for a room that is not stored. */
  readonly profile: RoomProfile | undefined
  /** Such as its learners. */
  readonly items: Items
  /** Grows with each change of the settings. It is not stored. */
  readonly revision: number
}

export type RoomView = ViewOf<RoomVersion>
export type RoomFork = ForkOf<RoomVersion>

/** A class in memory, or a board without a class. It has no tasks: those belong to its boards. */
export type Room = Versioned<RoomVersion, Changes>

export const EMPTY_ROOM: RoomVersion = { profile: undefined, items: NO_ITEMS, revision: 0 }

/** Separates the kind of an item from its id. */
const SEPARATOR = '/'

/** What an item and a room take in memory besides their texts, in bytes. */
const ITEM_BYTES = 200
const ROOM_BYTES = 1024

/** Creates a room from the version that is stored. */
export function createRoom(id: string, version: RoomVersion): Room {
  return createVersioned(
    id,
    { ...version, revision: nextRevision() },
    {
      differenceOf(before, after) {
        const items: ItemRow[] = []
        // One kind, because a board without a class has the id of its room, and must not load these rows.
        putChangedItems(before.items, after.items, (kind, itemId, value) =>
          items.push({ scope: id, kind: ROOM_KIND, id: kind + SEPARATOR + itemId, value }),
        )
        const { profile } = after
        return { rooms: profile !== undefined && profile !== before.profile ? [toRow(id, profile)] : [], items }
      },
      sizeOf: ({ items }) => items.bytes + ITEM_BYTES * items.count + ROOM_BYTES,
    },
  )
}

/**
 * Returns the version of a room that is stored in rows.
 *
 * @param items its items by ascending id
 */
export function toRoomVersion(row: RoomRow, items: readonly Item[]): RoomVersion {
  const byKind = new Map<string, StoredItem[]>()
  for (const { id, value } of items) {
    const at = id.indexOf(SEPARATOR)
    const kind = id.slice(0, at)
    const item = { id: id.slice(at + 1), json: value }
    const others = byKind.get(kind)
    if (others === undefined) byKind.set(kind, [item])
    else others.push(item)
  }
  return { profile: fromRoomRow(row), items: toItems(byKind), revision: 0 }
}

function toRow(id: string, { settings, ...profile }: RoomProfile): RoomRow {
  return {
    id,
    join_code: profile.joinCode,
    secret_hash: profile.secretHash,
    name: profile.name,
    created_at: profile.createdAt,
    used_at: profile.usedAt,
    expires_at: profile.expiresAt,
    deleted_at: profile.deletedAt,
    settings: JSON.stringify(settings),
  }
}

/** Returns the profile of a room that is stored. */
export function fromRoomRow(row: RoomRow): RoomProfile {
  const settings = { ...DEFAULT_SETTINGS, ...JSON.parse(row.settings) }
  return {
    joinCode: row.join_code,
    secretHash: row.secret_hash,
    name: row.name,
    createdAt: row.created_at,
    usedAt: row.used_at,
    expiresAt: row.expires_at,
    deletedAt: row.deleted_at,
    settings: { ...settings, exercise: withDefaults(settings.exercise) },
  }
}
