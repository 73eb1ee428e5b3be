import { type Static, Type } from '@sinclair/typebox'
import { DRILL_REQUESTS_MAX } from '../../contract/limits.js'
import { component, nullable, optional, optionalComponent, ref } from '../../contract/schemas/builders.js'
import { boolean, list, string, stringEnum, timestamp, wholeNumber } from '../../contract/schemas/values.js'
import { DRILL_PROFILES } from '../../rules/client-habits/drill.js'
import { DrillVerdict } from '../../rules/client-habits/row.js'

/** The states of the drill of a board. */
const DRILL_STATES = ['ready', 'running', 'finished'] as const

/** The faults of a drill. */
export const drillProfile = stringEnum(DRILL_PROFILES, {
  description:
    'The faults of the drill: those of bad networks (`network`), those of busy services (`throttled`), or all (`hostile`).',
})
/** The limits of the seed of a drill. */
export const drillSeed = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER }

export const DrillSettings = component('DrillSettings', 'The drill of an exercise.', {
  profile: drillProfile,
  seed: nullable(
    Type.Integer({
      ...drillSeed,
      description:
        'Decides which request has which fault; `null` for learners until the end of an exercise with the feedback `after`.',
    }),
  ),
})

const DrillSettingsInput = component(
  'DrillSettingsInput',
  'The drill of the exercise. While the exercise runs, requests to buggy have the faults of the drill, and are judged. The default of `profile` is `hostile`.',
  {
    profile: optional(drillProfile),
    seed: optional(
      Type.Integer({
        ...drillSeed,
        description:
          'Decides which request has which fault. By default, a running or pending exercise keeps its seed, and a new one gets a random seed.',
      }),
    ),
  },
)

export const OptionalDrillSettings = optionalComponent(DrillSettingsInput, 'OptionalDrillSettings')

export const percent = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 100, description }))
const requestCount = wholeNumber(`The number of requests to buggy. Only the first ${DRILL_REQUESTS_MAX} are judged.`)

/** How far a drill is. */
export const drillProgress = {
  state: stringEnum(DRILL_STATES, {
    description:
      '`ready` before the first request, `finished` when the client is done or the exercise has ended, and otherwise `running`.',
  }),
  requests: requestCount,
  percent: percent('The score in percent; `null` before the drill is finished, and without requests.'),
  best: percent('The best score of all runs in percent; `null` if there is none.'),
}

export const DrillGoal = component('DrillGoal', 'A part of the task of the drill.', {
  name: string('The name of the goal.'),
  title: string('What the client should achieve.'),
  reached: boolean('Whether the client has reached the goal.'),
  found: string('How far it is, in a sentence.'),
})

export { DrillVerdict }

export const DrillInput = component('DrillInput', 'The end of a run of the client.', {
  success: boolean('Whether the client believes that everything is done.'),
  stopped: optional(
    boolean(
      'Whether the client was stopped before it was done. The drill does not judge what it had not done by then. The default is `false`.',
    ),
  ),
})

export const Drill = component(
  'Drill',
  'The drill of a board. While an exercise hides verdicts, `percent`, `right`, `total` and `best` are `null`, and the lists are empty.',
  {
    ...drillProgress,
    interrupted: boolean(
      'Whether the last run was lost because the service was started again, or had too many runs in memory. The drill then begins again.',
    ),
    startedAt: nullable(timestamp('When the first request was finished; `null` without requests.')),
    finishedAt: nullable(timestamp('When the drill was finished; `null` before.')),
    right: nullable(wholeNumber('The number of goals and situations that are right.')),
    total: nullable(wholeNumber('The number of goals, and of situations that could be judged.')),
    goals: list(ref(DrillGoal), 'The goals.'),
    verdicts: list(
      ref(DrillVerdict),
      'The situations that the client has met, oldest first. While the drill runs, they can still change.',
    ),
  },
)
export type Drill = Static<typeof Drill>
