import type { Challenge } from '../../challenges/challenge.js'
import type { ClassBoard, ClassFirst, Exercise } from '../../store/store.js'
import { pointsOf } from '../../training/points.js'
import { scoreOf } from '../../training/score.js'
import { viewOf } from '../../training/show.js'
import type { ClassProjection } from './schemas.js'

/** The claims that count while the exercise hides verdicts. */
const HIDDEN = { credit: null, wrong: null }

export interface ProjectedClass {
  exercise: Exercise | null
  /** The boards, which count only the challenges below as solved. */
  boards: readonly ClassBoard[]
  firsts: readonly ClassFirst[]
  /** The challenges of the exercise whose state learners may see. */
  challenges: readonly Challenge[]
}

/**
 * Returns the progress of a class. It has only what each learner may see of the own board: other learners see the
 * projector.
 *
 * @param now the current time
 */
export function projectClass({ exercise, boards, firsts, challenges }: ProjectedClass, now: string): ClassProjection {
  const showsFinds = viewOf(exercise, now, false) !== 'nothing'
  const titles = new Map(challenges.map(({ name, title }) => [name, title]))
  const learners = boards
    .map((board) => ({ ...board, total: scoreOf(board.counts).total }))
    .filter(({ isJoined, requests }) => isJoined || requests > 0)
    .map(({ id, name, challengesSolved, total }) => ({
      board: id,
      name,
      points: pointsOf(showsFinds ? total : HIDDEN, challengesSolved),
      found: showsFinds ? total.found : null,
      solved: challengesSolved,
    }))
    .sort((one, other) => other.points - one.points)
  const shown = firsts.flatMap((first) => {
    const title = first.kind === 'fault' ? (showsFinds ? first.name : undefined) : titles.get(first.name)
    return title === undefined ? [] : { ...first, title }
  })
  return {
    learners: boards.length,
    joined: boards.filter(({ isJoined }) => isJoined).length,
    requests: sum(boards.map(({ requests }) => requests)),
    found: showsFinds ? sum(learners.map(({ found }) => found ?? 0)) : null,
    challenges: challenges.length,
    solved: sum(learners.map(({ solved }) => solved)),
    ranking: learners.map((learner) => ({
      ...learner,
      place: 1 + learners.findIndex(({ points }) => points === learner.points),
    })),
    firsts: shown,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
