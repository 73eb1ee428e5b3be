import { type Static, Type } from '@sinclair/typebox'
import { INSTRUCTIONS_MAX, TITLE_MAX } from '../../limits.js'
import { filledText, nullable, stringEnum, timestamp } from '../../schemas/builders.js'
import { EXERCISE_STATES, FEEDBACKS } from '../../store/exercise.js'

/** The longest task to solve. */
const TASK_MAX = 1000

/** The texts of an exercise, which learners see. */
export const exerciseTexts = {
  title: filledText(TITLE_MAX, 'The title.'),
  instructions: filledText(INSTRUCTIONS_MAX, 'What learners should do, as Markdown.'),
  task: filledText(TASK_MAX, 'The task to solve, in one or two sentences.'),
}

export const feedback = stringEnum(FEEDBACKS, {
  description:
    'When learners see whether their claims are right: in the response (`immediate`), or after the end of the exercise (`after`). With `after`, nothing tells them about faults before the end.',
})

export const Exercise = Type.Object(
  {
    title: nullable(exerciseTexts.title),
    instructions: nullable(exerciseTexts.instructions),
    task: nullable(exerciseTexts.task),
    startsAt: timestamp('When the exercise starts. Earlier responses do not count.'),
    endsAt: nullable(timestamp('When the exercise ends; `null` if it has no end.')),
    feedback,
    state: stringEnum(EXERCISE_STATES, {
      description: '`pending` before the start, `ended` after the end, and otherwise `running`.',
    }),
  },
  { $id: 'Exercise', description: 'The exercise of a board.' },
)
export type Exercise = Static<typeof Exercise>
