import type { OpenAPIV3 } from 'openapi-types'
import { isAllowedWhenFrozen } from '../boards/find-board.js'
import { boardPath } from '../boards/prefix.js'
import { BoardFrozen, BoardFull, BoardNotFound, quotaUnit, TooManyRequests } from '../contract/errors.js'
import { BOARD_COMMENTS, BOARD_MEBIBYTES, BOARD_TASKS, MEBIBYTE } from '../contract/limits.js'
import { rateLimitHeaders } from '../contract/schemas/responses.js'
import { errorBody } from '../http/error-handler.js'
import { type Cause, causeOf, EXAMPLE_BOARD, EXAMPLE_NOW, toExamples } from './add-examples.js'
import { componentName, mergeExamples } from './share-parts.js'

/** The errors of operations that can exceed a quota of a board. */
const FILLED: Readonly<Record<string, Cause[]>> = {
  createTask: [causeOf(new BoardFull(BOARD_TASKS, quotaUnit('tasks')))],
  createComment: [causeOf(new BoardFull(BOARD_COMMENTS, quotaUnit('comments')))],
  uploadAttachments: [causeOf(new BoardFull(BOARD_MEBIBYTES * MEBIBYTE, quotaUnit('attachmentBytes')))],
}

/** The reference to the response of rate limits. */
const RATE_LIMITED = '#/components/responses/RateLimited'

/**
 * Adds the responses of a private board to a document: 404 for an unknown board, 423 for a frozen class, and those of
 * `addQuotas`.
 */
export function addBoardResponses(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  return extend(document, prefix, ({ path, requested, method }, notFound) => {
    const unknown = bodyOf([causeOf(new BoardNotFound())], requested)
    return {
      404: {
        description: 'The board does not exist.',
        ...notFound,
        content: mergeExamples(notFound?.content, unknown.content),
      },
      ...(!isAllowedWhenFrozen(method, path) && {
        423: {
          description: 'The class of the board is frozen: only reads are possible.',
          ...bodyOf([causeOf(new BoardFrozen())], requested),
        },
      }),
    }
  })
}

/** Adds the responses of rate limits (429) and quotas (507) to a document. */
export function addQuotas(document: OpenAPIV3.Document, prefix: string): OpenAPIV3.Document {
  return extend(document, prefix, () => ({}))
}

/** An operation, with the path of a request to it. */
interface Requested {
  path: string
  requested: string
  /** In upper case. */
  method: string
}

/** @param moreOf returns further responses for an operation and the 404 that it already has */
function extend(
  document: OpenAPIV3.Document,
  prefix: string,
  moreOf: (operation: Requested, notFound: OpenAPIV3.ResponseObject | undefined) => OpenAPIV3.ResponsesObject,
): OpenAPIV3.Document {
  const copy = structuredClone(document)
  const base = prefix === '' ? boardPath(EXAMPLE_BOARD) : prefix
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, OpenAPIV3.OperationObject>)) {
      const { operationId = '', responses } = operation
      const requested = base + path.replace(/\{\w+\}/g, '1')
      const full = FILLED[operationId]
      operation.responses = {
        429: { $ref: RATE_LIMITED },
        ...responses,
        ...moreOf(
          { path, requested, method: method.toUpperCase() },
          responses[404] as OpenAPIV3.ResponseObject | undefined,
        ),
        ...(full !== undefined && {
          507: { description: 'The request exceeds a quota of the board.', ...bodyOf(full, requested) },
        }),
      }
    }
  }
  if (JSON.stringify(copy.paths).includes(RATE_LIMITED)) addRateLimited(copy, prefix)
  return copy
}

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
    ...bodyOf([causeOf(error)], prefix + path),
  }
  document.components = {
    ...document.components,
    headers: { ...headers, ...document.components?.headers },
    responses: { ...document.components?.responses, RateLimited: response },
  }
}

function bodyOf(causes: Cause[], path: string): Pick<OpenAPIV3.ResponseObject, 'content'> {
  const examples = toExamples(
    Object.fromEntries(causes.map(({ name, error }) => [name, errorBody(error, path, EXAMPLE_NOW)])),
  )
  return { content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' }, examples } } }
}
