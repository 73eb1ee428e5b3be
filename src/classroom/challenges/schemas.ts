import { type Static, Type } from '@sinclair/typebox'
import { component, nullable, ref } from '../../contract/schemas/builders.js'
import { boolean, list, string, stringEnum, timestamp, url, wholeNumber } from '../../contract/schemas/values.js'
import { CHALLENGE_HINT_SETTINGS, SOLUTION_SETTINGS } from '../../rooms/training/exercise-settings.js'
import { LEVELS } from '../../rules/challenges/levels.js'

/** The maximum number of names of challenges and paths in an exercise. */
export const CHALLENGE_NAMES_MAX = 200

/** The maximum length of such a name. */
const NAME_MAX = 50

/** The settings for challenges of an exercise. */
export const challengeSettings = {
  challenges: list(
    Type.String({ maxLength: NAME_MAX }),
    'The challenges that learners see: names of challenges, and of paths, such as `first-hour`. An empty list means no challenges.',
    { maxItems: CHALLENGE_NAMES_MAX },
  ),
  challengeHints: stringEnum(CHALLENGE_HINT_SETTINGS, {
    description: 'Whether learners see the hints of challenges (`free`), or not (`off`).',
  }),
  solutions: stringEnum(SOLUTION_SETTINGS, {
    description:
      'Whether learners see the solutions of challenges: never (`off`), those of solved challenges, and all after the exercise ends (`solved`), or all (`always`).',
  }),
}

export const Lesson = component('Lesson', 'What a challenge teaches.', {
  page: string('The page in the folder `docs` of the source code, often with a heading.'),
  url: url('The URL of this page at the service, for browsers.'),
  section: wholeNumber(
    'The section of the specification, for trainers who have it. The service does not publish it.',
    1,
  ),
  operation: nullable(
    string(
      'The operation that solves the challenge, or the last one of several, as in the OpenAPI documents: `GET /tasks/{id}`. `null` if all operations can solve it, or if hints are not shown.',
    ),
  ),
})

export const Challenge = component('Challenge', 'A challenge, and whether it was solved.', {
  name: string('The name of the challenge.'),
  title: string('The title.'),
  level: stringEnum(LEVELS, { description: 'The level.' }),
  task: string('What to do.'),
  hints: nullable(list(Type.String(), 'Three hints, from the vaguest to the clearest; `null` if they are not shown.')),
  solution: nullable(
    string(
      'The shortest solution, as shell commands. `BOARD` is the base URL of a board with the demonstration tasks, and `JSON` is the header `Content-Type: application/json`. `null` if it is not shown.',
    ),
  ),
  teaches: ref(Lesson),
  solved: nullable(
    boolean('Whether the challenge was solved; `null` if this would reveal faults that the exercise hides.'),
  ),
  solvedAt: nullable(timestamp('When it was solved; otherwise `null`.')),
  requestId: nullable(string('The `X-Request-Id` of the request that solved it; otherwise `null`.')),
})

export const ChallengePath = component('ChallengePath', 'An ordered list of challenges.', {
  name: string('The name of the path.'),
  title: string('The title.'),
  challenges: list(Type.String(), 'The names of its challenges, in their order.'),
})

export const ChallengeList = component('ChallengeList', 'The challenges of a board.', {
  total: wholeNumber('The number of challenges.'),
  solved: wholeNumber('The number of solved challenges that are shown as solved.'),
  paths: list(ref(ChallengePath), 'The paths of the exercise. Without an exercise, all paths.'),
  challenges: list(ref(Challenge), 'The challenges, in the order of the exercise.'),
})
export type ChallengeList = Static<typeof ChallengeList>

export const CatalogueChallenge = component(
  'CatalogueChallenge',
  'A challenge that an exercise can have.',
  Type.Pick(Challenge, ['name', 'title', 'level']).properties,
)

export const ChallengeCatalogue = component('ChallengeCatalogue', 'All challenges.', {
  challenges: list(ref(CatalogueChallenge), 'The challenges, by level. In the earlier edition, there are none.'),
})
export type ChallengeCatalogue = Static<typeof ChallengeCatalogue>
