import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import {
  BoardCreationDisabled,
  BoardFrozen,
  BoardFull,
  BoardNotFound,
  BoardWithoutLearner,
  ClassFull,
  ClassNotFound,
  ConfiguredByClass,
  ControlTokenRequired,
  CrossOriginRefused,
  DefaultBoardMissing,
  DefaultBoardNotDeletable,
  DefaultBoardWithoutDefects,
  DefaultBoardWithoutExercise,
  EncodedBody,
  ExerciseEnded,
  ExerciseNotFound,
  InternalError,
  JoinCodeUnknown,
  JsonTooLarge,
  MalformedJson,
  MalformedUrl,
  NameTaken,
  NameUnknown,
  quotaUnit,
  SnapshotTooLarge,
  StoreUnavailable,
  TooBusy,
  TooManyBoards,
  TooManyRequests,
  TooManyStreams,
  UnsupportedMediaType,
} from '../contract/errors.js'
import { BOARD_TASKS, BOARDS_MAX, JSON_BODY_BYTES_MAX, MEBIBYTE, SNAPSHOT_MEBIBYTES } from '../contract/limits.js'
import { type Cause, causeOf, type InvalidField, invalidField, UNKNOWN_EXAMPLE } from '../openapi/add-examples.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { ClaimQuery } from '../training/schemas/claim.js'
import { BoardInput, BoardListQuery, BoardsInput, ResetInput } from './boards/schemas.js'
import {
  ClassBoardsInput,
  ClassChanges,
  ClassInput,
  ClassListQuery,
  ClassReset,
  JoinInput,
  LearnerChanges,
} from './classes/schemas.js'
import { BoardDefectsInput } from './defects/schemas.js'
import { exampleUrls } from './example-urls.js'
import { ExerciseInput } from './exercises/schemas.js'
import { FaultPlanQuery, FaultSettingsInput } from './faults/schemas.js'
import { JournalQueryString } from './journal/schemas.js'
import { Snapshot } from './snapshots/schemas.js'
import { CLASS_TAG } from './trainer-only.js'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

/** The operations that create boards. */
const CREATING = ['createBoard', 'createBoards', 'createClass']

/** The operations that the default board does not have, because it has no exercise. */
const TRAINING_OPERATIONS = [
  'replaceExercise',
  'getBoardExercise',
  'deleteExercise',
  'getBoardScore',
  'listBoardClaims',
]

/** An invalid field for each operation that has fields. */
const INVALID_FIELDS: Readonly<Record<string, InvalidField>> = {
  createBoard: ['fixture', BoardInput, 'body'],
  createBoards: ['fixture', BoardsInput, 'body'],
  listBoards: ['size', BoardListQuery, 'querystring'],
  resetBoard: ['fixture', ResetInput, 'body'],
  replaceFaults: ['disclose', FaultSettingsInput, 'body'],
  getFaultPlan: ['count', FaultPlanQuery, 'querystring'],
  replaceDefects: ['defects', BoardDefectsInput, 'body'],
  replaceExercise: ['feedback', ExerciseInput, 'body'],
  listBoardClaims: ['size', ClaimQuery, 'querystring'],
  listRequests: ['size', JournalQueryString, 'querystring'],
  loadSnapshot: ['version', Snapshot, 'body'],
  createClass: ['name', ClassInput, 'body'],
  listClasses: ['size', ClassListQuery, 'querystring'],
  changeClass: ['frozen', ClassChanges, 'body'],
  replaceClassExercise: ['feedback', ExerciseInput, 'body'],
  replaceClassFaults: ['disclose', FaultSettingsInput, 'body'],
  replaceClassDefects: ['defects', BoardDefectsInput, 'body'],
  resetClass: ['fixture', ClassReset, 'body'],
  addClassBoards: ['fixture', ClassBoardsInput, 'body'],
  renameLearner: ['name', LearnerChanges, 'body'],
  joinClass: ['name', JoinInput, 'body'],
}

/** Returns the causes of errors with this status that an operation can have. */
export function errorCauses(status: string, operation: OpenAPIV3.OperationObject): Cause[] {
  const { operationId = '', requestBody } = operation
  switch (status) {
    case '400':
      return badRequests(operation)
    case '401':
      return [causeOf(new ControlTokenRequired())]
    case '403':
      return refusals(operation)
    case '404':
      return notFound(operation)
    case '409':
      return conflicts(operationId).map((error) => causeOf(error))
    case '413':
      return [
        causeOf(new JsonTooLarge(operationId === 'loadSnapshot' ? SNAPSHOT_MEBIBYTES * MEBIBYTE : JSON_BODY_BYTES_MAX)),
      ]
    case '415':
      return [causeOf(new UnsupportedMediaType()), ...(requestBody === undefined ? [] : [causeOf(new EncodedBody())])]
    case '423':
      return [causeOf(new BoardFrozen())]
    case '429':
      return [tooManyRequests(operationId)]
    case '503':
      return [
        ...(operationId === 'streamClassEvents' ? [causeOf(new TooManyStreams())] : []),
        causeOf(new StoreUnavailable()),
        causeOf(new TooBusy()),
      ]
    case '507':
      return exceededQuotas(operationId).map((error) => causeOf(error))
    default:
      return [causeOf(new InternalError())]
  }
}

/** Returns the causes of a 400. Every URL can be malformed, so this is the example where nothing else can be invalid. */
function badRequests({ operationId = '', requestBody }: OpenAPIV3.OperationObject): Cause[] {
  const field = INVALID_FIELDS[operationId]
  const causes = [
    ...(field === undefined ? [] : [invalidField(field)]),
    ...(requestBody === undefined ? [] : [new MalformedJson()]),
  ]
  return (causes.length > 0 ? causes : [new MalformedUrl()]).map((error) => causeOf(error))
}

/** Returns the causes of a 403. Operations that read have only those of the default board. */
function refusals({ operationId = '', responses }: OpenAPIV3.OperationObject): Cause[] {
  const ofDefault = (error: FastifyError) => causeOf(error, { parameters: { id: DEFAULT_BOARD } })
  const changes = '415' in responses
  return [
    ...(CREATING.includes(operationId) ? [causeOf(new BoardCreationDisabled())] : []),
    ...(operationId === 'replaceDefects' ? [ofDefault(new DefaultBoardWithoutDefects())] : []),
    ...(TRAINING_OPERATIONS.includes(operationId) ? [ofDefault(new DefaultBoardWithoutExercise())] : []),
    ...(operationId === 'deleteBoard' ? [ofDefault(new DefaultBoardNotDeletable())] : []),
    ...(changes ? [causeOf(new CrossOriginRefused())] : []),
  ]
}

/** Returns the causes of a 404. */
function notFound({ operationId = '', tags = [], parameters = [] }: OpenAPIV3.OperationObject): Cause[] {
  if (operationId === 'joinClass') return [causeOf(new JoinCodeUnknown())]
  if (operationId === 'getBoardIndex') {
    return [causeOf(new DefaultBoardMissing(exampleUrls('<id>').join(' or ')))]
  }
  const unknown = (error: FastifyError, parameter: string) =>
    causeOf(error, { parameters: { [parameter]: UNKNOWN_EXAMPLE } })
  const hasBoard = (parameters as OpenAPIV3.ParameterObject[]).some(({ name }) => name === 'board')
  return [
    unknown(tags.includes(CLASS_TAG) ? new ClassNotFound() : new BoardNotFound(), 'id'),
    ...(hasBoard ? [unknown(new BoardNotFound(), 'board')] : []),
    ...(/^get(Board|Class)Exercise$/.test(operationId) ? [causeOf(new ExerciseNotFound())] : []),
  ]
}

/** Returns the errors of a 409. */
function conflicts(operationId: string): FastifyError[] {
  const exerciseEnded = new ExerciseEnded('2026-03-02T08:00:00Z')
  switch (operationId) {
    case 'joinClass':
      return [new NameTaken(), new NameUnknown(), new ClassFull()]
    case 'renameLearner':
    case 'addClassBoards':
      return [new NameTaken()]
    case 'replacePersonalCode':
      return [new BoardWithoutLearner()]
    case 'replaceClassExercise':
      return [exerciseEnded]
    case 'replaceExercise':
      return [exerciseEnded, new ConfiguredByClass()]
    default:
      return [new ConfiguredByClass()]
  }
}

/** Returns the cause of a 429. Operations share the component of this response, so each limit has a name of its own. */
function tooManyRequests(operationId: string): Cause {
  if (operationId === 'joinClass') {
    return causeOf(new TooManyRequests('to join classes from this address', MINUTE_SECONDS), { name: 'too-many-joins' })
  }
  if (operationId === 'getService' || operationId === 'getBoardIndex') {
    return causeOf(new TooManyRequests('from this address', 1))
  }
  return causeOf(new TooManyRequests('for boards from this address', HOUR_SECONDS), { name: 'too-many-new-boards' })
}

/** Returns the errors of a 507. */
function exceededQuotas(operationId: string): FastifyError[] {
  const boardFull = new BoardFull(BOARD_TASKS, quotaUnit('tasks'))
  switch (operationId) {
    case 'getSnapshot':
      return [new SnapshotTooLarge(SNAPSHOT_MEBIBYTES * MEBIBYTE)]
    case 'createClass':
      return [new TooManyBoards(BOARDS_MAX), boardFull]
    case 'resetBoard':
    case 'resetClass':
    case 'loadSnapshot':
      return [boardFull]
    default:
      return [new TooManyBoards(BOARDS_MAX)]
  }
}
