import { LOG_PATH_MAX } from '../../contract/limits.js'
import { startOf } from '../../contract/start-of.js'
import type { DefectEffect, LogEntry } from '../../rules/log/entry.js'
import { defineKind, deleteItem, getItem, listItems, putItem } from '../board/items.js'
import { compare } from '../directory.js'
import type { BoardFork, BoardView } from '../handles.js'
import { profileOf, type RoomView } from '../room.js'

/** The requests that a defect has affected in one way since it was configured. */
export interface EffectCount {
  defect: string
  effect: DefectEffect
  /** The number of requests. */
  requests: number
  first: AffectedRequest
}

export interface AffectedRequest {
  /** Its number in the log. */
  number: number
  requestId: string
  time: string
  method: string
  /** The first `LOG_PATH_MAX` characters of the path below the base URL of the board, with the query. */
  target: string
  status: number
}

/** The id has how often the defects were configured, so that a class can end the effects on all its boards. */
const EFFECT = defineKind<EffectCount>('defect-effect')

const idStart = (room: RoomView) => `${profileOf(room).defectsNumber}-`

/**
 * Counts the effects that defects had on requests to a board.
 *
 * @param first the number of the first request
 */
export function recordEffects(board: BoardFork, entries: readonly LogEntry[], first: number): void {
  for (const [index, { effects = [], requestId, time, method, path, query, status }] of entries.entries()) {
    if (effects.length === 0) continue
    const target = startOf(query === null ? path : `${path}?${query}`, LOG_PATH_MAX)
    const request: AffectedRequest = { number: first + index, requestId, time, method, target, status }
    for (const { id } of listItems(board, EFFECT)) {
      if (!id.startsWith(idStart(board.room))) deleteItem(board, EFFECT, id)
    }
    for (const { defect, effect } of effects) {
      const id = `${idStart(board.room)}${defect}-${effect}`
      const counted = getItem(board, EFFECT, id) ?? { defect, effect, requests: 0, first: request }
      putItem(board, EFFECT, id, { ...counted, requests: counted.requests + 1 })
    }
  }
}

/** Lists the effects that the defects of a board have had, ordered by defect. */
export function listEffects(board: BoardView): EffectCount[] {
  return listItems(board, EFFECT)
    .filter(({ id }) => id.startsWith(idStart(board.room)))
    .map(({ value }) => value)
    .sort((a, b) => compare(a.defect, b.defect) || compare(a.effect, b.effect))
}
