import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { TRAINING_TAG } from '../../../src/classroom/training.js'
import { DEFAULT_BOARD } from '../../../src/contract/board-id.js'
import * as error from '../../../src/contract/errors.js'
import { BOARD_TASKS, BOARDS_MAX, MEBIBYTE, SNAPSHOT_MEBIBYTES } from '../../../src/contract/limits.js'
import { badRequests, commonCauses } from './causes.js'
import { type Cause, type Components, causeOf, exampleUrls, invalidField, UNKNOWN_EXAMPLE } from './example.js'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

/** The operations that create boards. */
const CREATING = ['createBoard', 'createBoards', 'createClass']

/** The operations whose 401 requires the administrator. */
const FOR_ADMIN = [...CREATING, 'listBoards']

/** Returns the causes of errors with this status that an operation can have. */
export function errorCauses(status: string, operation: OpenAPIV3.OperationObject, components: Components): Cause[] {
  const { operationId = '' } = operation
  switch (status) {
    case '400':
      return badRequests(operation, invalidField(operation, components))
    case '401':
      if (FOR_ADMIN.includes(operationId)) return [causeOf(new error.AdminTokenRequired())]
      return operation.tags?.includes('Classes')
        ? [causeOf(new error.TrainerSecretRequired())]
        : commonCauses(status, operation)
    case '403':
      return refusals(operation)
    case '404':
      return notFound(operation)
    case '409':
      return (CONFLICTS[operationId] ?? [new error.ConfiguredByClass()]).map((conflict) => causeOf(conflict))
    case '413':
      if (operationId !== 'loadSnapshot') return commonCauses(status, operation)
      return [causeOf(new error.JsonTooLarge(SNAPSHOT_MEBIBYTES * MEBIBYTE))]
    case '429':
      return [tooManyRequests(operationId)]
    case '507':
      return (EXCEEDED[operationId] ?? [new error.TooManyBoards(BOARDS_MAX)]).map((exceeded) => causeOf(exceeded))
    default:
      return commonCauses(status, operation)
  }
}

/** Returns the causes of a 403. Operations that read have only those of the default board. */
function refusals({ operationId = '', tags = [], responses }: OpenAPIV3.OperationObject): Cause[] {
  const ofDefault = (refusal: FastifyError) => causeOf(refusal, { parameters: { id: DEFAULT_BOARD } })
  const changes = '415' in responses
  return [
    ...(CREATING.includes(operationId) ? [causeOf(new error.BoardCreationDisabled())] : []),
    ...(operationId === 'replaceDefects' ? [ofDefault(new error.DefaultBoardWithoutDefects())] : []),
    // The default board has no exercise.
    ...(tags.includes(TRAINING_TAG) ? [ofDefault(new error.DefaultBoardWithoutExercise())] : []),
    ...(operationId === 'deleteBoard' ? [ofDefault(new error.DefaultBoardNotDeletable())] : []),
    ...(changes ? [causeOf(new error.CrossOriginRefused())] : []),
  ]
}

function notFound({ operationId = '', tags = [], parameters = [] }: OpenAPIV3.OperationObject): Cause[] {
  if (operationId === 'joinClass') return [causeOf(new error.JoinCodeUnknown())]
  if (operationId === 'getBoardIndex') {
    return [causeOf(new error.DefaultBoardMissing(exampleUrls('<id>').join(' or ')))]
  }
  const unknown = (cause: FastifyError, parameter: string) =>
    causeOf(cause, { parameters: { [parameter]: UNKNOWN_EXAMPLE } })
  if (operationId === 'getDefectTest') return [unknown(new error.DefectNotFound(UNKNOWN_EXAMPLE), 'name')]
  const hasBoard = (parameters as OpenAPIV3.ParameterObject[]).some(({ name }) => name === 'board')
  return [
    unknown(tags.includes('Classes') ? new error.ClassNotFound() : new error.BoardNotFound(), 'id'),
    ...(hasBoard ? [unknown(new error.BoardNotFound(), 'board')] : []),
    ...(operationId === 'getBoardDrill' ? [causeOf(new error.DrillNotFound())] : []),
    ...(/^get(Board|Class)Exercise$/.test(operationId) ? [causeOf(new error.ExerciseNotFound())] : []),
  ]
}

const EXERCISE_ENDED = new error.ExerciseEnded('2026-03-02T08:00:00Z')

/** The errors of a 409 of operations that can conflict with more than the class of a board. */
const CONFLICTS: Readonly<Record<string, FastifyError[]>> = {
  joinClass: [
    new error.NameTaken(),
    new error.PersonalCodeWrong(),
    new error.NameUnknown(),
    new error.ClassFull(),
    new error.JoiningClosed(),
  ],
  renameLearner: [new error.LearnerExists()],
  addClassBoards: [new error.LearnerExists()],
  replacePersonalCode: [new error.BoardWithoutLearner()],
  replaceClassExercise: [EXERCISE_ENDED],
  replaceExercise: [EXERCISE_ENDED, new error.ConfiguredByClass()],
}

/** Returns the cause of a 429. Operations share the component of this response, so each limit has a name of its own. */
function tooManyRequests(operationId: string): Cause {
  if (operationId === 'joinClass') {
    return causeOf(new error.TooManyRequests('with a wrong joining code or personal code', MINUTE_SECONDS), {
      name: 'too-many-joins',
    })
  }
  if (operationId === 'getService' || operationId === 'getBoardIndex') {
    return causeOf(new error.TooManyRequests('from this address', 1))
  }
  return causeOf(new error.TooManyRequests('for boards from this address', HOUR_SECONDS), {
    name: 'too-many-new-boards',
  })
}

const BOARD_FULL = new error.BoardFull(BOARD_TASKS, error.quotaUnit('tasks'))

/** The errors of a 507 of operations that can exceed more than the number of boards. */
const EXCEEDED: Readonly<Record<string, FastifyError[]>> = {
  getSnapshot: [new error.SnapshotTooLarge(SNAPSHOT_MEBIBYTES * MEBIBYTE)],
  createClass: [new error.TooManyBoards(BOARDS_MAX), BOARD_FULL],
  resetBoard: [BOARD_FULL],
  resetClass: [BOARD_FULL],
  loadSnapshot: [BOARD_FULL],
}
