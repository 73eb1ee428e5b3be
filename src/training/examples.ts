import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { FAULTS } from '../chaos/faults/index.js'
import {
  BoardFrozen,
  BoardFull,
  BoardNotFound,
  ClaimExists,
  ControlTokenRequired,
  EncodedBody,
  ExerciseNotFound,
  InternalError,
  JsonTooLarge,
  MalformedJson,
  quotaUnit,
  ResponseNotFound,
  StoreUnavailable,
  TooBusy,
  TooManyRequests,
  UnsupportedMediaType,
  ValidationFailed,
} from '../contract/errors.js'
import { BOARD_RATE, CLAIMS_MAX, JSON_BODY_BYTES_MAX, RETRY_AFTER_SECONDS } from '../contract/limits.js'
import { causeOf, EXAMPLE_NOW, type Examples, usual } from '../openapi/add-examples.js'
import { scoreOf } from './score.js'

/** The id of the board in examples. */
export const EXAMPLE_BOARD = 'q3vf6b5n2m4yk2sx7dz3wqhtea'

const RATE_SECONDS = 1
const REQUEST_ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

const claimed = { requestId: REQUEST_ID, fault: 'date-mix', comment: 'updatedAt is a number' }
const claim = { number: 1, time: EXAMPLE_NOW, ...claimed, defect: null, verdict: 'right' }

/** The exercise in the examples of learners and owners. */
export const EXAMPLE_EXERCISE = {
  title: 'Find the broken responses',
  instructions: 'Send requests to `/api/buggy` and report every response that breaks the contract.',
  task: 'Find at least ten faults in 30 minutes.',
  startsAt: EXAMPLE_NOW,
  endsAt: null,
  feedback: 'immediate',
  state: 'running',
}

const submitted = { variant: 'v1', found: 24, defects: 95 }
export const EXAMPLE_GRADE = { time: EXAMPLE_NOW, ...submitted }

const counts = {
  happened: { 'date-mix': 4, 'slow-response': 1 },
  faults: { 'date-mix': { right: 3, wrong: 1 } },
  defects: { found: [], wrong: 0 },
}
const { total, faults, none, defects } = scoreOf(
  counts,
  FAULTS.map(({ name }) => name),
  [],
)

export const EXAMPLE_SCORE = {
  state: 'running',
  feedback: 'immediate',
  claims: 4,
  total,
  faults,
  rightNone: none.right,
  wrongNone: none.wrong,
  defects,
  foundDefects: [],
  grade: EXAMPLE_GRADE,
  missed: [],
}

/** A page with one claim, for the examples of learners and owners. */
export const EXAMPLE_CLAIMS = { content: [claim], totalElements: 1, totalPages: 1, currentPage: 0, pageSize: 20 }

/** Returns the errors with this status that an operation can return. */
function errorsOf(
  status: string,
  { operationId, requestBody }: OpenAPIV3.OperationObject,
): [FastifyError, ...FastifyError[]] {
  switch (status) {
    case '400':
      return [invalidValue(operationId), ...(requestBody === undefined ? [] : [new MalformedJson()])]
    case '401':
      return [new ControlTokenRequired()]
    case '404':
      if (operationId === 'createClaim') return [new ResponseNotFound(REQUEST_ID), new BoardNotFound()]
      return operationId === 'getExercise' ? [new ExerciseNotFound(), new BoardNotFound()] : [new BoardNotFound()]
    case '409':
      return [new ClaimExists('1')]
    case '413':
      return [new JsonTooLarge(JSON_BODY_BYTES_MAX)]
    case '415':
      return [new UnsupportedMediaType(), new EncodedBody()]
    case '423':
      return [new BoardFrozen()]
    case '429':
      return [new TooManyRequests('to this board', RATE_SECONDS)]
    case '503':
      return [new StoreUnavailable(), new TooBusy()]
    case '507':
      return [new BoardFull(CLAIMS_MAX, quotaUnit('claims'))]
    default:
      return [new InternalError()]
  }
}

function invalidValue(operationId: string | undefined): FastifyError {
  if (operationId === 'submitGrade') return new ValidationFailed({ found: 'Must not be greater than defects' })
  return operationId === 'createClaim'
    ? new ValidationFailed({ fault: 'Is required unless the claim names a defect' })
    : new ValidationFailed({ size: 'Size must be an integer between 1 and 100' })
}

/** The examples for the document of the learner operations. */
export const TRAINING_EXAMPLES: Examples = {
  requests: usual<object>({ createClaim: claimed, submitGrade: submitted }),
  queries: usual({
    listClaims: { page: 0, size: 20 },
    listLearnerRequests: { page: 0, size: 20, status: 200 },
  }),
  successes: usual<unknown>({
    createClaim: claim,
    submitGrade: EXAMPLE_GRADE,
    listClaims: EXAMPLE_CLAIMS,
    getExercise: EXAMPLE_EXERCISE,
    getScore: EXAMPLE_SCORE,
    listLearnerRequests: {
      content: [
        {
          number: 1,
          time: EXAMPLE_NOW,
          method: 'GET',
          route: '/api/buggy/tasks/:taskId',
          path: '/api/buggy/tasks/1',
          status: 200,
          duration: 1.25,
          requestId: REQUEST_ID,
          changed: null,
          missed: null,
          claims: [claim],
        },
      ],
      totalElements: 1,
      totalPages: 1,
      currentPage: 0,
      pageSize: 20,
    },
  }),
  headers: {
    'Retry-After': RETRY_AFTER_SECONDS,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    'RateLimit-Limit': BOARD_RATE,
    'RateLimit-Remaining': 0,
    'RateLimit-Reset': RATE_SECONDS,
  },
  causesOf: (status, operation) => errorsOf(status, operation).map((error) => causeOf(error)),
  pathOf: (path) => path,
}
