/** The index of the service. @module */

import type { TSchema } from '@sinclair/typebox'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { BOARD_PAGE_PATH } from '../../api/boards/prefix.js'
import { VARIANTS } from '../../api/variants.js'
import { ref } from '../../contract/schemas/builders.js'
import { tooMany } from '../../contract/schemas/responses.js'
import { string } from '../../contract/schemas/values.js'
import { variantPath } from '../../contract/variant-path.js'
import { serverUrl } from '../../http/base-url.js'
import { documentOperations } from '../../http/document-operations.js'
import { addVary, exposeHeaders, JSON_TYPE } from '../../http/headers.js'
import { route } from '../../http/route.js'
import type { BoardState } from '../../rooms/state.js'
import { DOCUMENTATION_PATH } from '../../site/documentation-page.js'
import { guidePath } from '../../site/guide-path.js'
import { PAGE_TYPE } from '../../site/pages.js'
import { WORKFLOWS_PATH } from '../../site/serve-workflows.js'
import { NAME, VERSION } from '../../version.js'
import type { ManagementOptions } from '../options.js'
import { isLocalUrl } from '../projector/machine-addresses.js'
import { BoardIndex, ServiceIndex } from './schemas.js'

/** The routes of the pages. Instead of the start page or a board page, clients that are not browsers get an index. */
export const serviceRoutes: FastifyPluginAsync<ManagementOptions> = async (app, { publicUrl, ...options }) => {
  documentOperations(app, { tags: ['Service'], security: [], response: tooMany })

  route(app, 'GET /', 'getService', 'Get the index of the service', {
    description:
      'Returns links to all parts of the service, and states who may create boards. Browsers, which send `Accept: text/html`, get the start page instead. The base URL of a private board returns the board index or the board page.',
    responses: indexResponse(ServiceIndex, 'the start page'),
    handler: async (request, reply) => {
      if (request.board.state !== null) {
        // The response schema of this route describes the service, not a board.
        if (!request.wantsPage()) reply.type(JSON_TYPE).serializer(JSON.stringify)
        return sendBoard(request, reply)
      }
      addVary(reply, 'Accept')
      if (request.wantsPage()) return reply.sendPage('landing')
      return describeService(serverUrl(request, publicUrl), options)
    },
  })

  route(app, `GET ${BOARD_PAGE_PATH}`, 'getBoardIndex', 'Get the index of the default board', {
    description:
      'Returns links to all parts of the board, and its revision, which changes when tasks or settings change. To detect changes, send the `ETag` as `If-None-Match`. The index of a private board is at its base URL. Browsers, which send `Accept: text/html`, get the board page instead.',
    responses: {
      ...indexResponse(BoardIndex, 'the board page', ETAG),
      304: { type: 'null', description: 'The board still has the revision in `If-None-Match`.', headers: ETAG },
      404: 'The server has no default board.',
    },
    handler: sendBoard,
  })

  app.get(`${BOARD_PAGE_PATH}/`, { schema: { hide: true } }, sendBoard)

  for (const url of ['/class', '/class/']) {
    app.get(url, { schema: { hide: true } }, (request, reply) =>
      reply.sendPage('class', { local: `${isLocalUrl(serverUrl(request, publicUrl))}` }),
    )
  }

  /** Sends the board page or the board index. */
  async function sendBoard(request: FastifyRequest, reply: FastifyReply) {
    addVary(reply, 'Accept')
    const { state, address } = request.board
    if (request.wantsPage()) return reply.sendPage('board', pageFacts(state))
    exposeHeaders(reply, 'ETag')
    const { revision } = state ?? (await app.store.readState(request.board.id))
    const etag = `"${revision}"`
    reply.header('etag', etag)
    if (isUnchanged(request, etag)) return reply.code(304).send()
    const facts = { name: state?.name ?? null, revision, frozen: state?.frozen === true, edition: options.edition }
    return describeBoardIndex(address?.url() ?? serverUrl(request, publicUrl), facts, state !== null)
  }
}

/** Returns what decides the first look of the page of a private board, so that no part moves while others are loaded. */
function pageFacts(state: BoardState | null): Record<string, string> {
  if (state === null) return {}
  const { lastRequest, exercise, frozen } = state
  return { requests: `${lastRequest}`, exercise: exercise === null ? 'none' : 'set', frozen: `${frozen}` }
}

/** Whether `If-None-Match` contains the entity tag (RFC 9110, section 13.1.2). */
function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || known.includes('*')
}

const ETAG = { ETag: { type: 'string', description: 'The revision of the board in quotation marks.' } }

/** Returns the responses of an operation that returns an index or a page. */
function indexResponse(schema: TSchema, page: string, headers: object = {}) {
  return {
    200: {
      description: `The index, or ${page}.`,
      headers,
      content: {
        'application/json': { schema: ref(schema) },
        [PAGE_TYPE]: { schema: string(`HTML: ${page}.`) },
      },
    },
  }
}

/**
 * Returns the index of the service.
 *
 * @param base the base URL of the service, without a slash at the end
 */
export function describeService(
  base: string,
  options: Pick<ManagementOptions, 'creators' | 'edition' | 'hasWorkflows' | 'boardsOnly'>,
): ServiceIndex {
  const { creators, edition, hasWorkflows, boardsOnly } = options
  return {
    name: NAME,
    version: VERSION,
    edition,
    variants: describeVariants(base),
    docs: base + DOCUMENTATION_PATH,
    guide: base + guidePath('index'),
    openapi: `${base}/control/openapi.json`,
    ...(hasWorkflows && { workflows: `${base}${WORKFLOWS_PATH}.yaml` }),
    ...(!boardsOnly && { board: base + BOARD_PAGE_PATH }),
    boards: `${base}/boards`,
    classes: `${base}/classes`,
    join: `${base}/classes/join`,
    creators,
  }
}

/**
 * Returns the index of a board.
 *
 * @param base the base URL of the board, without a slash at the end
 */
export function describeBoardIndex(
  base: string,
  { name, ...facts }: Pick<BoardIndex, 'name' | 'revision' | 'frozen' | 'edition'>,
  isPrivate: boolean,
): BoardIndex {
  return {
    name,
    baseUrl: base,
    ...facts,
    variants: describeVariants(base),
    docs: base + DOCUMENTATION_PATH,
    ...(isPrivate && { training: `${base}/training/openapi.json` }),
  }
}

function describeVariants(base: string) {
  return VARIANTS.map(({ name }) => ({
    name,
    url: base + variantPath(name),
    openapi: `${base}${variantPath(name)}/openapi.json`,
  }))
}
