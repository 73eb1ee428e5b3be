import type { ChallengeList } from '../../../src/classroom/challenges/schemas.js'
import { LEVEL_TITLES } from '../../../src/rules/challenges/levels.js'
import { challenges as texts } from '../../texts/en/challenges.js'
import type { Challenge } from './use-challenges.js'

export type Grouping = keyof typeof texts.groups
export type ChallengeFilter = keyof typeof texts.filters

/** Challenges with a title, and how many of them are solved. */
export interface ChallengeGroup {
  name: string
  title: string
  challenges: readonly Challenge[]
  total: number
  solved: number
}

/**
 * Groups challenges by paths or by levels. Groups in which all challenges are solved come last, so the first group is the
 * current one. A challenge is in each of its paths.
 */
export function groupChallenges({ paths, challenges }: ChallengeList, grouping: Grouping): ChallengeGroup[] {
  const groups =
    grouping === 'path'
      ? byPath(paths, challenges)
      : Object.entries(LEVEL_TITLES).map(([level, title]) =>
          groupOf(
            level,
            title,
            challenges.filter((each) => each.level === level),
          ),
        )
  const filled = groups.filter(({ total }) => total > 0)
  const isComplete = ({ solved, total }: ChallengeGroup) => solved === total
  return [...filled.filter((group) => !isComplete(group)), ...filled.filter(isComplete)]
}

function byPath(paths: ChallengeList['paths'], challenges: readonly Challenge[]): ChallengeGroup[] {
  const byName = new Map(challenges.map((challenge) => [challenge.name, challenge]))
  const inPaths = new Set(paths.flatMap((path) => path.challenges))
  const others = challenges.filter(({ name }) => !inPaths.has(name))
  return [
    ...paths.map(({ name, title, challenges }) =>
      groupOf(
        name,
        title,
        challenges.flatMap((each) => byName.get(each) ?? []),
      ),
    ),
    groupOf('others', paths.length === 0 ? texts.heading : texts.others, others),
  ]
}

function groupOf(name: string, title: string, challenges: readonly Challenge[]): ChallengeGroup {
  return { name, title, challenges, total: challenges.length, solved: challenges.filter(({ solved }) => solved).length }
}

/** Whether a filter shows a challenge. What is hidden counts as open. */
export function isShown({ solved }: Challenge, filter: ChallengeFilter): boolean {
  return filter === 'all' || (filter === 'solved') === (solved === true)
}

/** Returns the first open challenge of the current group; `undefined` if none is open. */
export function nextChallenge(groups: readonly ChallengeGroup[]): Challenge | undefined {
  return groups[0]?.challenges.find(({ solved }) => solved === false)
}
