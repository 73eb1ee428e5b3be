import { type Static, Type } from '@sinclair/typebox'
import { BOARDS_AT_ONCE_MAX, LEARNER_NAME_MAX, TITLE_MAX } from '../../contract/limits.js'
import { component, nullable, optional, optionals, ref } from '../../contract/schemas/builders.js'
import { pageProperties, pagingParameters } from '../../contract/schemas/paging.js'
import {
  boolean,
  filledText,
  integer,
  list,
  string,
  text,
  timestamp,
  url,
  wholeNumber,
} from '../../contract/schemas/values.js'
import { fixture } from '../boards/schemas.js'
import { defectNames } from '../defects/schemas.js'
import { drillProgress } from '../drills/schemas.js'
import { hintsTaken } from '../exchanges/schemas.js'
import { Exercise, OptionalExercise } from '../exercises/schemas.js'
import { OptionalFaultSettings } from '../faults/schemas.js'
import { Certificate, ChallengeProgress, FaultQuality, Grade, Quality } from '../scores/schemas.js'
import { OptionalSnapshot } from '../snapshots/schemas.js'

/** The maximum length of the number of a certificate, with spaces and hyphens. */
const NUMBER_MAX = 50

/**
 * Control characters and invisible characters, as a character class of a regular expression: the default ignorable code
 * points (Unicode Standard Annex #44) of the Basic Multilingual Plane, line separators, and the blank Braille pattern.
 * The class contains the characters themselves from U+00AD on, because languages write escapes of these differently.
 * Properties and characters of other planes also mean different things. Joiners are not among them.
 */
const UNSEEN = [
  '\\x00-\\x1f\\x7f-\\x9f',
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f\u2800\u3164',
  '\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufff8',
].join('')

/** Zero-width joiners and the selectors of text and emoji. Persian and Sinhala words and pictographs contain them. */
const JOINERS = '\u200c\u200d\ufe0e\ufe0f'

const SPACES = '[ \\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]'
const WORD = `[^\\s${UNSEEN}${JOINERS}][^\\s${UNSEEN}]*`

/**
 * The name of a learner. Control characters and invisible characters are not allowed, because names are shown and
 * compared, except joiners after a visible character.
 */
export const learnerName = Type.String({
  minLength: 1,
  maxLength: LEARNER_NAME_MAX,
  pattern: `^${SPACES}*${WORD}(${SPACES}+${WORD})*${SPACES}*$`,
  format: 'text',
  description: 'The name of the learner.',
})

const name = filledText(TITLE_MAX, 'The name of the class.')
const count = integer(1, BOARDS_AT_ONCE_MAX, 'The number of boards. A learner gets one when joining.')
const names = Type.Array(learnerName, {
  minItems: 1,
  maxItems: BOARDS_AT_ONCE_MAX,
  description: 'The names of the learners. Each gets a board.',
})
const snapshot = Type.Optional(ref(OptionalSnapshot))
const boardsInput = optionals({ count, names, fixture })

export const ClassInput = component(
  'ClassInput',
  'The class to create. `count` or `names` is required. Without `fixture` or `snapshot`, the boards are empty. If the exercise has faults or defects, they take precedence.',
  {
    name,
    ...boardsInput,
    snapshot,
    faults: Type.Optional(ref(OptionalFaultSettings)),
    defects: optional(defectNames),
    exercise: Type.Optional(ref(OptionalExercise)),
  },
)

export const DrillProgress = component('DrillProgress', 'How far the drill of a learner is.', drillProgress)

export const ClassBoard = component('ClassBoard', 'A board of a class, with the score of its learner.', {
  id: string('The id of the board.'),
  name: nullable(string('The name of the learner; `null` if the board has no name yet, or if it was erased.')),
  joined: boolean('Whether a learner has joined and uses this board.'),
  baseUrl: url('The base URL of the board.'),
  lastActivity: nullable(timestamp('The time of the last request to a variant of the board; `null` without requests.')),
  lastProgress: nullable(
    timestamp('When the learner made the last right claim or solved the last challenge; `null` if there is none.'),
  ),
  requests: wholeNumber('The number of requests to the variants of the board.'),
  claims: wholeNumber('The number of claims since the start of the exercise.'),
  hintsTaken: hintsTaken('responses of the board since the start of the exercise'),
  challenges: ref(ChallengeProgress),
  total: ref(Quality),
  defects: ref(Quality),
  grade: Type.Optional(ref(Grade)),
  drill: Type.Optional(ref(DrillProgress)),
})
export type ClassBoard = Static<typeof ClassBoard>

const fields = {
  id: string('The id of the class.'),
  name: string('The name of the class.'),
  joinCode: string('The joining code.'),
  joinable: boolean('Whether learners can join. Those who have joined can always get their boards again.'),
  createdAt: timestamp('When the class was created.'),
  expiresAt: timestamp('When the class expires with all its boards.'),
  frozen: boolean('Whether the boards can be read, but not changed.'),
  exercise: Type.Optional(ref(Exercise)),
  faults: list(ref(FaultQuality), 'The quality of the claims of all learners, by fault.'),
  boards: list(ref(ClassBoard), 'The boards, in the order of their creation.'),
}

export const Class = component(
  'TrainingClass',
  'A class with its boards. Without an exercise, `exercise` is missing.',
  fields,
)
export type Class = Static<typeof Class>

export const NewClass = component('NewClass', 'A created class.', {
  ...fields,
  trainerSecret: string('The trainer secret. It is valid for the class and all its boards, and is returned only once.'),
})
export type NewClass = Static<typeof NewClass>

export const ListedClass = component('ListedClass', 'A class in a list.', {
  ...Type.Pick(Type.Object(fields), ['id', 'name', 'createdAt', 'expiresAt', 'frozen']).properties,
  boards: wholeNumber('The number of boards.'),
})

export const ClassPage = component('ClassPage', 'A page of classes.', pageProperties(ListedClass, 'classes'))
export type ClassPage = Static<typeof ClassPage>

export const ClassListQuery = Type.Object(pagingParameters('classes'))

export const ClassChanges = component(
  'ClassChanges',
  'The properties to change. The others stay.',
  optionals({
    name,
    frozen: boolean('Whether the boards can be read, but not changed. A claim is also a change.'),
    joinable: boolean('Whether learners can join.'),
    expiresAt: Type.String({ format: 'date-time', description: 'When the class expires with all its boards.' }),
  }),
)

export const ClassReset = component(
  'ClassReset',
  'The content of the boards after the reset. By default, they are empty.',
  { fixture: optional(fixture), snapshot },
)

export const ClassBoardsInput = component('ClassBoardsInput', 'The boards to add: `count` or `names`.', boardsInput)

export const AddedBoards = component('AddedBoards', 'The boards that were added to a class.', {
  boards: list(ref(ClassBoard), 'The new boards.'),
})

export const LearnerChanges = component(
  'LearnerChanges',
  'The new name of the learner. `null` erases the name and the personal code. Nobody can join with the board afterwards.',
  { name: nullable(learnerName) },
)

const secret = (what: string) => string(`${what} It is returned only once.`)

export const TrainerSecret = component('TrainerSecret', 'A new trainer secret. The old one is no longer valid.', {
  trainerSecret: secret('The new trainer secret.'),
})

export const JoinCode = component('JoinCode', 'A new joining code. The old one is no longer valid.', {
  joinCode: string('The new joining code.'),
})

export const PersonalCode = component('PersonalCode', 'A new personal code. The old one is no longer valid.', {
  personalCode: secret('The new personal code of the learner.'),
})

export const OwnerToken = component('OwnerToken', 'A new owner token. The old one is no longer valid.', {
  ownerToken: secret('The new owner token of the board.'),
})

/** The maximum length of a code in a request, with spaces and hyphens. */
const CODE_MAX = 50

export const JoinInput = component('JoinInput', 'A learner who joins a class.', {
  code: text({ minLength: 1, maxLength: CODE_MAX, description: 'The joining code of the class.' }),
  name: learnerName,
  personalCode: optional(
    text({ minLength: 1, maxLength: CODE_MAX, description: 'The personal code, to get the same board again.' }),
  ),
})

export const JoinedBoard = component('JoinedBoard', 'The board of a learner.', {
  name: string('The name of the learner.'),
  className: string('The name of the class.'),
  baseUrl: url('The base URL of the board.'),
  hostUrl: nullable(url('The base URL with a separate host for the board; `null` if the board has no separate host.')),
  personalCode: string('The personal code. Send it to get the same board on another device.'),
})

export const CertificateQuery = Type.Object({
  number: Type.Optional(
    Type.String({
      maxLength: NUMBER_MAX,
      description: 'The number of a certificate. Case, spaces and hyphens do not matter.',
    }),
  ),
})

export const CertificateList = component('CertificateList', 'The certificates of a class.', {
  certificates: list(ref(Certificate), 'The certificates, in the order of the boards.'),
})
