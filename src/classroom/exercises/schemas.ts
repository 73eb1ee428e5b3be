import { type Static, Type } from '@sinclair/typebox'
import { INSTRUCTIONS_MAX, MESSAGE_MAX, TITLE_MAX } from '../../contract/limits.js'
import { component, nullable, optional, optionalComponent, optionals, ref } from '../../contract/schemas/builders.js'
import { FEEDBACKS } from '../../contract/schemas/enumerations.js'
import { filledText, stringEnum, timestamp } from '../../contract/schemas/values.js'
import { EXERCISE_STATES } from '../../rooms/training/exercise-settings.js'
import { HINT_SETTINGS } from '../../rules/claims/credit.js'
import { challengeSettings } from '../challenges/schemas.js'
import { defectNames } from '../defects/schemas.js'
import { DrillSettings, OptionalDrillSettings } from '../drills/schemas.js'
import { OptionalFaultSettings } from '../faults/schemas.js'

/** The maximum length of the task to solve. */
const TASK_MAX = 1000

/** The texts of an exercise. Learners see them. */
export const exerciseTexts = {
  title: filledText(TITLE_MAX, 'The title.'),
  instructions: filledText(INSTRUCTIONS_MAX, 'The instructions for learners, as Markdown.'),
  task: filledText(TASK_MAX, 'The task to solve, in one or two sentences.'),
  message: filledText(
    MESSAGE_MAX,
    'A message to all learners, as Markdown. The board page shows it at once. A change does not start a new exercise.',
  ),
}

export const feedback = stringEnum(FEEDBACKS, {
  description:
    'When learners see verdicts: immediately, in the response to the claim (`immediate`), or after the exercise ends (`after`). With `after`, responses contain no information about faults before the exercise ends.',
})

export const hintSetting = stringEnum(HINT_SETTINGS, {
  description:
    'Whether learners can take hints for responses (`free`), and whether each hint lowers what a find counts in the score (`counted`). `off` without hints. Hints need the feedback `immediate`.',
})

export const Exercise = component('Exercise', 'The exercise of a board.', {
  title: nullable(exerciseTexts.title),
  instructions: nullable(exerciseTexts.instructions),
  task: nullable(exerciseTexts.task),
  message: nullable(exerciseTexts.message),
  startsAt: timestamp('When the exercise starts. Earlier responses do not count.'),
  endsAt: nullable(timestamp('When the exercise ends; `null` if it has no end.')),
  feedback,
  hints: hintSetting,
  ...challengeSettings,
  drill: Type.Optional(ref(DrillSettings)),
  state: stringEnum(EXERCISE_STATES, {
    description: '`pending` before the start, `ended` after the end, and otherwise `running`.',
  }),
})
export type Exercise = Static<typeof Exercise>

const moment = (description: string) => Type.String({ format: 'date-time', description })

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
