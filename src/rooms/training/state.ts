import { lastNumber } from '../board/counters.js'
import type { BoardView } from '../handles.js'
import { challengeRestarts } from './challenges.js'
import { drillIn } from './drills.js'
import { scoreOf } from './score.js'

/** Returns what the state of a board has of its requests and its exercise. */
export function trainingState(board: BoardView) {
  const { hints, solved } = scoreOf(board)
  return {
    lastRequest: lastNumber(board, 'request'),
    lastClaim: lastNumber(board, 'claim'),
    hintsTaken: hints,
    solved: new Set(Object.keys(solved)),
    lastChallenge: lastNumber(board, 'challenge'),
    challengeRestarts: challengeRestarts(board),
    drill: drillIn(board.room, board.id),
  }
}
