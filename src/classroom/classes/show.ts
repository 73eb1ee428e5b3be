import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FAULT_NAMES } from '../../api/buggy/faults.js'
import { urlsOf } from '../boards/create-boards.js'
import { challengesIn, countSolved } from '../challenges/routes.js'
import { showDrillProgress } from '../drills/routes.js'
import { showExercise } from '../exercises/routes.js'
import type { DescribeOptions } from '../options.js'
import { computeScore, type Score, sumQualities } from '../scores/score.js'
import type { Class } from './schemas.js'

/**
 * Reads a class and what its boards have reached. Drills of an exercise that has ended are judged before.
 *
 * @throws ClassNotFound
 */
export async function readClass(
  { store, drills, challenges: all }: Pick<FastifyInstance, 'store' | 'drills' | 'challenges'>,
  id: string,
) {
  const found = await store.getClass(id)
  await drills.endRuns(found)
  const { exercise } = found
  const defects = exercise?.finalDefects ?? found.defects
  const challenges = challengesIn(all, exercise)
  const boards = (await store.readClassBoards(id)).map((board) => ({
    ...board,
    ...computeScore(board.score, defects),
    /** Whether a learner has it, or has used it. */
    isTaken: board.joined || board.requests > 0,
    progress: drills.progressOf(board.id, { ...board, exercise }),
  }))
  return { found, defects, challenges, boards }
}

export type ScoredBoard = Awaited<ReturnType<typeof readClass>>['boards'][number]

/**
 * Returns a class as in responses, for the trainer dashboard.
 *
 * @throws ClassNotFound
 */
export async function describeClass(id: string, request: FastifyRequest, options: DescribeOptions): Promise<Class> {
  const { found, challenges, boards } = await readClass(request.server, id)
  const { name, joinCode, joinable, createdAt, expiresAt, frozen, exercise } = found
  return {
    ...{ id, name, joinCode, joinable, createdAt, expiresAt, frozen },
    ...(exercise !== null && { exercise: showExercise(exercise, request.server.now(), true) }),
    faults: sumFaults(boards),
    boards: boards.map((board) => {
      const { id, name, joined, lastActivity, requests, score, claims, total, defects, progress } = board
      const { baseUrl } = urlsOf(id, request, options)
      return {
        ...{ id, name, joined, baseUrl, lastActivity },
        lastProgress: score.progressAt,
        requests,
        claims,
        hintsTaken: score.hints,
        challenges: countSolved(challenges, score),
        total,
        defects,
        ...(score.grade && { grade: score.grade }),
        ...(progress && { drill: showDrillProgress(progress, 'everything') }),
      }
    }),
  }
}

/** Returns the quality of the claims of all learners, by fault. */
export function sumFaults(boards: readonly Pick<ScoredBoard, 'faults'>[]): Score['faults'] {
  return FAULT_NAMES.map((fault, index) => ({
    fault,
    ...sumQualities(boards.flatMap(({ faults }) => faults[index] ?? [])),
  }))
}
