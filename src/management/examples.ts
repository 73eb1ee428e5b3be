import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { boardPath } from '../boards/prefix.js'
import { PLAN_VERSION } from '../chaos/draw.js'
import { planRequests } from '../chaos/plan.js'
import { DEFAULT_SETTINGS, toRules } from '../chaos/settings.js'
import {
  BoardCreationDisabled,
  BoardFrozen,
  BoardNotFound,
  ClassFull,
  ClassNotFound,
  ConfiguredByClass,
  ControlTokenRequired,
  CrossOriginRefused,
  DefaultBoardNotDeletable,
  DefaultBoardWithoutDefects,
  DefaultBoardWithoutExercise,
  EncodedBody,
  ExerciseEnded,
  InternalError,
  JoinCodeUnknown,
  JsonTooLarge,
  MalformedJson,
  NameTaken,
  NameUnknown,
  StoreUnavailable,
  TooBusy,
  TooManyBoards,
  TooManyRequests,
  UnsupportedMediaType,
  ValidationFailed,
} from '../contract/errors.js'
import { BOARDS_MAX, BOARDS_PER_HOUR, JSON_BODY_BYTES_MAX, RETRY_AFTER_SECONDS } from '../contract/limits.js'
import { variantPath } from '../contract/variant-path.js'
import { causeOf, EXAMPLE_NOW, type Examples, usual } from '../openapi/add-examples.js'
import { EXAMPLE_CLAIMS, EXAMPLE_EXERCISE, EXAMPLE_SCORE } from '../training/examples.js'
import { VARIANTS } from '../variants.js'
import type { Board } from './boards/schemas.js'
import { CLASS_REQUESTS, CLASS_SUCCESSES, EXAMPLE_CLASS } from './classes/class-examples.js'
import { describeBoardIndex, describeService } from './service/describe-service.js'
import { SNAPSHOT_VERSION } from './snapshots/schemas.js'
import { CLASS_TAG } from './trainer-only.js'

const RATE_SECONDS = 1200
const ID = 'q3vf6b5n2m4yk2sx7dz3wqhtea'
const SERVER = 'https://board.example.org'
const board = exampleBoard(ID, 'Ada')

function exampleBoard(id: string, name: string): Board {
  const baseUrl = SERVER + boardPath(id)
  return {
    id,
    name,
    baseUrl,
    hostUrl: `https://${id}.board.example.org`,
    apis: Object.fromEntries(VARIANTS.map(({ name }) => [name, baseUrl + variantPath(name)])),
    docs: `${baseUrl}/docs`,
    createdAt: EXAMPLE_NOW,
    expiresAt: '2026-03-09T08:30:00Z',
  }
}

const SEED = 2026
const rules = toRules(DEFAULT_SETTINGS, { rates: {}, delay: [2000, 5000] })
const settings = { profile: 'stormy', seed: SEED, disclose: true }
const { script: _, ...shown } = toRules({ ...DEFAULT_SETTINGS, ...settings }, rules)
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

const snapshot = {
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
  faults: { settings, seed: SEED, ordinal: 0 },
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

const { state: _state, startsAt: _startsAt, endsAt: _endsAt, ...exerciseInput } = EXAMPLE_EXERCISE

const newBoard = { ...board, ownerToken: 'R6tH9uJ4iL1oP5aC8eG2hBq1Vf0b5n0m8Yk2sX7dZ3w' }
const otherBoard = {
  ...exampleBoard('mzh4n7wq2x5tjdk6sovb3rcyea', 'Grace'),
  ownerToken: 'b3NqY1f7Kp0tXw9RzUe2vLm5HcGd8JaQ4sOi6BnTyVk',
}

const REQUESTS = usual<object>({
  createBoard: { name: 'Ada', fixture: 'demo' },
  createBoards: { names: ['Ada', 'Grace'], fixture: 'demo' },
  resetBoard: { fixture: 'demo' },
  replaceFaults: settings,
  replaceDefects: { defects: ['list-ignores-status', 'summary'] },
  loadSnapshot: snapshot,
  replaceExercise: exerciseInput,
  ...CLASS_REQUESTS,
})

const SUCCESSES = usual<unknown>({
  getService: describeService(SERVER, { creators: 'open', boardsOnly: false, edition: 'current' }),
  getBoardIndex: describeBoardIndex(SERVER, { revision: 12, isFrozen: false, edition: 'current', isPrivate: false }),
  createBoard: newBoard,
  createBoards: { boards: [newBoard, otherBoard] },
  listBoards: { content: [board], totalElements: 1, totalPages: 1, currentPage: 0, pageSize: 20 },
  getBoard: board,
  getFaults: faults,
  replaceFaults: faults,
  getFaultPlan: { plan: PLAN_VERSION, seed: SEED, ordinal: 0, requests: planRequests(rules, SEED, 0, 2) },
  listRequests: { content: [request], totalElements: 1, totalPages: 1, currentPage: 0, pageSize: 20 },
  listDefects: defects,
  getDefects: boardDefects,
  replaceDefects: boardDefects,
  listDefectEffects: defectEffects,
  getSnapshot: snapshot,
  replaceExercise: EXAMPLE_EXERCISE,
  getBoardExercise: EXAMPLE_EXERCISE,
  getBoardScore: EXAMPLE_SCORE,
  listBoardClaims: EXAMPLE_CLAIMS,
  ...CLASS_SUCCESSES,
})

const HEADERS: Record<string, string | number> = {
  ETag: '"12"',
  Location: `/boards/${ID}`,
  'createBoards Location': '/boards',
  'createClass Location': `/classes/${EXAMPLE_CLASS}`,
  'WWW-Authenticate': 'Bearer',
  'Content-Disposition': 'attachment; filename=scores.csv',
  'Retry-After': RETRY_AFTER_SECONDS,
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  'RateLimit-Limit': BOARDS_PER_HOUR,
  'RateLimit-Remaining': 0,
  'RateLimit-Reset': RATE_SECONDS,
}

/** The operations that create boards. */
const CREATING = ['createBoard', 'createBoards', 'createClass']

/** The operations that set the names of learners. */
const NAMING = ['joinClass', 'renameLearner', 'addClassBoards']

const TRAINING_OPERATIONS = [
  'replaceExercise',
  'getBoardExercise',
  'deleteExercise',
  'getBoardScore',
  'listBoardClaims',
]

/** Returns the errors with this status that an operation can return. */
function errorsOf(status: string, operation: OpenAPIV3.OperationObject): FastifyError[] {
  const { operationId = '', tags = [], requestBody } = operation
  const isTraining = TRAINING_OPERATIONS.includes(operationId)
  switch (status) {
    case '400':
      return [invalidValue(operation), ...(requestBody === undefined ? [] : [new MalformedJson()])]
    case '401':
      return [new ControlTokenRequired()]
    case '403':
      return [
        ...(CREATING.includes(operationId) ? [new BoardCreationDisabled()] : []),
        ...(operationId === 'replaceDefects' ? [new DefaultBoardWithoutDefects()] : []),
        ...(isTraining ? [new DefaultBoardWithoutExercise()] : []),
        ...(operationId === 'deleteBoard' ? [new DefaultBoardNotDeletable()] : []),
        new CrossOriginRefused(),
      ]
    case '404':
      if (operationId === 'joinClass') return [new JoinCodeUnknown()]
      return [tags.includes(CLASS_TAG) ? new ClassNotFound() : new BoardNotFound()]
    case '409':
      return conflicts(operationId)
    case '413':
      return [new JsonTooLarge(JSON_BODY_BYTES_MAX)]
    case '415':
      return [new UnsupportedMediaType(), ...(requestBody === undefined ? [] : [new EncodedBody()])]
    case '423':
      return [new BoardFrozen()]
    case '429':
      return [new TooManyRequests('for boards from this address', RATE_SECONDS)]
    case '503':
      return [new StoreUnavailable(), new TooBusy()]
    case '507':
      return [new TooManyBoards(BOARDS_MAX)]
    default:
      return [new InternalError()]
  }
}

function invalidValue({ operationId = '' }: OpenAPIV3.OperationObject): FastifyError {
  return new ValidationFailed(
    operationId === 'listBoards' || operationId === 'listBoardClaims'
      ? { size: 'Size must be an integer between 1 and 100' }
      : { fixture: 'Fixture must be one of demo' },
  )
}

/** Returns the causes of a 409. */
function conflicts(operationId: string): FastifyError[] {
  if (operationId === 'joinClass') return [new NameTaken(), new NameUnknown(), new ClassFull()]
  if (NAMING.includes(operationId)) return [new NameTaken()]
  return TRAINING_OPERATIONS.includes(operationId) || operationId === 'replaceClassExercise'
    ? [new ExerciseEnded('2026-03-02T08:00:00Z')]
    : [new ConfiguredByClass()]
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
  causesOf: (status, operation) => errorsOf(status, operation).map((error) => causeOf(error)),
  pathOf: (path) => path.replace('{id}', path.startsWith('/classes') ? EXAMPLE_CLASS : ID).replace('{board}', ID),
}
