import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { hostUrl } from '../boards/address.js'
import { boardPath } from '../boards/prefix.js'
import { PLAN_VERSION } from '../chaos/draw.js'
import { planRequests } from '../chaos/plan.js'
import { DEFAULT_SETTINGS, toRules } from '../chaos/settings.js'
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
import {
  BOARD_TASKS,
  BOARDS_MAX,
  BOARDS_PER_HOUR,
  JSON_BODY_BYTES_MAX,
  MEBIBYTE,
  RETRY_AFTER_SECONDS,
  SNAPSHOT_MEBIBYTES,
} from '../contract/limits.js'
import { variantPath } from '../contract/variant-path.js'
import {
  type Cause,
  causeOf,
  EXAMPLE_BOARD,
  EXAMPLE_NOW,
  type Examples,
  type InvalidField,
  invalidField,
  UNKNOWN_EXAMPLE,
  usual,
} from '../openapi/add-examples.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { EXAMPLE_CLAIMS, EXAMPLE_EXERCISE, EXAMPLE_EXERCISE_INPUT, EXAMPLE_SCORE } from '../training/examples.js'
import { ClaimQuery } from '../training/schemas/claim.js'
import { VARIANTS } from '../variants.js'
import { type Board, BoardInput, BoardListQuery, BoardsInput, ResetInput } from './boards/schemas.js'
import { CLASS_REQUESTS, CLASS_SUCCESSES, EXAMPLE_CLASS, OTHER_EXAMPLE } from './classes/class-examples.js'
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
import { ExerciseInput } from './exercises/schemas.js'
import { FaultPlanQuery, FaultSettingsInput } from './faults/schemas.js'
import { JournalQueryString } from './journal/schemas.js'
import { describeBoardIndex, describeService } from './service/describe-service.js'
import { SNAPSHOT_VERSION, Snapshot } from './snapshots/schemas.js'
import { CLASS_TAG } from './trainer-only.js'

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
const SERVER = 'https://board.example.org'
const board = exampleBoard(EXAMPLE_BOARD, 'Ada')

/** Returns the base URLs of a private board. */
function boardUrls(id: string): [atPath: string, atHost: string] {
  return [SERVER + boardPath(id), hostUrl(id, new URL(SERVER).host, SERVER)]
}

function exampleBoard(id: string, name: string): Board {
  const [baseUrl, hostUrl] = boardUrls(id)
  return {
    id,
    name,
    baseUrl,
    hostUrl,
    apis: Object.fromEntries(VARIANTS.map(({ name }) => [name, baseUrl + variantPath(name)])),
    docs: `${baseUrl}/docs`,
    createdAt: EXAMPLE_NOW,
    expiresAt: '2026-03-09T08:30:00Z',
  }
}

const SEED = 2026
const rules = toRules(DEFAULT_SETTINGS, { rates: {}, delay: [2000, 5000] })
const settings = { profile: 'stormy', seed: SEED, disclose: true }
const configured = toRules({ ...DEFAULT_SETTINGS, ...settings }, rules)
const { script: _, ...shown } = configured
const faults = {
  plan: PLAN_VERSION,
  profile: settings.profile,
  ...shown,
  script: null,
  seed: SEED,
  ordinal: 0,
}

const request = {
  number: 1,
  time: EXAMPLE_NOW,
  ordinal: 0,
  method: 'GET',
  route: '/api/buggy/tasks',
  path: '/api/buggy/tasks',
  status: 500,
  duration: 1.25,
  requestId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  drawn: ['server-error'],
  changed: ['server-error'],
}

/** A snapshot with one task. */
export const EXAMPLE_SNAPSHOT = {
  version: SNAPSHOT_VERSION,
  lastIds: { task: 1, checklistItem: 1, comment: 1, attachment: 1 },
  tasks: [
    {
      id: 1,
      title: 'Pack the first orders',
      description: null,
      status: 'TODO',
      priority: 'MEDIUM',
      dueDate: '2026-04-30',
      sortOrder: 0,
      labels: ['operations'],
      checklistItems: [{ id: 1, text: 'Print the labels', done: false }],
      comments: [{ id: 1, text: 'I can take this one.', createdAt: EXAMPLE_NOW, updatedAt: EXAMPLE_NOW }],
      attachments: [
        {
          id: 1,
          fileName: 'labels.txt',
          contentType: 'text/plain',
          uploadedAt: EXAMPLE_NOW,
          data: Buffer.from('Ada, Grace').toString('base64'),
        },
      ],
      createdAt: EXAMPLE_NOW,
      updatedAt: EXAMPLE_NOW,
    },
  ],
  // A snapshot has all settings, and the seed beside them.
  faults: {
    settings: { profile: settings.profile, rates: {}, scriptEnd: 'none', disclose: true, force: true },
    seed: SEED,
    ordinal: 0,
  },
}

const defects = {
  defects: [
    {
      name: 'list-ignores-status',
      title: 'The filter `status` is ignored.',
      rule: 'The filter `status` returns only tasks with this status (specification, section 4).',
      exposedBy: '`GET /tasks?status=DONE` on a board with tasks in two columns.',
      area: 'lists',
      operations: ['listTasks'],
      variants: VARIANTS.map(({ name }) => name),
      severity: 'major',
      difficulty: 'easy',
      sets: ['all', 'easy', 'lists'],
    },
  ],
  sets: ['all', 'easy', 'lists'],
}

const boardDefects = { defects: ['list-ignores-status', 'summary-is-cached', 'summary-total-lacks-column'] }

const defectEffects = {
  effects: [
    {
      defect: 'list-ignores-status',
      effect: 'response',
      requests: 3,
      first: {
        number: 7,
        requestId: request.requestId,
        time: EXAMPLE_NOW,
        method: 'GET',
        target: '/api/v1/tasks?status=DONE',
        status: 200,
      },
    },
  ],
}

const newBoard = { ...board, ownerToken: 'R6tH9uJ4iL1oP5aC8eG2hBq1Vf0b5n0m8Yk2sX7dZ3w' }
const otherBoard = {
  ...exampleBoard(OTHER_EXAMPLE, 'Grace'),
  ownerToken: 'b3NqY1f7Kp0tXw9RzUe2vLm5HcGd8JaQ4sOi6BnTyVk',
}

const REQUESTS = usual<object>({
  createBoard: { name: 'Ada', fixture: 'demo' },
  createBoards: { names: ['Ada', 'Grace'], fixture: 'demo' },
  resetBoard: { fixture: 'demo' },
  replaceFaults: settings,
  replaceDefects: { defects: ['list-ignores-status', 'summary'] },
  loadSnapshot: EXAMPLE_SNAPSHOT,
  replaceExercise: EXAMPLE_EXERCISE_INPUT,
  ...CLASS_REQUESTS,
})

const SUCCESSES = usual<unknown>({
  getService: describeService(SERVER, {
    creators: 'open',
    boardsOnly: false,
    edition: 'current',
    hasWorkflows: true,
  }),
  getBoardIndex: describeBoardIndex(SERVER, { revision: 12, isFrozen: false, edition: 'current', isPrivate: false }),
  createBoard: newBoard,
  createBoards: { boards: [newBoard, otherBoard] },
  listBoards: { content: [board], totalElements: 1, totalPages: 1, currentPage: 0, pageSize: 20 },
  getBoard: board,
  getFaults: faults,
  replaceFaults: faults,
  getFaultPlan: { plan: PLAN_VERSION, seed: SEED, ordinal: 0, requests: planRequests(configured, SEED, 0, 2) },
  listRequests: { content: [request], totalElements: 1, totalPages: 1, currentPage: 0, pageSize: 20 },
  listDefects: defects,
  getDefects: boardDefects,
  replaceDefects: boardDefects,
  listDefectEffects: defectEffects,
  getSnapshot: EXAMPLE_SNAPSHOT,
  replaceExercise: EXAMPLE_EXERCISE,
  getBoardExercise: EXAMPLE_EXERCISE,
  getBoardScore: EXAMPLE_SCORE,
  listBoardClaims: EXAMPLE_CLAIMS,
  ...CLASS_SUCCESSES,
})

const HEADERS: Record<string, string | number> = {
  ETag: '"12"',
  Location: `/boards/${EXAMPLE_BOARD}`,
  'createBoards Location': '/boards',
  'createClass Location': `/classes/${EXAMPLE_CLASS}`,
  'WWW-Authenticate': 'Bearer',
  'Content-Disposition': 'attachment; filename=scores.csv',
  'Retry-After': RETRY_AFTER_SECONDS,
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'RateLimit-Limit': BOARDS_PER_HOUR,
  'RateLimit-Remaining': 0,
  'RateLimit-Reset': HOUR_SECONDS,
}

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
function errorCauses(status: string, operation: OpenAPIV3.OperationObject): Cause[] {
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
    return [causeOf(new DefaultBoardMissing(boardUrls('<id>').join(' or ')))]
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

/** The examples for the document of the management API. */
export const MANAGEMENT_EXAMPLES: Examples = {
  requests: REQUESTS,
  successes: SUCCESSES,
  headers: HEADERS,
  queries: usual({
    listBoards: { page: 0, size: 20 },
    listClasses: { page: 0, size: 20 },
    listBoardClaims: { page: 0, size: 20 },
    listRequests: { page: 0, size: 20, faulted: 'true', status: 500, since: EXAMPLE_NOW },
    getFaultPlan: { from: 0, count: 2 },
  }),
  causesOf: errorCauses,
  pathOf: (path, { id = path.startsWith('/classes') ? EXAMPLE_CLASS : EXAMPLE_BOARD, board = EXAMPLE_BOARD }) =>
    path.replace('{id}', id).replace('{board}', board),
}
