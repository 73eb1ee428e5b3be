import type { FastifyRequest } from 'fastify'
import { FAULTS } from '../../chaos/faults/index.js'
import type { ClassBoard, StoredClass } from '../../store/store.js'
import { scoreOf, sumQualities } from '../../training/score.js'
import { showExercise } from '../../training/show.js'
import { challengesIn } from '../../training/show-challenges.js'
import { showDrillProgress } from '../../training/show-drill.js'
import { type DescribeOptions, describeBoard } from '../boards/describe-board.js'
import type { Class, ClassBoard as PublishedBoard } from './schemas.js'

const FAULT_NAMES = FAULTS.map(({ name }) => name)

/** Returns a class as in responses, for the trainer dashboard. */
export function describeClass(
  found: StoredClass,
  boards: readonly ClassBoard[],
  request: FastifyRequest,
  options: DescribeOptions,
): Class {
  const { id, name, joinCode, createdAt, expiresAt, isFrozen, isJoinable, exercise } = found
  return {
    id,
    name,
    joinCode,
    joinable: isJoinable,
    createdAt,
    expiresAt,
    frozen: isFrozen,
    ...(exercise !== null && { exercise: showExercise(exercise, request.server.now(), true) }),
    faults: sumFaults(boards),
    boards: boards.map((board) => describeClassBoard(board, found, request, options)),
  }
}

/** Returns the quality of the claims of all learners by fault. */
function sumFaults(boards: readonly ClassBoard[]): Class['faults'] {
  const scores = boards.map(({ counts }) => scoreOf(counts, FAULT_NAMES, []).faults)
  return FAULT_NAMES.map((fault, index) => ({
    fault,
    ...sumQualities(scores.flatMap((faults) => faults[index] ?? [])),
  }))
}

/** Returns a board of a class with the score of its learner. */
export function describeClassBoard(
  {
    id,
    name,
    isJoined,
    createdAt,
    usedAt,
    requests,
    lastRequestAt,
    counts,
    hintsTaken,
    challengesSolved,
    lastProgressAt,
    grade,
  }: ClassBoard,
  { defects: classDefects, exercise }: Pick<StoredClass, 'defects' | 'exercise'>,
  request: FastifyRequest,
  options: DescribeOptions,
): PublishedBoard {
  const { baseUrl } = describeBoard({ id, name, createdAt, usedAt }, request, options)
  const progress = request.server.drills.progressOf(id, exercise)
  const { claims, total, defects } = scoreOf(counts, FAULT_NAMES, classDefects)
  return {
    id,
    name,
    joined: isJoined,
    baseUrl,
    lastActivity: lastRequestAt,
    lastProgress: lastProgressAt,
    requests,
    claims,
    hintsTaken,
    challenges: { total: challengesIn(request.server.challenges, exercise).length, solved: challengesSolved },
    total,
    defects,
    ...(grade && { grade }),
    ...(progress && { drill: showDrillProgress(progress, 'everything') }),
  }
}
