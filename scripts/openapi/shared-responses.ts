import type { FastifyError } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'
import { boardPath } from '../../src/api/boards/prefix.js'
import { BoardFrozen, BoardFull, BoardNotFound, quotaUnit, TooManyRequests } from '../../src/contract/errors.js'
import { BOARD_COMMENTS, BOARD_MEBIBYTES, BOARD_TASKS, MEBIBYTE } from '../../src/contract/limits.js'
import { rateLimitHeaders } from '../../src/contract/schemas/responses.js'
import { errorBody } from '../../src/http/error-handler.js'
import type { SharedResponses } from '../../src/site/add-responses.js'
import { EXAMPLE_BOARD } from '../../src/site/documents.js'
import { causeOf, EXAMPLE_NOW } from './examples/example.js'
import { componentName } from './share-parts.js'

const FULL = 'The request exceeds a quota of the board.'

/** Returns the responses that the service adds to a document of this prefix (src/site/add-responses.ts). */
export function sharedResponses(document: OpenAPIV3.Document, prefix: string): SharedResponses {
  const ofAddress = prefix === ''
  const base = ofAddress ? boardPath(EXAMPLE_BOARD) : prefix
  const [first = ''] = Object.keys(document.paths)
  const exampleOf = (error: FastifyError, path: string) => ({
    [causeOf(error).name]: { value: errorBody(error, path, EXAMPLE_NOW) },
  })
  const response = (description: string, error: FastifyError, path: string) => {
    const schema = { $ref: '#/components/schemas/ErrorResponse' }
    return { description, content: { 'application/json': { schema, examples: exampleOf(error, path) } } }
  }
  const full = (max: number, unit: Parameters<typeof quotaUnit>[0], path: string) =>
    response(FULL, new BoardFull(max, quotaUnit(unit)), base + path)
  const headers = Object.entries(rateLimitHeaders).map(([name, { description, type }]) => {
    const header = { description, schema: { type }, example: name === 'RateLimit-Remaining' ? 0 : 1 }
    return { name, component: componentName(name), header }
  })
  const known = document.components?.headers ?? {}
  return {
    headers: Object.fromEntries(
      headers.filter(({ component }) => !(component in known)).map(({ component, header }) => [component, header]),
    ),
    responses: {
      BoardNotFound: response('The board does not exist.', new BoardNotFound(), base + first),
      BoardFrozen: response(
        'The class of the board is frozen: only reads are possible.',
        new BoardFrozen(),
        base + first,
      ),
      RateLimited: {
        ...response(
          `The client exceeds the rate limit ${ofAddress ? 'of its address' : 'of the board or of its address'}.`,
          new TooManyRequests(ofAddress ? 'from this address' : 'to this board', 1),
          prefix + first,
        ),
        headers: Object.fromEntries(
          headers.map(({ name, component }) => [name, { $ref: `#/components/headers/${component}` }]),
        ),
      },
      BoardFullOfCreateTask: full(BOARD_TASKS, 'tasks', '/tasks'),
      BoardFullOfCreateComment: full(BOARD_COMMENTS, 'comments', '/tasks/1/comments'),
      BoardFullOfUploadAttachments: full(BOARD_MEBIBYTES * MEBIBYTE, 'attachmentBytes', '/tasks/1/attachments'),
    },
    // The operations of learners have this example already.
    ...(!ofAddress && { notFound: { value: errorBody(new BoardNotFound(), `${base}{path}`, EXAMPLE_NOW) } }),
  }
}
