import { HintsOff, NoHintsLeft, ResponseClaimed } from '../../contract/errors.js'
import { HINTS_MAX, hintSettingOf } from '../../rules/claims/credit.js'
import type { BoardFork } from '../handles.js'
import { changeRequest } from '../log/log.js'
import { profileOf } from '../room.js'
import { requireOpen } from './claims.js'
import { requireResponse } from './responses.js'
import { changeScore } from './score.js'

/**
 * Takes the next hint for a response. If several responses have the request id, the latest counts.
 *
 * @returns the number and the faults of the response, and the number of hints that were taken for it, with this one
 * @throws BoardFrozen, ExerciseNotStarted, ExerciseEnded, HintsOff, ResponseNotFound, ResponseClaimed, NoHintsLeft
 */
export function takeHint(board: BoardFork, requestId: string, now: string) {
  requireOpen(board, now)
  const setting = hintSettingOf(profileOf(board.room).exercise)
  if (setting === 'off') throw new HintsOff()
  const { number, changed, hints = 0, claims } = requireResponse(board, requestId)
  if (claims !== undefined) throw new ResponseClaimed()
  if (hints === HINTS_MAX) throw new NoHintsLeft(HINTS_MAX)
  const taken = hints + 1
  changeRequest(board, number, { hints: taken })
  changeScore(board, (score) => {
    score.hints++
  })
  return { request: number, changed, setting, taken }
}
