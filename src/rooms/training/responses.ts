import { ResponseNotFound } from '../../contract/errors.js'
import { CLAIMABLE_MAX } from '../../contract/limits.js'
import { countOf, setCount } from '../board/counters.js'
import {
  defineKind,
  deleteItem,
  deleteItemsFrom,
  getItem,
  idUpTo,
  itemsBackward,
  listItems,
  putItem,
} from '../board/items.js'
import { toRowId } from '../board/rows.js'
import { readFaultPlan } from '../fault-plan.js'
import type { BoardFork, BoardView } from '../handles.js'
import type { Numbered } from '../log/log.js'
import type { JournalEntry, NumberedEntry } from '../log/values.js'
import { exerciseId, profileOf } from '../room.js'
import { isWithin } from './exercise-settings.js'
import { changeScore, countFaults } from './score.js'

/** A response about which learners can make claims. */
export interface ClaimableResponse
  extends Pick<JournalEntry, 'requestId' | 'time' | 'method' | 'route' | 'status' | 'changed'> {
  /** The number of its request. */
  number: number
  /** The number of hints that were taken for it. */
  hints: number
  /** The numbers of the claims about it. */
  claims: readonly number[]
}

/** The id of a group has the number of the exercise and that of the first request. */
const RESPONSES = defineKind<readonly ClaimableResponse[]>('response')

/** The maximum number of responses in a group. */
const GROUP_MAX = 50

/** Returns the name of the count of the responses of the exercise. */
const countName = ({ room }: BoardView) => `responses-${exerciseId(room)}`

/**
 * Keeps the responses about which learners can make claims, and counts their faults. Responses outside of the exercise, and
 * those with faults of an earlier plan, do not count.
 *
 * @param first the number of the first request
 */
export function recordResponses(board: BoardFork, entries: readonly JournalEntry[], first: number): void {
  const { exercise } = profileOf(board.room)
  const { restarts } = readFaultPlan(board)
  const counted = entries.flatMap((entry, index): ClaimableResponse[] => {
    const { requestId, time, method, route, status, changed } = entry
    const counts = entry.isClaimable === true && (entry.restarts ?? restarts) === restarts && isWithin(exercise, time)
    return counts
      ? [{ number: first + index, requestId, time, method, route, status, changed, hints: 0, claims: [] }]
      : []
  })
  if (counted.length === 0) return
  for (let start = 0; start < counted.length; start += GROUP_MAX) {
    const group = counted.slice(start, start + GROUP_MAX)
    putItem(board, RESPONSES, idOf(board, (group[0] as ClaimableResponse).number), group)
  }
  const faults = counted.flatMap(({ changed }) => changed)
  if (faults.length > 0) changeScore(board, (score) => countFaults(score, faults))
  trim(board, countOf(board, countName(board)) + counted.length)
}

function idOf({ room }: BoardView, number: number): string {
  return `${exerciseId(room)}-${toRowId(number)}`
}

/** Deletes the groups of earlier exercises, and the oldest ones without which there are enough responses. */
function trim(board: BoardFork, counted: number): void {
  let total = counted
  for (;;) {
    const [oldest] = listItems(board, RESPONSES, '', 1)
    if (oldest === undefined) break
    const length = oldest.id.startsWith(exerciseId(board.room)) ? oldest.value.length : 0
    if (length > 0 && total - length < CLAIMABLE_MAX) break
    total -= length
    deleteItem(board, RESPONSES, oldest.id)
  }
  setCount(board, countName(board), total)
}

/**
 * Returns the latest response that has a request id and can be claimed.
 *
 * @throws ResponseNotFound
 */
export function requireResponse(board: BoardView, requestId: string): ClaimableResponse {
  for (const { value } of groups(board, JSON.stringify(requestId))) {
    const response = value.findLast((candidate) => candidate.requestId === requestId)
    if (response !== undefined) return response
  }
  throw new ResponseNotFound(requestId)
}

/** Yields the groups of the exercise, the latest first. */
function groups(board: BoardView, text = '') {
  return itemsBackward(board, RESPONSES, { from: exerciseId(board.room), text })
}

/** Yields the responses of the exercise, the latest first. */
export function* latestResponses(board: BoardView): Generator<ClaimableResponse> {
  for (const { value } of groups(board)) yield* value.toReversed()
}

/** Returns a function that finds responses by the numbers of their requests. It reads each group once. */
export function responseFinder(board: BoardView): (number: number) => ClaimableResponse | undefined {
  const groupsRead = new Set<string>()
  const byNumber = new Map<number, ClaimableResponse>()
  return (number) => {
    const id = idUpTo(board, RESPONSES, idOf(board, number))
    if (id !== undefined && id >= exerciseId(board.room) && !groupsRead.has(id)) {
      groupsRead.add(id)
      for (const response of getItem(board, RESPONSES, id) ?? []) byNumber.set(response.number, response)
    }
    return byNumber.get(number)
  }
}

/** Adds to requests what is known of their responses. */
export function withResponses(board: BoardView, requests: readonly Numbered[]): NumberedEntry[] {
  const find = responseFinder(board)
  return requests.map((request) => {
    const response = find(request.number)
    return { ...request, isClaimable: response !== undefined, hintsTaken: response?.hints ?? 0 }
  })
}

/** Replaces a response that exists. */
export function putResponse(board: BoardFork, response: ClaimableResponse): void {
  const id = idUpTo(board, RESPONSES, idOf(board, response.number)) as string
  const group = getItem(board, RESPONSES, id) ?? []
  putItem(
    board,
    RESPONSES,
    id,
    group.map((other) => (other.number === response.number ? response : other)),
  )
}

/** Deletes the responses of the exercise. */
export function deleteResponses(board: BoardFork): void {
  deleteItemsFrom(board, RESPONSES, exerciseId(board.room))
  setCount(board, countName(board), 0)
}
