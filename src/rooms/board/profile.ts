import type { ForkOf, ViewOf } from '../versioned.js'

/** What a board has beside its content. */
export interface BoardProfile {
  /** The id of its class, or its own without a class. */
  room: string
  name: string | null
  ownerTokenHash: string | null
  createdAt: string
  /** When the board was last used, approximately. */
  usedAt: string
  /** The highest numbers that were assigned. */
  lastNumbers: Readonly<Record<string, number>>
  /** What is counted, by name. */
  counts: Readonly<Record<string, number>>
}

/** Returns the profile of a new board, without its room. */
export function newBoardProfile(now: string, values: Partial<BoardProfile> = {}): Omit<BoardProfile, 'room'> {
  const unset = { name: null, ownerTokenHash: null, lastNumbers: {}, counts: {} }
  return { ...unset, createdAt: now, usedAt: now, ...values }
}

type View = ViewOf<{ readonly profile: BoardProfile | undefined }>
type Fork = ForkOf<{ readonly profile: BoardProfile | undefined }>

/** What is numbered on a board. Numbers are never reused. */
export type NumberedKind = 'request' | 'claim' | 'challenge'

/** Returns the highest number that was assigned; 0 if none was. */
export function lastNumber({ version }: View, name: NumberedKind): number {
  return version.profile?.lastNumbers[name] ?? 0
}

/** Assigns some numbers, and returns the first. */
export function reserveNumbers(fork: Fork, name: NumberedKind, count = 1): number {
  const last = lastNumber(fork, name)
  const { lastNumbers } = fork.version.profile as BoardProfile
  changeProfile(fork, { lastNumbers: { ...lastNumbers, [name]: last + count } })
  return last + 1
}

/** Returns what is counted under a name. */
export function countOf({ version }: View, name: string): number {
  return version.profile?.counts[name] ?? 0
}

/** Sets what is counted under a name. */
export function setCount(fork: Fork, name: string, count: number): void {
  const { counts } = fork.version.profile as BoardProfile
  changeProfile(fork, { counts: { ...counts, [name]: count } })
}

/** Changes the profile of a board. */
export function changeProfile(fork: Fork, changes: Partial<BoardProfile>): void {
  fork.version = { ...fork.version, profile: { ...(fork.version.profile as BoardProfile), ...changes } }
}
