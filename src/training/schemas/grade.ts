import { type Static, Type } from '@sinclair/typebox'
import { stringEnum, timestamp } from '../../schemas/builders.js'
import { GRADED_VARIANTS } from '../../variant-path.js'

/** More defects than there will ever be. */
const DEFECTS_MAX = 10_000

const fields = {
  variant: stringEnum(GRADED_VARIANTS, { description: 'The variant that the suite tests.' }),
  found: Type.Integer({ minimum: 0, maximum: DEFECTS_MAX, description: 'How many defects the suite has found.' }),
  defects: Type.Integer({ minimum: 1, maximum: DEFECTS_MAX, description: 'How many defects it could find.' }),
}

export const GradeInput = Type.Object(fields, {
  $id: 'GradeInput',
  description: 'The result of `task-board-service grade`.',
})

export const Grade = Type.Object(
  { time: timestamp('When the grade was submitted.'), ...fields },
  { $id: 'Grade', description: 'The latest grade of the test suite of a learner, as the learner has submitted it.' },
)
export type Grade = Static<typeof Grade>
