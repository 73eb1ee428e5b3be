import type { FastifyInstance } from 'fastify'
import type { ClassBoard } from '../../rooms/classes/values.js'
import { shownChallengesIn } from '../challenges/show.js'
import { pointsOf } from '../scores/points.js'
import { scoreOf } from '../scores/score.js'
import { viewOf } from '../view.js'
import type { ClassProjection } from './schemas.js'

/**
 * Returns the progress of a class. It has only what each learner may see of the own board: other learners see the
 * projector. The boards count only the challenges whose state learners may see.
 */
export async function projectClass(
  { store, drills, challenges: all, now }: Pick<FastifyInstance, 'store' | 'drills' | 'challenges' | 'now'>,
  id: string,
): Promise<ClassProjection> {
  const { exercise, defects: ofClass } = await store.getClass(id)
  await drills.endRuns({ id, exercise })
  const defects = exercise?.finalDefects ?? ofClass
  const showsFinds = viewOf(exercise, now(), false) !== 'nothing'
  const titles = new Map(shownChallengesIn(all, exercise, now()).map(({ name, title }) => [name, title]))
  const boards = await store.readClassBoards(id, [...titles.keys()])
  const firsts = await store.listFirsts(id)
  const drillOf = (board: ClassBoard) => drills.progressOf(board.id, { ...board, exercise })
  const learners = boards
    .map((board) => ({ ...board, ...scoreOf(board.counts, defects), best: drillOf(board)?.best }))
    .filter(({ isJoined, requests }) => isJoined || requests > 0)
    .map(({ id, name, challengesSolved, total, defects, best }) => ({
      board: id,
      name,
      points: pointsOf(showsFinds ? [total, defects] : [], challengesSolved),
      found: showsFinds ? total.found + defects.found : null,
      solved: challengesSolved,
      drill: (showsFinds ? best : null) ?? null,
    }))
    .sort((one, other) => (other.drill ?? -1) - (one.drill ?? -1) || other.points - one.points)
  const runs = boards.flatMap((board) => drillOf(board) ?? [])
  const shown = firsts.flatMap((first) => {
    const title = first.kind === 'fault' ? (showsFinds ? first.name : undefined) : titles.get(first.name)
    return title === undefined ? [] : { ...first, title }
  })
  return {
    learners: boards.length,
    joined: boards.filter(({ isJoined }) => isJoined).length,
    requests: sum(boards.map(({ requests }) => requests)),
    found: showsFinds ? sum(learners.map(({ found }) => found ?? 0)) : null,
    defects: showsFinds ? defects.length : null,
    challenges: titles.size,
    solved: sum(learners.map(({ solved }) => solved)),
    ranking: learners.map((learner) => ({
      ...learner,
      place: 1 + learners.findIndex(({ points, drill }) => points === learner.points && drill === learner.drill),
    })),
    firsts: shown,
    running: runs.filter(({ state }) => state === 'running').length,
    finished: runs.filter(({ state, best }) => state === 'finished' || best !== null).length,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
