import type { OpenAPIV3 } from 'openapi-types'
import { BoardFull, BoardNotFound, quotaUnit, TooManyRequests } from '../errors.js'
import { errorBody } from '../http/error-handler.js'
import { BOARD_TASKS } from '../limits.js'
import { rateLimitHeaders } from '../schemas/responses.js'
import { EXAMPLE_NOW } from './add-examples.js'
import { componentName } from './share-parts.js'

/** The operations that can exceed a quota of a board. */
const FILLING = ['createTask', 'createComment', 'uploadAttachments']

/** The reference to the response of rate limits. */
const RATE_LIMITED = '#/components/responses/RateLimited'

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
      operation.responses = {
        ...moreOf(requested),
        429: { $ref: RATE_LIMITED },
        ...operation.responses,
        ...(FILLING.includes(operation.operationId ?? '') && {
          507: {
            description: 'The request exceeds a quota of the board.',
            ...bodyOf(errorBody(new BoardFull(BOARD_TASKS, quotaUnit('tasks')), requested, EXAMPLE_NOW)),
          },
        }),
      }
    }
  }
  if (JSON.stringify(copy.paths).includes(RATE_LIMITED)) addRateLimited(copy, prefix)
  return copy
}

/** Adds the response of rate limits and its headers to the components of a document. */
function addRateLimited(document: OpenAPIV3.Document, prefix: string): void {
  const headers: Record<string, OpenAPIV3.HeaderObject> = {}
  const references: Record<string, OpenAPIV3.ReferenceObject> = {}
  for (const [name, { description, type }] of Object.entries(rateLimitHeaders)) {
    const component = componentName(name)
    headers[component] = { description, schema: { type }, example: name === 'RateLimit-Remaining' ? 0 : 1 }
    references[name] = { $ref: `#/components/headers/${component}` }
  }
  const [path = ''] = Object.keys(document.paths)
  const error = new TooManyRequests(prefix === '' ? 'from this address' : 'to this board', 1)
  const response: OpenAPIV3.ResponseObject = {
    description: `The client exceeds the rate limit ${prefix === '' ? 'of its address' : 'of the board or of its address'}.`,
    headers: references,
    ...bodyOf(errorBody(error, prefix + path, EXAMPLE_NOW)),
  }
  document.components = {
    ...document.components,
    headers: { ...headers, ...document.components?.headers },
    responses: { ...document.components?.responses, RateLimited: response },
  }
}

function bodyOf(example: object): Pick<OpenAPIV3.ResponseObject, 'content'> {
  return { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' }, example } } }
}
