import type { OpenAPIV3 } from 'openapi-types'
import { BoardFull, BoardNotFound, quotaUnit, TooManyRequests } from '../errors.js'
import { errorBody } from '../http/error-handler.js'
import { BOARD_TASKS } from '../limits.js'
import { rateLimitHeaders } from '../schemas/responses.js'
import { EXAMPLE_NOW } from './add-examples.js'

/** The operations that can exceed a quota of a board. */
const FILLING = ['createTask', 'createComment', 'uploadAttachments']

/** Adds the responses of a private board to a document: 404 for an unknown board, and those of `addQuotas`. */
export function addBoardResponses(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  return extend(document, prefix, (requested) => ({
    404: {
      description: 'The board does not exist.',
      ...bodyOf(errorBody(new BoardNotFound(), requested, EXAMPLE_NOW)),
    },
  }))
}

/** Adds the responses of rate limits (429) and quotas (507) to a document. */
export function addQuotas(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  return extend(document, prefix, () => ({}))
}

function extend(
  document: OpenAPIV3.Document,
  prefix: string,
  moreOf: (path: string) => OpenAPIV3.ResponsesObject,
): OpenAPIV3.Document {
  const copy = structuredClone(document)
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const operation of Object.values(item ?? {}) as OpenAPIV3.OperationObject[]) {
      const requested = prefix + path.replace(/\{\w+\}/g, '1')
      const responses: OpenAPIV3.ResponsesObject = { ...moreOf(requested), ...operation.responses }
      responses[429] ??= {
        description: `The client exceeds the rate limit ${prefix === '' ? 'of its address' : 'of the board or of its address'}.`,
        headers: Object.fromEntries(
          Object.entries(rateLimitHeaders).map(([name, { description, type }]) => [
            name,
            { description, schema: { type }, example: name === 'RateLimit-Remaining' ? 0 : 1 },
          ]),
        ),
        ...bodyOf(
          errorBody(
            new TooManyRequests(prefix === '' ? 'from this address' : 'to this board', 1),
            requested,
            EXAMPLE_NOW,
          ),
        ),
      }
      if (FILLING.includes(operation.operationId ?? '')) {
        responses[507] = {
          description: 'The request exceeds a quota of the board.',
          ...bodyOf(errorBody(new BoardFull(BOARD_TASKS, quotaUnit('tasks')), requested, EXAMPLE_NOW)),
        }
      }
      operation.responses = responses
    }
  }
  return copy
}

function bodyOf(example: object): Pick<OpenAPIV3.ResponseObject, 'content'> {
  return { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' }, example } } }
}
