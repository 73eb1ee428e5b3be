import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { MISSED_MAX } from '../../contract/limits.js'
import { GRADED_VARIANTS } from '../../contract/names.js'
import { component, nullable, ref } from '../../contract/schemas/builders.js'
import { boolean, integer, list, string, stringEnum, timestamp, wholeNumber } from '../../contract/schemas/values.js'
import { EXERCISE_STATES } from '../../rooms/training/exercise-settings.js'
import { hintsTaken, pickLogged } from '../exchanges/schemas.js'
import { feedback } from '../exercises/schemas.js'

/** When learners can see the values that reveal how many faults happened. */
const ENDED = 'the exercise has ended'

const HIDDEN = '`null` until the exercise shows scores'

const hidden = <S extends TSchema>(schema: S, description: string) => nullable({ ...schema, description })
const count = (description: string) => hidden(Type.Integer({ minimum: 0 }), `${description} ${HIDDEN}.`)
const share = (description: string, until = 'the exercise shows scores') =>
  hidden(Type.Number({ minimum: 0, maximum: 1 }), `${description} \`null\` if the denominator is 0, or until ${until}.`)

const quality = {
  happened: hidden(
    Type.Integer({ minimum: 0 }),
    `The number of faults that happened, or of defects that exist; \`null\` until ${ENDED}.`,
  ),
  found: count('The number of these faults or defects that claims have found;'),
  credit: hidden(
    Type.Number({ minimum: 0 }),
    `The total credit for these finds: 1 each, or 0.5, 0.25 or 0 after counted hints; ${HIDDEN}.`,
  ),
  wrong: count('The number of wrong claims;'),
  precision: share('The share of claims that are right: `found / (found + wrong)`.'),
  recall: share(
    'The share of faults or defects that claims have found: `credit / happened`. Without counted hints, this is `found / happened`.',
    ENDED,
  ),
  f1: share('The harmonic mean of precision and recall, which is high only if both are high.', ENDED),
}

export const Quality = component('Quality', 'The quality of claims.', quality)

export const FaultQuality = component('FaultQuality', 'The quality of the claims about one fault.', {
  fault: string('The name of the fault.'),
  ...quality,
})

export const FoundDefect = component('FoundDefect', 'A defect of the board.', {
  defect: string('The name of the defect.'),
  title: string('The behaviour with the defect.'),
  rule: string('The rule that the defect breaks.'),
  found: boolean('Whether a claim has found it.'),
})

export const MissedFault = component('MissedFault', 'A fault that no claim has found.', {
  fault: string('The name of the fault.'),
  effect: string('The effect of the fault.'),
  ...pickLogged('number', 'requestId', 'time', 'method', 'route', 'status'),
})

/** The maximum number of defects in a grade, far above the size of the catalogue. */
const DEFECTS_MAX = 10_000

const gradeFields = {
  variant: stringEnum(GRADED_VARIANTS, { description: 'The variant that the suite tests.' }),
  found: integer(0, DEFECTS_MAX, 'The number of defects that the suite has found.'),
  defects: integer(1, DEFECTS_MAX, 'The number of defects that the suite was tested with.'),
}

export const GradeInput = component('GradeInput', 'The result of `task-board-service grade`.', gradeFields)

export const Grade = component('Grade', 'The latest grade that the learner has submitted for a test suite.', {
  time: timestamp('When the grade was submitted.'),
  ...gradeFields,
})

export const Score = component('Score', 'The score of a board since the start of its exercise.', {
  state: nullable(
    stringEnum(EXERCISE_STATES, { description: 'The state of the exercise; `null` if the board has none.' }),
  ),
  feedback: nullable(feedback),
  claims: wholeNumber('The number of claims.'),
  hintsTaken: hintsTaken('responses of the board'),
  total: ref(Quality),
  faults: list(ref(FaultQuality), 'The quality by fault. Empty until the exercise shows scores.'),
  rightNone: count('The number of right claims of `none`;'),
  wrongNone: count('The number of wrong claims of `none`, which are included in `total`;'),
  defects: ref(Quality),
  foundDefects: list(ref(FoundDefect), 'The defects that claims have found. After the exercise ends, all defects.'),
  grade: Type.Optional(ref(Grade)),
  missed: Type.Array(ref(MissedFault), {
    maxItems: MISSED_MAX,
    description: `The latest ${MISSED_MAX} faults that no claim has found. Empty until the exercise has ended.`,
  }),
})
export type Score = Static<typeof Score>

export const ChallengeProgress = component('ChallengeProgress', 'How many challenges a learner has solved.', {
  total: wholeNumber('The number of challenges of the exercise. Without an exercise, that of all challenges.'),
  solved: wholeNumber('The number of them that were solved.'),
})

export const Certificate = component('Certificate', 'What a learner has achieved in an exercise that has ended.', {
  number: string(
    'The number. The service computes it from all other values with a secret key, so only the service can issue a valid certificate.',
  ),
  name: string('The name of the learner.'),
  className: string('The name of the class.'),
  title: nullable(string('The title of the exercise.')),
  startsAt: timestamp('When the exercise started.'),
  endsAt: timestamp('When the exercise ended.'),
  total: ref(Quality),
  defects: ref(Quality),
  challenges: ref(ChallengeProgress),
})
export type Certificate = Static<typeof Certificate>
