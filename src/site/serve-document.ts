import contentDisposition from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { BoardAddress } from '../api/boards/find-board.js'
import { boardPath } from '../api/boards/prefix.js'
import { VARIANT_PATHS } from '../contract/variant-path.js'
import { serverUrl } from '../http/base-url.js'
import { JSON_TYPE } from '../http/headers.js'
import { applySettings, type DescribedSettings } from './apply-settings.js'
import { DOCUMENTS, EXAMPLE_BOARD, type PublishedDocument } from './documents.js'
import { editionFolder, type Place, readDocument } from './read-document.js'

export interface ServeOptions extends DescribedSettings {
  /** The name of the edition. */
  edition: string
  /** The value of PUBLIC_URL without a trailing slash, if it is set. */
  publicUrl: string | undefined
  /** Whether the default board has quotas. Private boards always have them. */
  hasQuotas: boolean
}

/** The media type of YAML (RFC 9512). */
export const YAML_TYPE = 'application/yaml'

/** The formats of a document by the ending of its path: JSON and YAML, in OpenAPI 3.0.3 and in 3.1. */
const FORMATS = [
  { suffix: '.json', folder: '', extension: '.json', mediaType: JSON_TYPE },
  { suffix: '.yaml', folder: '', extension: '.yaml', mediaType: YAML_TYPE },
  { suffix: '-3.1.json', folder: '3.1/', extension: '.json', mediaType: JSON_TYPE },
  { suffix: '-3.1.yaml', folder: '3.1/', extension: '.yaml', mediaType: YAML_TYPE },
]

/**
 * The number of cached texts of a document, each for another URL of the service or of a board. Many clients that load one
 * of them at the same time share it.
 */
const TEXTS_MAX = 4

/** The URL of the server in the text of a document, and the variables in the URL. */
const SERVER_URL = /(^ *"?servers"?:[^/]*"?url"?: "?)[^"\n]*/m
const SERVER_VARIABLES = /,?\n {4,6}"?variables"?:[\s\S]*?"?description"?:.*(\n {6,}\})*/

/** Serves all documents, and the one of the first variant at `/openapi.json`, too. */
export async function serveDocuments(app: FastifyInstance, options: ServeOptions): Promise<void> {
  for (const document of DOCUMENTS) serveDocument(app, document.path, document, options)
  serveDocument(app, '/openapi', DOCUMENTS[0], options)
}

/** @param path the path, without the extension */
function serveDocument(app: FastifyInstance, path: string, document: PublishedDocument, options: ServeOptions): void {
  const { publicUrl, hasQuotas, edition } = options
  for (const { suffix, folder, extension, mediaType } of FORMATS) {
    const file = folder + editionFolder(document, edition) + document.name + extension
    const templates: Partial<Record<Place, string>> = {}
    const texts = new LRUCache<string, string, { board: BoardAddress | null; url: string }>({
      max: TEXTS_MAX,
      memoMethod(_key, _, { context: { board, url } }) {
        const place = board !== null ? 'board' : hasQuotas ? 'limited' : 'unlimited'
        templates[place] ??= describe(readDocument(file, document, place))
        return locate(templates[place], document, url, board)
      },
    })
    const render = (request: FastifyRequest) => {
      const board = request.board.address
      const url = board?.url() ?? serverUrl(request, publicUrl)
      return texts.memo(`${board?.id} ${url}`, { context: { board, url } })
    }
    serveText(app, path + suffix, { mediaType, fileName: `task-board-service-${document.name}${suffix}`, render })
  }

  function describe(text: string): string {
    return document.prefix === '' ? text : applySettings(text, options)
  }
}

/** Writes the URL at which the client reaches the service or the board into a document, and the base path of the board. */
function locate(
  text: string,
  { prefix, serverPath }: PublishedDocument,
  url: string,
  board: BoardAddress | null,
): string {
  if (board === null) return text.replace(SERVER_URL, (_, start) => `${start}${url}${serverPath}`)
  const { basePath } = board
  const onBoard =
    // The document of learners describes private boards only: its examples name one, and other paths are below its base URL.
    prefix === ''
      ? text.replaceAll(boardPath(EXAMPLE_BOARD), basePath).replace(SERVER_VARIABLES, '')
      : text.replaceAll(VARIANT_PATHS, `${basePath}$&`)
  return onBoard.replace(SERVER_URL, (_, start) => `${start}${url}${prefix}`)
}

interface ServedText {
  mediaType: string
  /** The name with which browsers save the text. */
  fileName: string
  /** Returns the text for a request. */
  render(request: FastifyRequest): string
}

/** Serves a text. With `?download` in the URL, browsers save it as a file. */
export function serveText(app: FastifyInstance, path: string, { mediaType, fileName, render }: ServedText): void {
  app.get(path, { schema: { hide: true } }, (request, reply) => {
    if ('download' in (request.query as object)) {
      reply.header('content-disposition', contentDisposition.create(fileName))
    }
    return reply.type(mediaType).send(render(request))
  })
}
