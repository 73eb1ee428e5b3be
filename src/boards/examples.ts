import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import {
  BoardNotFound,
  BoardsClosed,
  ControlTokenRequired,
  DefaultBoardStays,
  InternalError,
  JsonTooLarge,
  StoreUnavailable,
  TooManyBoards,
  UnsupportedMediaType,
  ValidationFailed,
} from '../errors.js'
import { BOARDS_MAX, JSON_BODY_BYTES_MAX, RETRY_AFTER_SECONDS } from '../limits.js'
import { EXAMPLE_NOW, type Examples } from '../openapi/add-examples.js'
import type { Board } from '../schemas/board.js'
import { boardPath } from './prefix.js'

const ID = 'q1Vf0b5n0m8Yk2sX7dZ3wQ'
const baseUrl = `https://board.example.org${boardPath(ID)}`

const board: Board = {
  id: ID,
  name: 'Ada',
  baseUrl,
  apis: { v1: `${baseUrl}/api/v1`, v2: `${baseUrl}/api/v2`, buggy: `${baseUrl}/api/buggy` },
  docs: `${baseUrl}/docs`,
  createdAt: EXAMPLE_NOW,
  expiresAt: '2026-03-09T08:30:00Z',
}

const REQUESTS: Record<string, object> = {
  createBoards: { name: 'Ada', fixture: 'demo' },
  resetBoard: { fixture: 'demo' },
}

const SUCCESSES: Record<string, unknown> = {
  createBoards: { ...board, ownerToken: 'R6tH9uJ4iL1oP5aC8eG2hBq1Vf0b5n0m8Yk2sX7dZ3w' },
  listBoards: { content: [board], totalElements: 1, totalPages: 1, currentPage: 0, pageSize: 20 },
  getBoard: board,
}

const HEADERS: Record<string, string | number> = {
  Location: `/boards/${ID}`,
  'WWW-Authenticate': 'Bearer',
  'Retry-After': RETRY_AFTER_SECONDS,
}

function exampleError(status: string, { operationId }: OpenAPIV3.OperationObject): FastifyError {
  switch (status) {
    case '400':
      return new ValidationFailed(
        operationId === 'listBoards'
          ? { size: 'Size must be an integer between 1 and 100' }
          : { fixture: 'Fixture must be one of demo' },
      )
    case '401':
      return new ControlTokenRequired()
    case '403':
      return operationId === 'deleteBoard' ? new DefaultBoardStays() : new BoardsClosed()
    case '404':
      return new BoardNotFound()
    case '413':
      return new JsonTooLarge(JSON_BODY_BYTES_MAX)
    case '415':
      return new UnsupportedMediaType()
    case '503':
      return new StoreUnavailable()
    case '507':
      return new TooManyBoards(BOARDS_MAX)
    default:
      return new InternalError()
  }
}

/** The examples of the document on boards. */
export const CONTROL_EXAMPLES: Examples = {
  requests: REQUESTS,
  successes: SUCCESSES,
  headers: HEADERS,
  errorOf: exampleError,
  pathOf: (path) => path.replace('{id}', ID),
}
