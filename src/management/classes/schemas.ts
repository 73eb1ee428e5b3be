import { type Static, Type } from '@sinclair/typebox'
import { BOARDS_AT_ONCE_MAX, LEARNER_NAME_MAX, TITLE_MAX } from '../../contract/limits.js'
import { filledText, nullable, optional, ref, text, timestamp } from '../../contract/schemas/builders.js'
import { pageProperties, pagingParameters } from '../../contract/schemas/paging.js'
import { Exercise } from '../../training/schemas/exercise.js'
import { Grade } from '../../training/schemas/grade.js'
import { FaultQuality, Quality } from '../../training/schemas/score.js'
import { fixture } from '../boards/schemas.js'
import { defectNames } from '../defects/schemas.js'
import { OptionalExercise } from '../exercises/schemas.js'
import { OptionalFaultSettings } from '../faults/schemas.js'
import { OptionalSnapshot } from '../snapshots/schemas.js'

/**
 * Control characters and invisible characters, as a character class of a regular expression: the default ignorable code
 * points (Unicode Standard Annex #44) of the Basic Multilingual Plane, line separators, and the blank Braille pattern.
 * The class contains the characters themselves from U+00AD on, because languages write escapes of these differently.
 * Properties and characters of other planes also mean different things.
 */
const UNSEEN = [
  '\\x00-\\x1f\\x7f-\\x9f',
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164',
  '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8',
].join('')

/**
 * The name of a learner. Control characters and invisible characters are not allowed, because names are shown and
 * compared.
 */
export const learnerName = Type.String({
  minLength: 1,
  maxLength: LEARNER_NAME_MAX,
  pattern: `^[^${UNSEEN}]*[^\\s${UNSEEN}][^${UNSEEN}]*$`,
  format: 'text',
  description: 'The name of the learner.',
})

const name = filledText(TITLE_MAX, 'The name of the class.')
const count = Type.Integer({
  minimum: 1,
  maximum: BOARDS_AT_ONCE_MAX,
  description: 'The number of boards. A learner gets one when joining.',
})
const names = Type.Array(learnerName, {
  minItems: 1,
  maxItems: BOARDS_AT_ONCE_MAX,
  description: 'The names of the learners. Each gets a board.',
})
const snapshot = Type.Optional(ref(OptionalSnapshot))

export const ClassInput = Type.Object(
  {
    name,
    count: optional(count),
    names: optional(names),
    fixture: optional(fixture),
    snapshot,
    faults: Type.Optional(ref(OptionalFaultSettings)),
    defects: optional(defectNames),
    exercise: Type.Optional(ref(OptionalExercise)),
  },
  {
    $id: 'ClassInput',
    description:
      'The class to create. `count` or `names` is required. Without `fixture` or `snapshot`, the boards are empty. If the exercise has faults or defects, they take precedence.',
  },
)
export type ClassInput = Static<typeof ClassInput>

export const ClassBoard = Type.Object(
  {
    id: Type.String({ description: 'The id of the board.' }),
    name: nullable(
      Type.String({
        description: 'The name of the learner; `null` if the board has no name yet, or if it was erased.',
      }),
    ),
    joined: Type.Boolean({ description: 'Whether a learner has joined and uses this board.' }),
    baseUrl: Type.String({ format: 'uri', description: 'The base URL of the board.' }),
    lastActivity: nullable(
      timestamp('The time of the last request to a variant of the board; `null` without requests.'),
    ),
    requests: Type.Integer({ minimum: 0, description: 'The number of requests to the variants of the board.' }),
    claims: Type.Integer({ minimum: 0, description: 'The number of claims since the start of the exercise.' }),
    total: ref(Quality),
    defects: ref(Quality),
    grade: Type.Optional(ref(Grade)),
  },
  { $id: 'ClassBoard', description: 'A board of a class, with the score of its learner.' },
)
export type ClassBoard = Static<typeof ClassBoard>

const fields = {
  id: Type.String({ description: 'The id of the class.' }),
  name: Type.String({ description: 'The name of the class.' }),
  joinCode: Type.String({ description: 'The joining code.' }),
  createdAt: timestamp('When the class was created.'),
  expiresAt: timestamp('When the class expires with all its boards.'),
  frozen: Type.Boolean({ description: 'Whether the boards can be read, but not changed.' }),
  exercise: Type.Optional(ref(Exercise)),
  faults: Type.Array(ref(FaultQuality), { description: 'The quality of the claims of all learners, by fault.' }),
  boards: Type.Array(ref(ClassBoard), { description: 'The boards, in the order of their creation.' }),
}

export const Class = Type.Object(fields, {
  $id: 'TrainingClass',
  description: 'A class with its boards. Without an exercise, `exercise` is missing.',
})
export type Class = Static<typeof Class>

export const NewClass = Type.Object(
  {
    ...fields,
    trainerSecret: Type.String({
      description: 'The trainer secret. It is valid for the class and all its boards, and is returned only once.',
    }),
  },
  { $id: 'NewClass', description: 'A created class.' },
)
export type NewClass = Static<typeof NewClass>

export const ListedClass = Type.Object(
  {
    id: fields.id,
    name: fields.name,
    createdAt: fields.createdAt,
    expiresAt: fields.expiresAt,
    frozen: fields.frozen,
    boards: Type.Integer({ minimum: 0, description: 'The number of boards.' }),
  },
  { $id: 'ListedClass', description: 'A class in a list.' },
)

export const ClassPage = Type.Object(pageProperties(ListedClass, 'classes'), {
  $id: 'ClassPage',
  description: 'A page of classes.',
})
export type ClassPage = Static<typeof ClassPage>

export const ClassListQuery = Type.Object(pagingParameters('classes'))

export const ClassChanges = Type.Object(
  {
    name: optional(name),
    frozen: optional(
      Type.Boolean({ description: 'Whether the boards can be read, but not changed. A claim is also a change.' }),
    ),
    expiresAt: optional(
      Type.String({ format: 'date-time', description: 'When the class expires with all its boards.' }),
    ),
  },
  { $id: 'ClassChanges', description: 'The properties to change. The others stay.' },
)

export const ClassReset = Type.Object(
  { fixture: optional(fixture), snapshot },
  { $id: 'ClassReset', description: 'The content of the boards after the reset. By default, they are empty.' },
)

export const ClassBoardsInput = Type.Object(
  { count: optional(count), names: optional(names), fixture: optional(fixture) },
  { $id: 'ClassBoardsInput', description: 'The boards to add: `count` or `names`.' },
)

export const AddedBoards = Type.Object(
  { boards: Type.Array(ref(ClassBoard), { description: 'The new boards.' }) },
  { $id: 'AddedBoards', description: 'The boards that were added to a class.' },
)

export const LearnerChanges = Type.Object(
  { name: nullable(learnerName) },
  {
    $id: 'LearnerChanges',
    description:
      'The new name of the learner. `null` erases the name and the personal code. Nobody can join with the board afterwards.',
  },
)

const secret = (what: string) => Type.String({ description: `${what} It is returned only once.` })

export const TrainerSecret = Type.Object(
  { trainerSecret: secret('The new trainer secret.') },
  { $id: 'TrainerSecret', description: 'A new trainer secret. The old one is no longer valid.' },
)

export const JoinCode = Type.Object(
  { joinCode: Type.String({ description: 'The new joining code.' }) },
  { $id: 'JoinCode', description: 'A new joining code. The old one is no longer valid.' },
)

export const PersonalCode = Type.Object(
  { personalCode: secret('The new personal code of the learner.') },
  { $id: 'PersonalCode', description: 'A new personal code. The old one is no longer valid.' },
)

export const OwnerToken = Type.Object(
  { ownerToken: secret('The new owner token of the board.') },
  { $id: 'OwnerToken', description: 'A new owner token. The old one is no longer valid.' },
)

/** The maximum length of a code in a request, with spaces and hyphens. */
const CODE_MAX = 50

export const JoinInput = Type.Object(
  {
    code: text({ minLength: 1, maxLength: CODE_MAX, description: 'The joining code of the class.' }),
    name: learnerName,
    personalCode: optional(
      text({ minLength: 1, maxLength: CODE_MAX, description: 'The personal code, to get the same board again.' }),
    ),
  },
  { $id: 'JoinInput', description: 'A learner who joins a class.' },
)

export const JoinedBoard = Type.Object(
  {
    name: Type.String({ description: 'The name of the learner.' }),
    className: Type.String({ description: 'The name of the class.' }),
    baseUrl: Type.String({ format: 'uri', description: 'The base URL of the board.' }),
    hostUrl: nullable(
      Type.String({
        format: 'uri',
        description: 'The base URL with a separate host for the board; `null` if the board has no separate host.',
      }),
    ),
    personalCode: Type.String({
      description: 'The personal code. Send it to get the same board on another device.',
    }),
  },
  { $id: 'JoinedBoard', description: 'The board of a learner.' },
)

export const ClassParams = Type.Object({ id: Type.String({ description: 'The id of the class.' }) })
export const ClassBoardParams = Type.Object({
  id: Type.String({ description: 'The id of the class.' }),
  board: Type.String({ description: 'The id of the board.' }),
})
