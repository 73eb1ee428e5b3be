/** The challenges of a board, and which of them are solved. @module */

import type { FastifyPluginAsync } from 'fastify'
import { serverUrl } from '../../http/base-url.js'
import { route } from '../../http/route.js'
import { EXERCISE_DEFAULTS, type Exercise, hasEnded } from '../../rooms/training/exercise-settings.js'
import type { Score } from '../../rooms/training/score.js'
import type { SolvedChallenge } from '../../rooms/training/values.js'
import { type Challenge, operationOf } from '../../rules/challenges/challenge.js'
import { PATHS, selectChallenges } from '../../rules/challenges/paths.js'
import { guidePath } from '../../site/guide-path.js'
import { type View, viewOf } from '../view.js'
import { ChallengeList } from './schemas.js'

/** The route that returns the challenges to learners. */
export const learnerChallengeRoutes: FastifyPluginAsync<{ publicUrl: string | undefined }> = async (app, options) => {
  route(app, 'GET /challenges', 'listChallenges', 'List the challenges', {
    config: { showsMoreToOwner: true, waitsForLog: true },
    description:
      'Returns the challenges of the exercise, and which of them were solved. Requests to the variants and right claims solve challenges by themselves: there is nothing to submit. Without an exercise, all challenges are listed. The exercise decides whether hints and solutions are shown. The owner sees them at any time.',
    responses: { 200: [ChallengeList, 'The challenges.'] },
    handler: async (request) => {
      const { board, isOwner } = request
      const viewer = { exercise: board.state?.exercise ?? null, now: app.now(), isOwner }
      const base = serverUrl(request, options.publicUrl)
      return showChallenges(app.challenges, await app.store.listSolved(board.id), viewer, base)
    },
  })
}

/** Returns the challenges of an exercise. Without an exercise, these are all challenges. */
export function challengesIn(all: readonly Challenge[], exercise: Exercise | null): readonly Challenge[] {
  return exercise === null ? all : selectChallenges(all, exercise.challenges)
}

/**
 * Returns the challenges of a board, limited to what the client may see (decision 135).
 *
 * @param base the base URL of the service, which the links to the documentation begin with
 */
export function showChallenges(
  all: readonly Challenge[],
  solved: readonly SolvedChallenge[],
  { exercise, now, isOwner }: { exercise: Exercise | null; now: string; isOwner: boolean },
  base: string,
): ChallengeList {
  const view = viewOf(exercise, now, isOwner)
  const { challengeHints, solutions } = exercise ?? EXERCISE_DEFAULTS
  const selected = challengesIn(all, exercise)
  const rows = new Map(solved.map((row) => [row.challenge, row]))
  const challenges = selected.map((challenge) => {
    const { name, title, level, task, hints, solution, teaches } = challenge
    const isHidden = hidesSolved(challenge, view)
    const row = isHidden ? undefined : rows.get(name)
    const showsHints = isOwner || challengeHints === 'free'
    const showsSolution =
      isOwner || solutions === 'always' || (solutions === 'solved' && (hasEnded(exercise, now) || row !== undefined))
    return {
      name,
      title,
      level,
      task,
      hints: showsHints ? hints : null,
      solution: showsSolution ? solution : null,
      teaches: {
        ...teaches,
        url: base + guidePath(teaches.page),
        operation: showsHints ? operationOf(challenge) : null,
      },
      solved: isHidden ? null : row !== undefined,
      solvedAt: row?.time ?? null,
      requestId: row?.requestId ?? null,
    }
  })
  return {
    total: challenges.length,
    solved: challenges.filter((challenge) => challenge.solved).length,
    paths: all.length === 0 ? [] : PATHS.filter(({ name }) => exercise === null || exercise.challenges.includes(name)),
    challenges,
  }
}

/** Returns the solved challenges that learners may see, in the order in which they were solved. */
export function showSolved(
  all: readonly Challenge[],
  solved: readonly SolvedChallenge[],
  exercise: Exercise | null,
  now: string,
) {
  const shown = new Set(shownChallengesIn(all, exercise, now).map(({ name }) => name))
  return {
    total: challengesIn(all, exercise).length,
    solved: solved
      .filter(({ challenge }) => shown.has(challenge))
      .map(({ challenge, time, requestId }) => ({ name: challenge, solvedAt: time, requestId })),
  }
}

/** Returns how many of some challenges a learner has solved. */
export function countSolved(challenges: readonly Challenge[], { solved }: Pick<Score, 'solved'>) {
  return { total: challenges.length, solved: challenges.filter(({ name }) => Object.hasOwn(solved, name)).length }
}

/** Returns the challenges of an exercise whose state learners may see. */
export function shownChallengesIn(all: readonly Challenge[], exercise: Exercise | null, now: string): Challenge[] {
  const view = viewOf(exercise, now, false)
  return challengesIn(all, exercise).filter((challenge) => !hidesSolved(challenge, view))
}

/** Whether the state of a challenge is hidden from a client, because it says as much as a verdict. */
function hidesSolved({ revealsFaults }: Challenge, view: View): boolean {
  return revealsFaults === true && view === 'nothing'
}
