import { randomInt } from 'node:crypto'
import { VALUE_BYTES_MAX } from '../contract/limits.js'
import type { BoardLimits, BoardQuota } from './board/values.js'
import { checkKey, checkText, ROW_BYTES, SLICE_BYTES } from './storage/slices.js'
import {
  type BlobRow,
  type Cleared,
  deletedKey,
  type ItemRow,
  type Key,
  type ProfileScope,
  profileKey,
} from './storage/storage.js'

/** A result that is no promise. A function that returns one would use the version after it was revoked. */
export type Synchronous<Result> = [Extract<Result, PromiseLike<unknown>>] extends [never] ? Result : never

/** A version as functions read it. It is revoked when the function that got it returns: it has no version any more. */
export interface ViewOf<Version> {
  /** The id of the thing. */
  readonly id: string
  readonly version: Version
}

/** A version that functions change, with the rows that store the change. */
export interface ForkOf<Version> extends ViewOf<Version> {
  version: Version
  /** The maximum content; `undefined` if it has none. */
  readonly quota: BoardQuota | undefined
  readonly written: Written
  /** The scope of its rows. */
  readonly scope: string
}

/** Work of a function on a version. */
export type Work<Given, Result> = (given: Given) => Synchronous<Result>

/** What differs between boards and rooms. */
export interface Rules<Version> {
  /**
   * Adds the rows that belong to a version, such as its profile. Throws if the write must be refused, for example as too
   * large.
   */
  store(thing: Thing<Version>, before: Version, after: Version, written: Written): void
  /** Returns the approximate size in memory, in bytes. */
  sizeOf(version: Version): number
  /** Returns the error of calls when it is deleted. */
  notFound(): Error
}

/**
 * A board or a room in memory. Reads see the committed version, which never changes. Writes change a fork, which becomes
 * the committed version when its rows are stored. So whatever a write returns must wait for the commit of its fork, errors
 * included.
 */
export interface Thing<Version = unknown> {
  readonly id: string
  /** The scope of its rows. A board without a class has the id of its room, but another scope. */
  readonly scope: string
  readonly rules: Rules<Version>
  readonly limits: BoardLimits
  /** The room of a board. */
  readonly room?: Thing | undefined
  committed: Version
  /** The fork whose rows are being stored, and the one that is built on it; absent if there is none. */
  sent?: Version | undefined
  open?: Version | undefined
  /** The error of all calls, because what is stored may differ from the versions. */
  ended?: Error
  /** The number of boards in memory that belong to the room. */
  boards: number
  /** Its size in memory in bytes, when it was last measured. */
  bytes: number
}

/** What a write changes: versions, and the rows that store them. Later rows replace earlier ones with the same key. */
export interface Written {
  versions: [Thing, unknown][]
  items: ItemRow[]
  blobs: BlobRow[]
  /** What is replaced before other rows are put. */
  cleared: Cleared[]
  /** The size of the rows. */
  bytes: number
}

/** The size from which a part is full, in bytes. */
export const PART_BYTES = SLICE_BYTES

export function newWritten(): Written {
  return { versions: [], items: [], blobs: [], cleared: [], bytes: 0 }
}

/** Returns a thing in memory from the version that is stored. */
export function toThing<Version extends { readonly revision: number }>(
  scope: string,
  id: string,
  stored: Version,
  rules: Rules<Version>,
  limits: BoardLimits = {},
  room?: Thing,
): Thing<Version> {
  const committed = { ...stored, revision: nextRevision() }
  const bytes = rules.sizeOf(committed)
  return { id, scope, rules, limits, room, committed, boards: 0, bytes }
}

/** Whether a version of a board or a room is one that was deleted, or never stored. */
export function isGone(version: unknown): boolean {
  return (version as { profile: unknown }).profile === undefined
}

/** Returns the last version of a thing, which need not be stored. */
export function newest<Version>({ open, sent, committed }: Thing<Version>): Version {
  return open ?? sent ?? committed
}

/**
 * Calls a function with a version of a thing, which is revoked when the function returns.
 *
 * @param written gets what the function changes, on a fork of the newest version. Without it, the function reads the
 *   committed version.
 * @param room what the function gets of the room of a board
 * @throws what the function throws
 */
export function withVersion<Version, Result, Room>(
  thing: Thing<Version>,
  written: Written | undefined,
  work: (fork: ForkOf<Version> & { readonly room: Room }) => Result,
  room?: Room,
): Result {
  if (thing.ended !== undefined) throw thing.ended
  const { id, scope, rules, limits } = thing
  const before = written === undefined ? thing.committed : newest(thing)
  const given = { id, scope, version: before, room, written, quota: limits.quota }
  try {
    const result = requireSynchronous(work(given as Parameters<typeof work>[0]))
    const after = given.version
    if (written !== undefined && after !== before) {
      rules.store(thing, before, after, written)
      written.versions.push([thing as Thing, after])
    }
    return result
  } finally {
    given.version = undefined as never
  }
}

/** @throws TypeError for a promise: its function would use the version after it was revoked */
function requireSynchronous<Result>(result: Result): Result {
  if (typeof (result as PromiseLike<unknown> | undefined)?.then === 'function') {
    throw new TypeError('A function that gets a version of a board must not return a promise')
  }
  return result
}

/** Where rows are put. */
export type Rows = Pick<ForkOf<unknown>, 'scope' | 'written'>

/**
 * Puts a row, or deletes it if the value is `null`. The blob with the same key is deleted with it.
 *
 * @throws Error if no database can store it. It would make the commits of others fail.
 */
export function putRow({ scope, written }: Rows, kind: string, id: string, value: string | null): void {
  const row = { scope, kind, id, value }
  checkKey(row)
  written.bytes += ROW_BYTES + (value === null ? 0 : checkText(value, `${kind} ${id}`))
  written.items.push(row)
}

/** Replaces all rows of some kinds by parts, which are as large as a step of a commit. */
export function replaceRows({ scope, written }: Rows, kinds: readonly string[], parts: readonly Written[]): void {
  const cleared = { scope, kinds, parts: parts.map(({ items }) => items) }
  dropCleared(written, cleared)
  written.cleared.push(cleared)
  for (const { bytes } of parts) written.bytes += bytes
}

/** Removes the rows that would be put although they were deleted later. */
export function dropCleared(written: Written, { scope, kinds }: Cleared): void {
  const isLeft = (row: Key) => row.scope !== scope || !kinds.includes(row.kind)
  written.items = written.items.filter(isLeft)
  written.blobs = written.blobs.filter(isLeft)
  // Only the content of a board is replaced, and always all of it.
  written.cleared = written.cleared.filter((earlier) => earlier.scope !== scope)
}

/**
 * Puts bytes, which go with the row that has the same key.
 *
 * @throws Error if they are too many for a row
 */
export function putBytes({ scope, written }: Rows, kind: string, id: string, bytes: Uint8Array): void {
  if (bytes.length > VALUE_BYTES_MAX) throw new Error(`A blob exceeds ${VALUE_BYTES_MAX} bytes`)
  written.bytes += ROW_BYTES + bytes.length
  written.blobs.push({ scope, kind, id, bytes })
}

/** Puts the row of a profile. Without a profile, the room or the board is deleted: the sweep will delete its content. */
export function putProfile(written: Written, scope: ProfileScope, id: string, profile: object | undefined): void {
  const put = (key: Key, value: string | null) => putRow({ scope: key.scope, written }, key.kind, key.id, value)
  put(profileKey(scope, id), profile === undefined ? null : JSON.stringify(profile))
  if (profile === undefined) put(deletedKey({ scope, id }), '{}')
}

/**
 * The last revision. The first one is random, so that after a restart none stands for another state. All boards share the
 * numbers, so that a board which is loaded again never gets an earlier one.
 */
let last = randomInt(2 ** 32) * 2 ** 16

/** Returns a revision that is higher than all before. */
export function nextRevision(): number {
  return ++last
}

/** Gives a fork a new revision. */
export function revise(fork: ForkOf<{ readonly revision: number }>): void {
  fork.version = { ...fork.version, revision: nextRevision() }
}
