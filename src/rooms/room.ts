import { ClassNotFound } from '../contract/errors.js'
import { type Items, memoryOf, NO_ITEMS } from './board/items.js'
import { BOARDS, ROOMS, scopeOfRoom } from './storage/storage.js'
import { type Exercise, keepDefects } from './training/exercise-settings.js'
import { type ForkOf, putProfile, type Rules, type Thing, toThing, type ViewOf } from './versioned.js'

/** How the faults of a board are configured. The store reads and writes it as a whole. */
export interface FaultSettings {
  profile: string
  /** Rates that override those of the profile, by name of the fault. */
  rates: Readonly<Record<string, number>>
  /** The shortest and the longest delay of a slow response in milliseconds, or `null` for those of the server. */
  delay: readonly [number, number] | null
  /** The names of the faults of each request in turn, or `null` if the rates decide. */
  script: readonly (readonly string[])[] | null
  scriptEnd: 'none' | 'repeat'
  /** Whether responses name their faults. */
  disclose: boolean
  /** Whether requests may choose their faults. */
  force: boolean
}

/**
 * A class, or a board without a class. The settings apply to all its boards at once.
 *
 * These counters tell what belongs to an earlier exercise, plan or configuration:
 * - `exerciseNumber` of a room: its exercises.
 * - `ownRestarts` of a board: how often its solved challenges were deleted within exercises.
 * - `challengeRestarts` of a board: the sum of both. The log has it as `attempt` of a response.
 * - `plans.number` of a room: the restarts of all its fault plans.
 * - `restarts` of a fault plan: these, and the restarts of this plan alone. The log gets it as `planRestarts`.
 * - `defectsNumber` of a room: how often its defects were configured.
 */
export interface RoomProfile {
  /** The code to join a class; `null` for a board without a class. */
  joinCode: string | null
  /** The hash of the trainer's secret. The secret itself is never stored. */
  secretHash: string | null
  name: string | null
  createdAt: string
  /** When it expires; `null` if it does not. */
  expiresAt: string | null
  frozen: boolean
  /** Whether learners can join. Those who have joined can always get their boards again. */
  joinable: boolean
  exercise: Exercise | null
  /** The number of the exercise. Claims, hints, counts and solved challenges carry it, so those of earlier ones stay. */
  exerciseNumber: number
  faults: FaultSettings | null
  /** The names of the defects. */
  defects: readonly string[]
  /** How often the defects were configured. Their notes and effects carry it. */
  defectsNumber: number
  /**
   * The last restart of all fault plans of the room: its number, its seed, and whether all boards use this seed or each one
   * derived from it.
   */
  plans: { number: number; seed: number; isShared: boolean }
}

/** The profile of a board without a class, as it is at first. */
const NEW = {
  joinCode: null,
  secretHash: null,
  name: null,
  expiresAt: null,
  frozen: false,
  joinable: true,
  exercise: null,
  exerciseNumber: 1,
  faults: null,
  defects: [],
  defectsNumber: 0,
  plans: { number: 0, seed: 0, isShared: true },
}

/** Returns the profile of a new room, which is one of a board without a class by default. */
export function newProfile(now: string, values: Partial<RoomProfile> = {}): RoomProfile {
  return { ...NEW, createdAt: now, ...values }
}

/** What a room contains at one moment. It never changes: a write makes another version. */
export interface RoomVersion {
  /** `undefined` for a room that was deleted, or is not stored. */
  readonly profile: RoomProfile | undefined
  /** Such as its learners. */
  readonly items: Items
  /** Grows with each change of the settings. It is not stored. */
  readonly revision: number
}

export type RoomView = ViewOf<RoomVersion>
export type RoomFork = ForkOf<RoomVersion>

/** The number of digits of the number of an exercise in ids. */
const EXERCISE_DIGITS = 4

/** What a room takes in memory besides its items, in bytes (measured with Node.js 20). */
const ROOM_BYTES = 2048

export const EMPTY_ROOM: RoomVersion = { profile: undefined, items: NO_ITEMS, revision: 0 }

const RULES: Rules<RoomVersion> = {
  store({ id }, before, { profile }, written) {
    if (profile !== before.profile) putProfile(written, ROOMS, id, profile)
  },
  sizeOf: ({ items }) => memoryOf(items) + ROOM_BYTES,
  notFound: () => new ClassNotFound(),
}

/** Returns a room in memory from the version that is stored. It has no tasks: those belong to its boards. */
export function toRoom(id: string, version: RoomVersion): Thing<RoomVersion> {
  return toThing(scopeOfRoom(id), id, version, RULES)
}

/** Returns the profile of a room, which a stored room has. */
export function profileOf({ version }: RoomView): RoomProfile {
  return version.profile as RoomProfile
}

export function changeRoom(room: RoomFork, changes: Partial<RoomProfile>): void {
  room.version = { ...room.version, profile: { ...profileOf(room), ...changes } }
}

/** Deletes a room with its boards. Their handles no longer find them. */
export function deleteRoom(room: RoomFork, boards: readonly string[]): void {
  for (const board of boards) putProfile(room.written, BOARDS, board, undefined)
  room.version = { ...room.version, profile: undefined }
}

/** Returns the number of an exercise of a room, the current one by default, as ids of items start with it. */
export function exerciseId(room: RoomView, number = profileOf(room).exerciseNumber): string {
  return String(number).padStart(EXERCISE_DIGITS, '0')
}

/**
 * Replaces the names of the defects of a room. Notes and effects carry their number, so those of earlier ones end.
 *
 * @param now the time, so that the result of an exercise that has ended keeps its defects
 */
export function changeDefects(room: RoomFork, defects: readonly string[], now = ''): void {
  const { exercise, defects: before, defectsNumber } = profileOf(room)
  const kept = keepDefects(exercise, before, now) ?? exercise
  changeRoom(room, { defects, defectsNumber: defectsNumber + 1, exercise: kept })
}
