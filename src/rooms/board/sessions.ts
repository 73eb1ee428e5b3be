import { randomId } from '../../contract/secrets.js'
import { defineKind } from './items.js'
import type { Fork, View } from './version.js'

/** A session of v2. Only the refresh token of its generation is valid (decision 32). */
export interface Session {
  username: string
  /** When its refresh token expires. */
  expiresAt: string
  /** How often its refresh token was exchanged. */
  generation: number
  /** The refresh tokens of version 2, which are random. */
  tokens?: { hash: string; isUsed: boolean }[] | undefined
}

/** The maximum number of sessions of a board. A login ends the oldest ones beyond it. */
export const SESSIONS_MAX = 10_000

const SESSION = defineKind<Session>('session')
const KEY = defineKind<{ key: string }>('key')

/** The id of the only item of its kind. */
const SIGNING = 'signing'

/** Returns the key that signs the tokens of a board, or `undefined` before the first login. */
export function signingKey(view: View): string | undefined {
  return KEY.get(view, SIGNING)?.key
}

/** Returns the signing key of a board. If the board has none, it gets `candidate`. */
export function requireSigningKey(fork: Fork, candidate: string): string {
  const existing = signingKey(fork)
  if (existing !== undefined) return existing
  KEY.put(fork, SIGNING, { key: candidate })
  return candidate
}

/** Returns a random id that sorts by the time of the login. */
export function createSessionId(now: string): string {
  return idAt(Date.parse(now)) + randomId()
}

/** Returns how the ids of the sessions of a second start. */
function idAt(milliseconds: number): string {
  return Math.floor(milliseconds / 1000).toString(36)
}

/**
 * Creates a session. Ends those that have expired, and then the oldest ones if there are too many.
 *
 * @param id the result of `createSessionId`
 */
export function createSession(fork: Fork, id: string, session: Pick<Session, 'username' | 'expiresAt'>, now: string) {
  // No session of a later login can have expired: all have the same lifetime, and a refresh only extends it.
  const start = idAt(2 * Date.parse(now) - Date.parse(session.expiresAt))
  for (const { id, value } of SESSION.backward(fork, { skip: SESSION.count(fork, start) })) {
    if (value.expiresAt <= now) SESSION.delete(fork, id)
  }
  SESSION.deleteWhile(fork, () => SESSION.count(fork) >= SESSIONS_MAX)
  SESSION.put(fork, id, { ...session, generation: 0 })
}

/** Returns a session, or `undefined` if it has ended. */
export function findSession(view: View, id: string): Session | undefined {
  return SESSION.get(view, id)
}

/** What a refresh token says about its session. Those of version 2 are random, and only their hashes are known. */
export type PresentedToken = { id: string; generation: number } | { hash: string }

/**
 * Exchanges a refresh token for the next one. A token that was exchanged before ends its session.
 *
 * @returns the session with its next generation, or `undefined` if it has expired or ended
 */
export function rotateSession(
  fork: Fork,
  presented: PresentedToken,
  { expiresAt, now }: { expiresAt: string; now: string },
): ({ id: string } & Session) | undefined {
  const token = 'hash' in presented ? findOldToken(fork, presented.hash) : presented
  const session = token && findSession(fork, token.id)
  if (token === undefined || session === undefined) return undefined
  const { id, generation } = token
  if (generation !== session.generation) {
    endSession(fork, id)
    return undefined
  }
  if (session.expiresAt <= now) return undefined
  const next = { ...session, expiresAt, generation: generation + 1 }
  SESSION.put(fork, id, next)
  return { id, ...next }
}

/** Returns what a refresh token of version 2 would say about its session. None was exchanged since the migration. */
function findOldToken(view: View, hash: string): { id: string; generation: number } | undefined {
  for (const { id, value } of SESSION.backward(view, { text: hash })) {
    const token = value.tokens?.find((candidate) => candidate.hash === hash)
    if (token !== undefined) return { id, generation: token.isUsed ? -1 : 0 }
  }
  return undefined
}

/** Sets when a session expires. Does nothing if the session has ended. */
export function renewSession(fork: Fork, id: string, expiresAt: string): void {
  const session = findSession(fork, id)
  if (session !== undefined) SESSION.put(fork, id, { ...session, expiresAt })
}

export function endSession(fork: Fork, id: string): void {
  SESSION.delete(fork, id)
}

/** Ends all sessions, as a reset and a loaded snapshot do. */
export function endSessions(fork: Fork): void {
  SESSION.deleteFrom(fork)
}
