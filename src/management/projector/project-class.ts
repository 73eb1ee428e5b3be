import type { Challenge } from '../../challenges/challenge.js'
import type { DrillProgress } from '../../drills/run.js'
import type { ClassBoard, ClassFirst } from '../../rooms/classes/values.js'
import type { Exercise } from '../../rooms/training/exercise-settings.js'
import { pointsOf } from '../../training/points.js'
import { scoreOf } from '../../training/score.js'
import { viewOf } from '../../training/show.js'
import type { ClassProjection } from './schemas.js'

export interface ProjectedClass {
  exercise: Exercise | null
  /** The names of the defects of the boards. */
  defects: readonly string[]
  /** The boards, which count only the challenges below as solved. */
  boards: readonly ClassBoard[]
  firsts: readonly ClassFirst[]
  /** The challenges of the exercise whose state learners may see. */
  challenges: readonly Challenge[]
  /** How far the drill of a board is. */
  drillOf: (board: ClassBoard) => DrillProgress | undefined
}

/**
 * Returns the progress of a class. It has only what each learner may see of the own board: other learners see the
 * projector.
 *
 * @param now the current time
 */
export function projectClass(projected: ProjectedClass, now: string): ClassProjection {
  const { exercise, boards, firsts, challenges, drillOf } = projected
  const defects = exercise?.finalDefects ?? projected.defects
  const showsFinds = viewOf(exercise, now, false) !== 'nothing'
  const titles = new Map(challenges.map(({ name, title }) => [name, title]))
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
    challenges: challenges.length,
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
