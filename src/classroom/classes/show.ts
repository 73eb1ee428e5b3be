import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FAULT_NAMES } from '../../api/buggy/faults.js'
import type { ClassBoard, StoredClass } from '../../rooms/classes/classes.js'
import { urlsOf } from '../boards/create-boards.js'
import { challengesIn, countSolved } from '../challenges/routes.js'
import { showDrillProgress } from '../drills/routes.js'
import { showExercise } from '../exercises/routes.js'
import type { DescribeOptions } from '../options.js'
import { computeScore, type Score, sumQualities } from '../scores/score.js'
import type { Class, ClassBoard as PublishedBoard } from './schemas.js'

/**
 * Reads a class and its boards. Drills of an exercise that has ended are judged before.
 *
 * @throws ClassNotFound
 */
export async function readClass(
  { store, drills }: Pick<FastifyInstance, 'store' | 'drills'>,
  id: string,
): Promise<{ found: StoredClass; boards: ClassBoard[] }> {
  const found = await store.getClass(id)
  await drills.endRuns(found)
  return { found, boards: await store.readClassBoards(id) }
}

/**
 * Returns a class as in responses, for the trainer dashboard.
 *
 * @throws ClassNotFound
 */
export async function describeClass(id: string, request: FastifyRequest, options: DescribeOptions): Promise<Class> {
  const { found, boards } = await readClass(request.server, id)
  const { name, joinCode, joinable, createdAt, expiresAt, frozen, exercise } = found
  return {
    ...{ id, name, joinCode, joinable, createdAt, expiresAt, frozen },
    ...(exercise !== null && { exercise: showExercise(exercise, request.server.now(), true) }),
    faults: sumFaults(boards),
    boards: boards.map((board) => describeClassBoard(board, found, request, options)),
  }
}

/** Returns the quality of the claims of all learners, by fault. */
export function sumFaults(boards: readonly ClassBoard[]): Score['faults'] {
  const scores = boards.map(({ score }) => computeScore(score).faults)
  return FAULT_NAMES.map((fault, index) => ({
    fault,
    ...sumQualities(scores.flatMap((faults) => faults[index] ?? [])),
  }))
}

/** Returns a board of a class with the score of its learner. */
function describeClassBoard(
  board: ClassBoard,
  { defects: classDefects, exercise }: Pick<StoredClass, 'defects' | 'exercise'>,
  request: FastifyRequest,
  options: DescribeOptions,
): PublishedBoard {
  const { id, name, joined, lastActivity, requests, score } = board
  const { baseUrl } = urlsOf(id, request, options)
  const progress = request.server.drills.progressOf(id, { ...board, exercise })
  const { claims, total, defects } = computeScore(score, exercise?.finalDefects ?? classDefects)
  return {
    ...{ id, name, joined, baseUrl, lastActivity },
    lastProgress: score.progressAt,
    requests,
    claims,
    hintsTaken: score.hints,
    challenges: countSolved(challengesIn(request.server.challenges, exercise), score),
    total,
    defects,
    ...(score.grade && { grade: score.grade }),
    ...(progress && { drill: showDrillProgress(progress, 'everything') }),
  }
}
