import { countEffect, type EffectCount, sortEffects } from '../../rules/log/effects.js'
import type { LoggedEntry } from '../../rules/log/entry.js'
import { defineKind } from '../board/items.js'
import type { BoardFork, BoardView } from '../handles.js'
import { profileOf, type RoomView } from '../room.js'

/** The id has how often the defects were configured, so that a class can end the effects on all its boards. */
const EFFECT = defineKind<EffectCount>('defect-effect')

const idStart = (room: RoomView) => `${profileOf(room).defectsNumber}-`

/**
 * Counts the effects that defects had on requests to a board.
 *
 * @param first the number of the first request
 */
export function recordEffects(board: BoardFork, requests: readonly LoggedEntry[], first: number): void {
  const start = idStart(board.room)
  for (const [index, request] of requests.entries()) {
    if (request.effects === undefined) continue
    for (const { id } of EFFECT.list(board)) if (!id.startsWith(start)) EFFECT.delete(board, id)
    for (const effect of request.effects) {
      const id = `${start}${effect.defect}-${effect.effect}`
      EFFECT.put(board, id, countEffect(EFFECT.get(board, id), effect, { number: first + index, ...request }))
    }
  }
}

/** Lists the effects that the defects of a board have had, ordered by defect. */
export function listEffects(board: BoardView): EffectCount[] {
  const found = EFFECT.list(board).filter(({ id }) => id.startsWith(idStart(board.room)))
  return sortEffects(found.map(({ value }) => value))
}
