import { defineKind, deleteItem, getItem, listItems, putItem } from '../board/items.js'
import type { AffectedRequest, EffectCount } from '../defect-values.js'
import type { BoardFork, BoardView } from '../handles.js'
import type { RoomView } from '../room.js'
import { settingsOf } from '../settings.js'
import type { JournalEntry } from './values.js'

/** The id has how often the defects were configured, so that a class can end the effects on all its boards. */
const EFFECT = defineKind<EffectCount>('defect-effect')

const idStart = (room: RoomView) => `${settingsOf(room).defectsNumber}-`

/**
 * Counts the effects that defects had on requests to a board.
 *
 * @param first the number of the first request
 */
export function recordEffects(board: BoardFork, entries: readonly JournalEntry[], first: number): void {
  for (const [index, { effects, requestId, time, method, status }] of entries.entries()) {
    if (effects === undefined) continue
    const { target, defects } = effects
    const request: AffectedRequest = { number: first + index, requestId, time, method, target, status }
    deleteEarlier(board)
    for (const { defect, effect } of defects) {
      const id = `${idStart(board.room)}${defect}-${effect}`
      const counted = getItem(board, EFFECT, id) ?? { defect, effect, requests: 0, first: request }
      putItem(board, EFFECT, id, { ...counted, requests: counted.requests + 1 })
    }
  }
}

function deleteEarlier(board: BoardFork): void {
  for (const { id } of listItems(board, EFFECT)) {
    if (!id.startsWith(idStart(board.room))) deleteItem(board, EFFECT, id)
  }
}

/** Lists the effects that the defects of a board have had, ordered by defect. */
export function listEffects(board: BoardView): EffectCount[] {
  const current = listItems(board, EFFECT).filter(({ id }) => id.startsWith(idStart(board.room)))
  return current
    .map(({ value }) => value)
    .sort((a, b) => (a.defect === b.defect ? (a.effect < b.effect ? -1 : 1) : a.defect < b.defect ? -1 : 1))
}
