import type { Static } from '@sinclair/typebox'
import { GRADED_VARIANTS } from '../../contract/names.js'
import { component } from '../../contract/schemas/builders.js'
import { integer, stringEnum, timestamp } from '../../contract/schemas/values.js'

/** The maximum number of defects in a grade, far above the size of the catalogue. */
const DEFECTS_MAX = 10_000

const fields = {
  variant: stringEnum(GRADED_VARIANTS, { description: 'The variant that the suite tests.' }),
  found: integer(0, DEFECTS_MAX, 'The number of defects that the suite has found.'),
  defects: integer(1, DEFECTS_MAX, 'The number of defects that the suite was tested with.'),
}

export const GradeInput = component('GradeInput', 'The result of `task-board-service grade`.', fields)

export const Grade = component('Grade', 'The latest grade that the learner has submitted for a test suite.', {
  time: timestamp('When the grade was submitted.'),
  ...fields,
})
export type Grade = Static<typeof Grade>
