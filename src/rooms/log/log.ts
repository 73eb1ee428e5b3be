/** The log of the requests to a board. @module */

import { LOG_BYTES_MAX, LOG_MAX } from '../../contract/limits.js'
import type { LoggedEntry, LogQuery, Numbered } from '../../rules/log/entry.js'
import { defineKind, toRowId } from '../board/items.js'
import { countOf, lastNumber, reserveNumbers } from '../board/profile.js'
import type { BoardFork, BoardView } from '../handles.js'

/** Consecutive requests. The id of a group is the number of the first. */
const LOG = defineKind<readonly LoggedEntry[]>('log')

/** The first request outside of the variants that is a step of a challenge. The id is the name of the challenge. */
const UNLISTED = defineKind<LoggedEntry>('log-unlisted')

/** The maximum number of requests in a group. */
const GROUP_MAX = 50

/** The name of the number of the first request that is listed. A migrated board has older ones that can only be claimed. */
const FIRST = 'logFirst'

/**
 * Adds requests to the log of a board, and deletes the oldest ones that exceed its limit.
 *
 * @returns the number of the first
 */
export function addToLog(board: BoardFork, entries: readonly LoggedEntry[]): number {
  const first = reserveNumbers(board, 'request', entries.length)
  for (let start = 0; start < entries.length; start += GROUP_MAX) {
    LOG.put(board, toRowId(first + start), entries.slice(start, start + GROUP_MAX))
  }
  // Once per group at most, because a client that sends one request at a time has some 10,000 groups.
  if ((first + entries.length - 1) % GROUP_MAX < entries.length) trim(board)
  return first
}

/** Keeps requests outside of the variants that are steps of challenges. They have no numbers in the log. */
export function keepUnlisted(board: BoardFork, entries: readonly LoggedEntry[]): void {
  for (const entry of entries) {
    const { restarts, marks = [] } = entry.challenges ?? {}
    for (const { challenge } of marks) {
      // The challenge was solved by the first one, unless its solution was deleted since then.
      const isKept = UNLISTED.get(board, challenge)?.challenges?.restarts === restarts
      if (!isKept) UNLISTED.put(board, challenge, entry)
    }
  }
}

/** Deletes the oldest groups, but none with listed requests. The length of all groups is about their size in bytes. */
function trim(board: BoardFork): void {
  const groups = LOG.stored(board)
  const listed = firstListed(board)
  let size = groups.reduce((sum, { json }) => sum + json.length, 0)
  for (const [index, { id, json }] of groups.entries()) {
    const next = groups[index + 1]
    if (size <= LOG_BYTES_MAX || next === undefined || Number(next.id) > listed) return
    LOG.delete(board, id)
    size -= json.length
  }
}

/** Returns the number of the first request that is listed. The log always has it and all later ones. */
function firstListed(board: BoardView): number {
  return Math.max(countOf(board, FIRST), lastNumber(board, 'request') - LOG_MAX + 1, 1)
}

/**
 * Yields requests, the latest first.
 *
 * @param text yields only those of groups whose JSON contains this text
 * @param first the number of the last one
 */
export function* latest(board: BoardView, text = '', first = 1): Generator<Numbered> {
  for (const { id, value } of LOG.backward(board, { text })) {
    const start = Number(id)
    if (start + value.length <= first) return
    for (let index = value.length - 1; index >= 0 && start + index >= first; index--) {
      yield { number: start + index, ...(value[index] as LoggedEntry) }
    }
  }
}

/** Lists the matching requests, the latest first. */
export function listRequests(board: BoardView, { page, size, faulted, status, since }: LogQuery) {
  const isFiltered = [faulted, status, since].some((value) => value !== undefined)
  const start = page * size
  const first = firstListed(board)
  const found: Numbered[] = []
  let total = 0
  for (const entry of latest(board, '', first)) {
    if (faulted !== undefined && faulted !== entry.changed.length > 0) continue
    if (status !== undefined && status !== entry.status) continue
    if (since !== undefined && entry.time < since) continue
    if (total >= start && found.length < size) found.push(entry)
    total++
    if (!isFiltered && found.length === size) break
  }
  if (!isFiltered) total = lastNumber(board, 'request') - first + 1
  return { requests: found, total }
}

/** Lists the requests after the one with this number, oldest first. */
export function listRequestsAfter(board: BoardView, number: number, max: number): Numbered[] {
  const first = Math.max(number + 1, firstListed(board))
  const from = LOG.idUpTo(board, toRowId(first)) ?? toRowId(first)
  const found = LOG.list(board, from, max).flatMap(({ id, value }) =>
    value.map((entry, index) => ({ number: Number(id) + index, ...entry })),
  )
  return found.filter((entry) => entry.number >= first).slice(0, max)
}

/** Returns the latest listed request with a request id, or `undefined` if there is none. */
export function findRequest(board: BoardView, requestId: string): Numbered | undefined {
  for (const entry of latest(board, JSON.stringify(requestId), firstListed(board))) {
    if (entry.requestId === requestId) return entry
  }
  return undefined
}

/** Returns the log as it is stored: the requests outside of the variants, and the groups of others. */
export function storedLog(board: BoardView) {
  return { unlisted: UNLISTED.stored(board), groups: LOG.stored(board) }
}

/** Changes what the log has of a request that exists. */
export function changeRequest(board: BoardFork, number: number, changes: Partial<LoggedEntry>): void {
  const id = LOG.idUpTo(board, toRowId(number)) as string
  const group = LOG.get(board, id) ?? []
  const index = number - Number(id)
  LOG.put(board, id, group.with(index, { ...(group[index] as LoggedEntry), ...changes }))
}
