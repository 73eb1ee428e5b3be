import type { OpenAPIV3 } from 'openapi-types'
import { BoardFull, BoardNotFound, quotaUnit, TooManyRequests } from '../errors.js'
import { errorBody } from '../http/error-handler.js'
import { BOARD_TASKS } from '../limits.js'
import { EXAMPLE_NOW } from './add-examples.js'

/** The operations that put something on a board. */
const FILLING = ['createTask', 'createComment', 'uploadAttachments']

const RATE_HEADERS = {
  'Retry-After': 'The seconds after which it is worth another try.',
  'RateLimit-Limit': 'How many requests are answered in a second.',
  'RateLimit-Remaining': 'How many are left.',
  'RateLimit-Reset': 'The seconds until there are more.',
}

/** Adds to a document what is answered where a board has quotas, and where it is one that may be gone. */
export function addBoardResponses(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  return extend(document, prefix, (requested) => ({
    404: {
      description: 'There is no such board.',
      ...bodyOf(errorBody(new BoardNotFound(), requested, EXAMPLE_NOW)),
    },
  }))
}

/** Adds to a document what is answered where the board or the address of the client has a quota. */
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
        description: `Too many requests are sent ${prefix === '' ? 'from this address' : 'to this board, or from this address'}.`,
        headers: Object.fromEntries(
          Object.entries(RATE_HEADERS).map(([name, description]) => [
            name,
            { description, schema: { type: 'integer' }, example: name === 'RateLimit-Remaining' ? 0 : 1 },
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
          description: 'The board has no room for more.',
          ...bodyOf(errorBody(new BoardFull(BOARD_TASKS, quotaUnit('tasks')), requested, EXAMPLE_NOW)),
        }
      }
      operation.responses = responses
    }
  }
  return copy
}

function bodyOf(example: object): Pick<OpenAPIV3.ResponseObject, 'content'> {
  return { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } } }
}
