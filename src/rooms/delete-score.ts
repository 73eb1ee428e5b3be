import { touchLearner } from './classes/learners.js'
import type { BoardFork } from './handles.js'
import { deleteSegments } from './log/exchanges.js'
import { deleteSolved } from './training/challenges.js'
import { deleteClaims } from './training/claims.js'
import { deleteDrill } from './training/drills.js'
import { deleteResponses } from './training/responses.js'
import { emptyScore, putScore } from './training/score.js'

/**
 * Deletes the claims, the hints, the counts, the exchanges, the solved challenges, the drill and the grade of the exercise.
 * Numbers of claims and challenges are not reused.
 */
export function deleteScore(board: BoardFork): void {
  deleteResponses(board)
  deleteClaims(board)
  deleteSolved(board)
  deleteSegments(board)
  deleteDrill(board.room, board.id)
  putScore(board, emptyScore())
  touchLearner(board)
}
