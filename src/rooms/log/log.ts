import { JOURNAL_BYTES_MAX, JOURNAL_MAX } from '../../contract/limits.js'
import { countOf, lastNumber, reserveNumbers, setCount } from '../board/counters.js'
import { countItems, defineKind, deleteItem, idUpTo, itemsBackward, listItems, putItem } from '../board/items.js'
import { toRowId } from '../board/rows.js'
import type { BoardFork, BoardView } from '../handles.js'
import type { JournalEntry, JournalQuery } from './values.js'

/** Consecutive requests. The id of a group is the number of the first. */
const LOG = defineKind<readonly LoggedEntry[]>('log')

/** What the log has of a request. */
type LoggedEntry = Omit<JournalEntry, 'effects' | 'exchange' | 'challenges' | 'isListed' | 'isClaimable' | 'restarts'>

/** A request with its number. */
export type Numbered = LoggedEntry & { number: number }

/** The maximum number of requests in a group. */
const GROUP_MAX = 50

/** The names of counts: the number of the first request, and the size of the texts of all. */
const FIRST = 'logFirst'
const BYTES = 'logBytes'

/**
 * Adds requests to the log of a board, and deletes the oldest ones that exceed its limits (decision 67).
 *
 * @returns the number of the first
 */
export function addToLog(board: BoardFork, entries: readonly JournalEntry[]): number {
  const oldest = firstNumber(board)
  const first = reserveNumbers(board, 'request', entries.length)
  for (let start = 0; start < entries.length; start += GROUP_MAX) {
    putItem(board, LOG, toRowId(first + start), entries.slice(start, start + GROUP_MAX).map(toLogged))
  }
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), countOf(board, BYTES))
  trim(board, oldest, bytes)
  return first
}

function toLogged(entry: JournalEntry): LoggedEntry {
  const { time, ordinal, method, route, path, query, status, size, duration, requestId, drawn, changed } = entry
  return { time, ordinal, method, route, path, query, status, size, duration, requestId, drawn, changed }
}

/** Returns the size of the texts of a request that clients control, in bytes. All others are short. */
function sizeOf({ path, query, requestId }: LoggedEntry): number {
  return Buffer.byteLength(path) + Buffer.byteLength(query ?? '') + Buffer.byteLength(requestId)
}

/**
 * @param oldest the number of the first request
 * @param size the size of the texts of all requests
 */
function trim(board: BoardFork, oldest: number, size: number): void {
  let first = oldest
  let bytes = size
  const last = lastNumber(board, 'request')
  const isTooLong = () => last - first >= JOURNAL_MAX || bytes > JOURNAL_BYTES_MAX
  while (isTooLong()) {
    const [group] = listItems(board, LOG, '', 1)
    if (group === undefined) break
    const start = Number(group.id)
    const end = start + group.value.length
    for (; first < end && isTooLong(); first++) bytes -= sizeOf(group.value[first - start] as LoggedEntry)
    if (first === end) deleteItem(board, LOG, group.id)
  }
  setCount(board, FIRST, first)
  setCount(board, BYTES, bytes)
}

/** Returns the number of the first request that the log has, or of the next one if it is empty. */
function firstNumber(board: BoardView): number {
  return countItems(board, LOG) === 0 ? lastNumber(board, 'request') + 1 : countOf(board, FIRST)
}

/** Yields the requests, the latest first. */
function* latest(board: BoardView, text?: string): Generator<Numbered> {
  const first = firstNumber(board)
  for (const { id, value } of itemsBackward(board, LOG, { ...(text && { text }) })) {
    for (let index = value.length - 1; index >= 0; index--) {
      const number = Number(id) + index
      if (number >= first) yield { number, ...(value[index] as LoggedEntry) }
    }
  }
}

/** Lists the matching requests, the latest first. */
export function listRequests(board: BoardView, { page, size, faulted, status, since }: JournalQuery) {
  const isFiltered = [faulted, status, since].some((value) => value !== undefined)
  const start = page * size
  const found: Numbered[] = []
  let total = 0
  for (const entry of latest(board)) {
    if (faulted !== undefined && faulted !== entry.changed.length > 0) continue
    if (status !== undefined && status !== entry.status) continue
    if (since !== undefined && entry.time < since) continue
    if (total >= start && found.length < size) found.push(entry)
    total++
    if (!isFiltered && found.length === size) break
  }
  if (!isFiltered) total = lastNumber(board, 'request') - firstNumber(board) + 1
  return { requests: found, total }
}

/** Lists the requests after the one with this number, oldest first. */
export function listRequestsAfter(board: BoardView, number: number, max: number): Numbered[] {
  const first = Math.max(number + 1, firstNumber(board))
  const from = idUpTo(board, LOG, toRowId(first)) ?? toRowId(first)
  const found = listItems(board, LOG, from, max).flatMap(({ id, value }) =>
    value.map((entry, index) => ({ number: Number(id) + index, ...entry })),
  )
  return found.filter((entry) => entry.number >= first).slice(0, max)
}

/** Returns the latest request with a request id, or `undefined` if there is none. */
export function findRequest(board: BoardView, requestId: string): Numbered | undefined {
  for (const entry of latest(board, JSON.stringify(requestId))) {
    if (entry.requestId === requestId) return entry
  }
  return undefined
}
