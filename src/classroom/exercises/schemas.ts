import { type Static, Type } from '@sinclair/typebox'
import { component, optional, optionalComponent, optionals, ref } from '../../contract/schemas/builders.js'
import { list } from '../../contract/schemas/values.js'
import { Challenge, challengeSettings } from '../challenges/schemas.js'
import { Claim } from '../claims/schemas.js'
import { defectNames } from '../defects/schemas.js'
import { Drill, DrillGoal, DrillSettings, DrillVerdict, drillProfile, drillSeed } from '../drills/schemas.js'
import { hintSetting } from '../exchanges/hint-schemas.js'
import { OptionalFaultSettings } from '../faults/schemas.js'
import { Grade } from '../scores/grade-schemas.js'
import { FaultQuality, FoundDefect, MissedFault, Quality, Score } from '../scores/schemas.js'
import { Exercise, exerciseTexts, feedback } from './learner-schemas.js'

export { ClaimPage } from '../claims/schemas.js'
export {
  Claim,
  Drill,
  DrillGoal,
  DrillSettings,
  DrillVerdict,
  Exercise,
  FaultQuality,
  FoundDefect,
  Grade,
  MissedFault,
  Quality,
  Score,
}

const moment = (description: string) => Type.String({ format: 'date-time', description })

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

export const ExerciseInput = component(
  'ExerciseInput',
  'The exercise to configure. The default of `feedback` is `immediate`, that of `hints` is `off`, that of `challengeHints` is `free`, and that of `solutions` is `solved`. By default, there are no challenges and no drill. Without `faults` or `defects`, the board keeps its current ones.',
  {
    ...optionals(exerciseTexts),
    startsAt: optional(
      moment(
        'When the exercise starts. A different value starts a new exercise. By default, a running or pending exercise keeps its start, and a new one starts now.',
      ),
    ),
    endsAt: optional(moment('When the exercise ends. By default, it has no end.')),
    ...optionals({ feedback, hints: hintSetting, ...challengeSettings }),
    drill: Type.Optional(ref(OptionalDrillSettings)),
    faults: Type.Optional(ref(OptionalFaultSettings)),
    defects: optional(defectNames),
  },
)
export type ExerciseInput = Static<typeof ExerciseInput>

export const OptionalExercise = optionalComponent(ExerciseInput, 'OptionalExercise')

export const CatalogueChallenge = component(
  'CatalogueChallenge',
  'A challenge that an exercise can have.',
  Type.Pick(Challenge, ['name', 'title', 'level']).properties,
)

export const ChallengeCatalogue = component('ChallengeCatalogue', 'All challenges.', {
  challenges: list(ref(CatalogueChallenge), 'The challenges, by level. In the earlier edition, there are none.'),
})
export type ChallengeCatalogue = Static<typeof ChallengeCatalogue>
